using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>VirtualProtect</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Changes pages' protection; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualprotect"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int VirtualProtect(void* lpAddress, nuint dwSize, uint flNewProtect, uint* lpflOldProtect);
}
