using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>VirtualQuery</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Describes the pages at an address; the bytes written, 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualquery"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nuint VirtualQuery(void* lpAddress, MEMORY_BASIC_INFORMATION* lpBuffer, nuint dwLength);

    /// <summary>Describes the pages at an address; the bytes written, 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualquery"/>
    [LibraryImport("kernel32")]
    public static partial nuint VirtualQuery(nint address, void* information, nuint length);
}
