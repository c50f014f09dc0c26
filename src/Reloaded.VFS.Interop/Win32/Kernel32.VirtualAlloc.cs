using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>VirtualAlloc</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Allocates pages, zeroed; null on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualalloc"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial void* VirtualAlloc(void* lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);
}
