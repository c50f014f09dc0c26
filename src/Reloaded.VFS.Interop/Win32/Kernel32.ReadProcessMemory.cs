using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>ReadProcessMemory</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Reads another process's memory (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-readprocessmemory"/>
    [LibraryImport("kernel32")]
    public static partial int ReadProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesRead);

    /// <summary>Reads another process's memory (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-readprocessmemory"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ReadProcessMemory(
        nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, out nuint lpNumberOfBytesRead);
}
