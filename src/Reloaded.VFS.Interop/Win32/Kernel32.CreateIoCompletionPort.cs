using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CreateIoCompletionPort</c>.</content>
public static partial class Kernel32
{
    /// <summary>Makes a port (file handle -1), or connects a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint fileHandle, nint existingCompletionPort, nuint completionKey, uint numberOfConcurrentThreads);

    /// <summary>Makes a port (file handle -1), or connects a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint FileHandle, nint ExistingCompletionPort, nint CompletionKey, uint NumberOfConcurrentThreads);
}
