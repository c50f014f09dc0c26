namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of shell32: a file for each. The DLL is loaded when the first of them is called, from the system's folder.</summary>
public static partial class Shell32;
