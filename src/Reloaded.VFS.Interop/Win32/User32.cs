namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of user32: a file for each.</summary>
public static partial class User32;
