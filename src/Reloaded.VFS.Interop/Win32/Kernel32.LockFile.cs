using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>LockFile</c>.</content>
public static partial class Kernel32
{
    /// <summary>
    /// Locks bytes of a file, which needn't be there, for a handle alone; 0 at once where any of them is locked already
    /// (<c>fileapi.h</c>). The system gives them back with the handle.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-lockfile"/>
    [LibraryImport("kernel32")]
    public static partial int LockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToLockLow, uint nNumberOfBytesToLockHigh);
}
