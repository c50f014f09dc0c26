using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>VirtualFree</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Frees pages; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualfree"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int VirtualFree(void* lpAddress, nuint dwSize, uint dwFreeType);
}
