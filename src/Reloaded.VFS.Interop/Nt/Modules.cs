namespace Reloaded.VFS.Interop.Nt;

/// <summary>Modules of this process and their exports: functions of kernel32, a file for each.</summary>
public static partial class Modules;
