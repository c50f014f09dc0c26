using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>ReadDirectoryChangesW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Asks for the next changes of a folder; buffer and structure belong to the system until the packet arrives. 0 on failure
    /// (<c>winbase.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-readdirectorychangesw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int ReadDirectoryChangesW(
        nint hDirectory, void* lpBuffer, uint nBufferLength, int bWatchSubtree, CompletionFilter dwNotifyFilter, uint* lpBytesReturned,
        NativeOverlapped* lpOverlapped, void* lpCompletionRoutine);
}
