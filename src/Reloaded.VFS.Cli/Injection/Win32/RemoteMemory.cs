using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Injection.Win32;

/// <summary>Memory and threads of another process (memoryapi.h, processthreadsapi.h), and the address of a function in this one.</summary>
internal static unsafe partial class RemoteMemory
{
    public const uint MEM_COMMIT_RESERVE = 0x3000;
    public const uint MEM_RELEASE = 0x8000;
    public const uint PAGE_READWRITE = 0x4;

    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint VirtualAllocEx(nint hProcess, nint lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool VirtualFreeEx(nint hProcess, nint lpAddress, nuint dwSize, uint dwFreeType);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool VirtualProtectEx(nint hProcess, nint lpAddress, nuint dwSize, uint flNewProtect, out uint lpflOldProtect);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool WriteProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, out nuint lpNumberOfBytesWritten);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ReadProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, out nuint lpNumberOfBytesRead);

    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateRemoteThread(nint hProcess, void* lpThreadAttributes, nuint dwStackSize, nint lpStartAddress, nint lpParameter, uint dwCreationFlags,
        out uint lpThreadId);
}
