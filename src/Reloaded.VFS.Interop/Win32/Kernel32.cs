namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of kernel32: a file for each.</summary>
public static partial class Kernel32;
