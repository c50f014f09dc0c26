using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// Windows' own folders. .NET asks the shell for them, whose DLLs take long to load: what kernel32 knows is asked of that.
/// </summary>
public static class SystemFolders
{
    /// <summary>The folder of Windows, <c>C:\Windows</c> as a rule.</summary>
    public static string Windows => Path.GetDirectoryName(Environment.SystemDirectory)!;

    /// <summary>
    /// A known folder of this process's user, whether it is there or not; null where the system doesn't know it. Loads the shell's DLLs:
    /// there is no other way to ask.
    /// </summary>
    /// <param name="id">The folder's number (<c>KnownFolders.h</c>).</param>
    public static unsafe string? FindKnown(Guid id)
    {
        char* path = null;
        int result = Shell32.SHGetKnownFolderPath(&id, Shell32.KF_FLAG_DONT_VERIFY, 0, &path);
        string? found = result < 0 || path is null ? null : new string(path);
        Marshal.FreeCoTaskMem((nint)path);
        return found;
    }
}
