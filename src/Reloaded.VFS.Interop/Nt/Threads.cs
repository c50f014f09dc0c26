using System.Runtime.CompilerServices;
using unsafe NtCreateThreadExFunction = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.ThreadAccess, void*, nint, void*, void*, Reloaded.VFS.Interop.Nt.ThreadCreateFlags, nuint, nuint, nuint,
    void*, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtQueryInformationThreadFunction = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.THREADINFOCLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtQueueApcThreadFunction = delegate* unmanaged<nint, void*, void*, void*, void*, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtResumeThreadFunction = delegate* unmanaged<nint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a thread: the classes that are used here (<c>winternl.h</c>).</summary>
public enum THREADINFOCLASS : uint
{
    /// <summary><c>THREAD_BASIC_INFORMATION</c>: its id, how it ended.</summary>
    ThreadBasicInformation = 0,

    /// <summary>A ULONG: how often it was suspended (phnt; Windows 8.1).</summary>
    ThreadSuspendCount = 35,
}

/// <summary>What a thread's handle may be used for: the rights that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum ThreadAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It may be suspended and resumed.</summary>
    THREAD_SUSPEND_RESUME = 0x0002,

    /// <summary>APCs may be queued for it, and its registers set.</summary>
    THREAD_SET_CONTEXT = 0x0010,

    /// <summary>It may be asked for its id and its block.</summary>
    THREAD_QUERY_LIMITED_INFORMATION = 0x0800,
}

/// <summary>The flags of <c>NtCreateThreadEx</c> that are used here (<c>THREAD_CREATE_FLAGS_*</c>; phnt: <c>ntpsapi.h</c>).</summary>
[Flags]
public enum ThreadCreateFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It doesn't run until it is resumed.</summary>
    CREATE_SUSPENDED = 0x01,

    /// <summary>A debugger of the process isn't told what happens on it.</summary>
    HIDE_FROM_DEBUGGER = 0x04,
}

/// <summary>
/// <c>NtCreateThreadEx</c>: makes a thread in any process; <c>CreateThread</c>, <c>CreateRemoteThread</c> and <c>RtlCreateUserThread</c>
/// call it (phnt: ntpsapi.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateThreadEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtCreateThreadExFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint* threadHandle, ThreadAccess desiredAccess, void* objectAttributes, nint processHandle, void* startRoutine,
        void* argument, ThreadCreateFlags createFlags, nuint zeroBits, nuint stackSize, nuint maximumStackSize, void* attributeList) =>
        ((NtCreateThreadExFunction)address)(
            threadHandle, desiredAccess, objectAttributes, processHandle, startRoutine, argument, createFlags, zeroBits,
            stackSize, maximumStackSize, attributeList);
}

/// <summary><c>NtQueryInformationThread</c>: tells of a thread (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntqueryinformationthread"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationThread(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationThread Exported => new(SystemExports.NtQueryInformationThread);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, THREADINFOCLASS threadInformationClass, void* threadInformation, uint length,
        uint* returnLength) =>
        ((NtQueryInformationThreadFunction)address)(threadHandle, threadInformationClass, threadInformation, length, returnLength);
}

/// <summary>
/// <c>NtQueueApcThread</c>: has a thread call a routine with three arguments (phnt: ntpsapi.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueueApcThread(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueueApcThread Exported => new(SystemExports.NtQueueApcThread);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, void* apcRoutine, void* argument1, void* argument2, void* argument3) =>
        ((NtQueueApcThreadFunction)address)(threadHandle, apcRoutine, argument1, argument2, argument3);
}

/// <summary>
/// <c>NtResumeThread</c>: takes one from a thread's suspend count; <c>ResumeThread</c> calls it (phnt: ntpsapi.h). Microsoft documents it
/// nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtResumeThread(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtResumeThreadFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, uint* previousSuspendCount) =>
        ((NtResumeThreadFunction)address)(threadHandle, previousSuspendCount);
}
