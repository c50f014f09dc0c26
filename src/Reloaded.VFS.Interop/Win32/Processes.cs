namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about processes and threads.</content>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Starts a program (<c>processthreadsapi.h</c>). Windows writes to <paramref name="lpCommandLine"/>, which must be writable and
    /// NUL-terminated.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool CreateProcessW(
        string lpApplicationName, char* lpCommandLine, void* lpProcessAttributes, void* lpThreadAttributes,
        [MarshalAs(UnmanagedType.Bool)] bool bInheritHandles, ProcessCreationFlags dwCreationFlags, char* lpEnvironment,
        string? lpCurrentDirectory, STARTUPINFOW* lpStartupInfo, ProcessInformation* lpProcessInformation);

    /// <summary>The exit code of a running process, and of one that has exited with this value.</summary>
    public const uint STILL_ACTIVE = 259;

    /// <summary>Gets a process's exit code (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getexitcodeprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetExitCodeProcess(nint hProcess, out uint lpExitCode);

    /// <summary>Returns a process's id (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocessid"/>
    [LibraryImport("kernel32")]
    public static partial uint GetProcessId(nint process);

    /// <summary>Returns the id of a thread's process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocessidofthread"/>
    [LibraryImport("kernel32")]
    public static partial uint GetProcessIdOfThread(nint thread);

    /// <summary>Gets a mitigation policy of a process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocessmitigationpolicy"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetProcessMitigationPolicy(nint process, int policy, void* buffer, nuint length);

    /// <summary>Gets the times of a process, as FILETIMEs; 0 on failure (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocesstimes"/>
    [LibraryImport("kernel32")]
    public static partial int GetProcessTimes(
        nint hProcess, long* lpCreationTime, long* lpExitTime, long* lpKernelTime, long* lpUserTime);

    /// <summary>Gets the start-up information of this process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getstartupinfow"/>
    [LibraryImport("kernel32")]
    public static partial void GetStartupInfoW(STARTUPINFOW* lpStartupInfo);

    /// <summary>Determines whether a process is a 32-bit process on a 64-bit system (<c>wow64apiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/wow64apiset/nf-wow64apiset-iswow64process"/>
    [LibraryImport("kernel32")]
    public static partial int IsWow64Process(nint hProcess, int* wow64Process);

    /// <summary>Opens a process; zero on failure (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-openprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint OpenProcess(
        ProcessAccess dwDesiredAccess, [MarshalAs(UnmanagedType.Bool)] bool bInheritHandle, uint dwProcessId);

    /// <summary>Gets the file of a process's program (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-queryfullprocessimagenamew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryFullProcessImageNameW(nint hProcess, uint dwFlags, char* lpExeName, ref uint lpdwSize);

    /// <summary>Resumes a suspended thread (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-resumethread"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint ResumeThread(nint hThread);

    /// <summary>Ends a process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-terminateprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int TerminateProcess(nint hProcess, uint uExitCode);
}

/// <summary>The access rights of a process that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum ProcessAccess : uint
{
    /// <summary>No right.</summary>
    None = 0,

    /// <summary>The process's memory may be changed in other ways than by writing.</summary>
    PROCESS_VM_OPERATION = 0x8,

    /// <summary>The process's memory may be read.</summary>
    PROCESS_VM_READ = 0x10,

    /// <summary>The process's memory may be written.</summary>
    PROCESS_VM_WRITE = 0x20,

    /// <summary>The process's handles may be copied.</summary>
    PROCESS_DUP_HANDLE = 0x40,

    /// <summary>All information about the process may be queried.</summary>
    PROCESS_QUERY_INFORMATION = 0x400,

    /// <summary>The process's program, times and exit code may be queried.</summary>
    PROCESS_QUERY_LIMITED_INFORMATION = 0x1000,
}

/// <summary>The process creation flags that are used here (<c>winbase.h</c>).</summary>
[Flags]
public enum ProcessCreationFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>The creator debugs the process and everything that it starts.</summary>
    DEBUG_PROCESS = 0x1,

    /// <summary>The creator debugs only this process.</summary>
    DEBUG_ONLY_THIS_PROCESS = 0x2,

    /// <summary>The process's first thread waits to be resumed.</summary>
    CREATE_SUSPENDED = 0x4,

    /// <summary>The environment is UTF-16.</summary>
    CREATE_UNICODE_ENVIRONMENT = 0x400,

    /// <summary>The start-up information is a <c>STARTUPINFOEX</c> with attributes.</summary>
    EXTENDED_STARTUPINFO_PRESENT = 0x80000,

    /// <summary>A console program gets no window.</summary>
    CREATE_NO_WINDOW = 0x800_0000,
}

/// <summary>The flags that tell which fields of <see cref="STARTUPINFOW"/> are set (<c>winbase.h</c>): those that are used here.</summary>
[Flags]
public enum StartupFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>The window's show state is set.</summary>
    STARTF_USESHOWWINDOW = 0x1,

    /// <summary>The standard handles are set.</summary>
    STARTF_USESTDHANDLES = 0x100,
}

/// <summary><c>CreateProcessInternalW</c> of kernelbase: every way to start a process leads here. Undocumented by Microsoft.</summary>
public readonly unsafe partial struct CreateProcessInternalW;

/// <summary><c>IsWow64Process2</c>: the machine types of a process and of the system; Windows 10 1709 and later (wow64apiset.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/wow64apiset/nf-wow64apiset-iswow64process2"/>
public readonly unsafe partial struct IsWow64Process2;

/// <summary><c>PROCESS_INFORMATION</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct ProcessInformation
{
    /// <summary>The handles of the process and of its first thread.</summary>
    public nint Process, Thread;

    /// <summary>The ids of the two.</summary>
    public uint ProcessId, ThreadId;
}

/// <summary>The start-up information of a program (<c>processthreadsapi.h</c>). 104 bytes on 64 bit, 68 on 32 bit.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/ns-processthreadsapi-startupinfow"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct STARTUPINFOW
{
    /// <summary>The size of this structure in bytes.</summary>
    public uint cb;

    /// <summary>Reserved; null.</summary>
    public char* lpReserved;

    /// <summary>The desktop; null for the parent's.</summary>
    public char* lpDesktop;

    /// <summary>The console window's title, or null.</summary>
    public char* lpTitle;

    /// <summary>The window's position.</summary>
    public uint dwX, dwY;

    /// <summary>The window's width and height.</summary>
    public uint dwXSize, dwYSize;

    /// <summary>The console's width and height in characters.</summary>
    public uint dwXCountChars, dwYCountChars;

    /// <summary>The console's colours.</summary>
    public uint dwFillAttribute;

    /// <summary>The flags that tell which fields are set.</summary>
    public StartupFlags dwFlags;

    /// <summary>The window's show state.</summary>
    public ushort wShowWindow;

    /// <summary>For the C runtime.</summary>
    public ushort cbReserved2;

    /// <summary>For the C runtime.</summary>
    public byte* lpReserved2;

    /// <summary>Standard input, output and error.</summary>
    public nint hStdInput, hStdOutput, hStdError;
}
