namespace Reloaded.VFS.Interop.Win32;

/// <summary>Windows' own folders, asked of kernel32: .NET asks the shell for them, whose DLLs take long to load.</summary>
public static class SystemFolders
{
    /// <summary>The folder of Windows, <c>C:\Windows</c> as a rule.</summary>
    public static string Windows => Path.GetDirectoryName(Environment.SystemDirectory)!;
}
