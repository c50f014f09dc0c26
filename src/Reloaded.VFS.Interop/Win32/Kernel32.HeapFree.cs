using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>HeapFree</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Gives memory back to a heap (<c>heapapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/heapapi/nf-heapapi-heapfree"/>
    [LibraryImport("kernel32")]
    public static partial int HeapFree(nint hHeap, uint dwFlags, void* lpMem);
}
