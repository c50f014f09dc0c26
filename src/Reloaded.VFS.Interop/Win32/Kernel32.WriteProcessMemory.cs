using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>WriteProcessMemory</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Writes into another process's memory (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-writeprocessmemory"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int WriteProcessMemory(
        nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesWritten);

    /// <summary>Writes into another process's memory (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-writeprocessmemory"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool WriteProcessMemory(
        nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, out nuint lpNumberOfBytesWritten);
}
