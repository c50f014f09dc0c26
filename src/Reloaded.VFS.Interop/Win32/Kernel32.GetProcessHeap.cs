using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetProcessHeap</c>.</content>
public static partial class Kernel32
{
    /// <summary>The process's heap (<c>heapapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/heapapi/nf-heapapi-getprocessheap"/>
    [LibraryImport("kernel32")]
    public static partial nint GetProcessHeap();
}
