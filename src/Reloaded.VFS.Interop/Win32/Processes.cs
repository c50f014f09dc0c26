using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>Processes that this one starts, and what is done in them (<c>processthreadsapi.h</c>, <c>memoryapi.h</c>, <c>psapi.h</c>).</summary>
public static unsafe partial class Processes
{
    /// <summary>Reserves and commits.</summary>
    public const uint MEM_COMMIT_RESERVE = 0x3000;

    /// <summary>At the highest address that is free.</summary>
    public const uint MEM_TOP_DOWN = 0x100000;

    /// <summary>Data.</summary>
    public const uint PAGE_READWRITE = 4;

    /// <summary>Code.</summary>
    public const uint PAGE_EXECUTE_READ = 0x20;

    /// <summary>The same access as the handle that is copied.</summary>
    public const uint DUPLICATE_SAME_ACCESS = 2;

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

    /// <summary>Goes to another working folder; zero where that can't be.</summary>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int SetCurrentDirectoryW(string lpPathName);

    /// <summary>Whether it is a 32-bit process on a 64-bit system.</summary>
    [LibraryImport("kernel32")]
    public static partial int IsWow64Process(nint hProcess, int* wow64Process);

    /// <summary>Memory in another process.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint VirtualAllocEx(nint hProcess, nint lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);

    /// <summary>Changes its protection.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int VirtualProtectEx(nint hProcess, nint lpAddress, nuint dwSize, uint flNewProtect, uint* lpflOldProtect);

    /// <summary>Writes into another process's memory.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int WriteProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesWritten);

    /// <summary>Reads another process's memory.</summary>
    [LibraryImport("kernel32")]
    public static partial int ReadProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesRead);

    /// <summary>An event; zero on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateEventW(void* lpEventAttributes, int bManualReset, int bInitialState, char* lpName);

    /// <summary>Copies a handle into another process.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int DuplicateHandle(
        nint hSourceProcessHandle, nint hSourceHandle, nint hTargetProcessHandle, nint* lpTargetHandle, uint dwDesiredAccess, int bInheritHandle, uint dwOptions);

    /// <summary>Waits for one or all of several handles.</summary>
    [LibraryImport("kernel32")]
    public static partial uint WaitForMultipleObjects(uint nCount, nint* lpHandles, int bWaitAll, uint dwMilliseconds);

    /// <summary>Waits for one handle.</summary>
    [LibraryImport("kernel32")]
    public static partial uint WaitForSingleObject(nint hHandle, uint dwMilliseconds);

    /// <summary>What a process ended with.</summary>
    [LibraryImport("kernel32")]
    public static partial int GetExitCodeProcess(nint hProcess, uint* lpExitCode);

    /// <summary>Ends a process.</summary>
    [LibraryImport("kernel32")]
    public static partial int TerminateProcess(nint hProcess, uint uExitCode);

    /// <summary>Has a function called on a thread of the system's pool when a handle is signalled, and whenever so much time has gone by.</summary>
    [LibraryImport("kernel32")]
    public static partial int RegisterWaitForSingleObject(
        nint* phNewWaitObject, nint hObject, delegate* unmanaged<nint, byte, void> callback, nint context, uint dwMilliseconds, uint dwFlags);

    /// <summary>Ends that, without waiting for a call that runs.</summary>
    [LibraryImport("kernel32")]
    public static partial int UnregisterWait(nint waitHandle);

    /// <summary>Closes a handle.</summary>
    [LibraryImport("kernel32")]
    public static partial int CloseHandle(nint hObject);
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
