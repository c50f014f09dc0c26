using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>UnlockFile</c>.</content>
public static partial class Kernel32
{
    /// <summary>Gives bytes back that <see cref="LockFile"/> has locked, all at once; 0 where they weren't (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-unlockfile"/>
    [LibraryImport("kernel32")]
    public static partial int UnlockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToUnlockLow, uint nNumberOfBytesToUnlockHigh);
}
