using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>VirtualAllocEx</c>.</content>
public static partial class Kernel32
{
    /// <summary>Memory in another process (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualallocex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint VirtualAllocEx(nint hProcess, nint lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);
}
