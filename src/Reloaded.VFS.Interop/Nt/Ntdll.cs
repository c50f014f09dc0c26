namespace Reloaded.VFS.Interop.Nt;

/// <summary>Functions of ntdll that the system binds: a file for each.</summary>
public static partial class Ntdll;
