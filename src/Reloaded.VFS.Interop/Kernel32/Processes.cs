using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Kernel32;

/// <summary>Processes that this one starts, and what is done in them (<c>processthreadsapi.h</c>, <c>memoryapi.h</c>, <c>psapi.h</c>).</summary>
public static unsafe partial class Processes
{
    /// <summary>Reserves and commits.</summary>
    public const uint MEM_COMMIT_RESERVE = 0x3000;

    /// <summary>Gives all of it back.</summary>
    public const uint MEM_RELEASE = 0x8000;

    /// <summary>Data.</summary>
    public const uint PAGE_READWRITE = 4;

    /// <summary>The 64-bit modules.</summary>
    public const uint LIST_MODULES_64BIT = 2;

    /// <summary>Lets a suspended thread run.</summary>
    [LibraryImport("kernel32")]
    public static partial uint ResumeThread(nint hThread);

    /// <summary>This thread's last error.</summary>
    [LibraryImport("kernel32")]
    public static partial uint GetLastError();

    /// <summary>Sets this thread's last error.</summary>
    [LibraryImport("kernel32")]
    public static partial void SetLastError(uint dwErrCode);

    /// <summary>A process's id.</summary>
    [LibraryImport("kernel32")]
    public static partial uint GetProcessId(nint process);

    /// <summary>Finds a file as CreateProcess does; the characters of its path, 0 where there is none.</summary>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint SearchPathW(string? lpPath, string lpFileName, string? lpExtension, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>Makes a path absolute; its characters.</summary>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetFullPathNameW(string lpFileName, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>Whether it is a 32-bit process on a 64-bit system.</summary>
    [LibraryImport("kernel32")]
    public static partial int IsWow64Process(nint hProcess, int* wow64Process);

    /// <summary>Memory in another process.</summary>
    [LibraryImport("kernel32")]
    public static partial nint VirtualAllocEx(nint hProcess, nint lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);

    /// <summary>Gives it back.</summary>
    [LibraryImport("kernel32")]
    public static partial int VirtualFreeEx(nint hProcess, nint lpAddress, nuint dwSize, uint dwFreeType);

    /// <summary>Writes into another process's memory.</summary>
    [LibraryImport("kernel32")]
    public static partial int WriteProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesWritten);

    /// <summary>A thread in another process.</summary>
    [LibraryImport("kernel32")]
    public static partial nint CreateRemoteThread(nint hProcess, void* lpThreadAttributes, nuint dwStackSize, nint lpStartAddress, nint lpParameter, uint dwCreationFlags, uint* lpThreadId);

    /// <summary>Waits for one or all of several handles.</summary>
    [LibraryImport("kernel32")]
    public static partial uint WaitForMultipleObjects(uint nCount, nint* lpHandles, int bWaitAll, uint dwMilliseconds);

    /// <summary>What a thread returned.</summary>
    [LibraryImport("kernel32")]
    public static partial int GetExitCodeThread(nint hThread, uint* lpExitCode);

    /// <summary>Closes a handle.</summary>
    [LibraryImport("kernel32")]
    public static partial int CloseHandle(nint hObject);

    /// <summary>A process's modules.</summary>
    [LibraryImport("kernel32")]
    public static partial int K32EnumProcessModulesEx(nint hProcess, nint* lphModule, uint cb, uint* lpcbNeeded, uint dwFilterFlag);

    /// <summary>A module's file in another process.</summary>
    [LibraryImport("kernel32")]
    public static partial uint K32GetModuleFileNameExW(nint hProcess, nint hModule, char* lpFilename, uint nSize);
}

/// <summary><c>PROCESS_INFORMATION</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct ProcessInformation
{
    /// <summary>The process's handle.</summary>
    public nint Process;

    /// <summary>The handle of its first thread.</summary>
    public nint Thread;

    /// <summary>The process's id.</summary>
    public uint ProcessId;

    /// <summary>The thread's id.</summary>
    public uint ThreadId;
}
