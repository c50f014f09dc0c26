using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>
/// <c>NtCreateThreadEx</c>, to which <c>CreateRemoteThread</c> and <c>RtlCreateUserThread</c> come down. A thread that is made in a child
/// which waits suspended runs before the child's main thread: script extenders load their DLL by it. It gets the APC that the main thread
/// has, and the VFS is in before its start routine. The caller sees the thread that it asked for: handle, id, exit code.
/// </summary>
internal static unsafe class NtCreateThreadExHook
{
    // Any other flag makes a thread that the loader doesn't set up, on which no DLL can be loaded.
    private const ThreadCreateFlags Understood = ThreadCreateFlags.CREATE_SUSPENDED | ThreadCreateFlags.HIDE_FROM_DEBUGGER;

    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtCreateThreadEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint* thread, ThreadAccess access, void* objectAttributes, nint process, void* routine, void* argument,
        ThreadCreateFlags flags, nuint zeroBits, nuint stack, nuint mostStack, void* attributes)
    {
        using HandlerScope scope = HandlerScope.Enter();
        NtCreateThreadEx original = new(GateTable.Original(GateIndex.NtCreateThreadEx));
        ProcessEntry? entry = (flags & ~Understood) == 0 ? Find(process) : null;
        if (entry is null)
        {
            return original.Invoke(
                thread, access, objectAttributes, process, routine, argument, flags, zeroBits, stack, mostStack, attributes);
        }

        NtStatus status = original.Invoke(
            thread, access | ThreadAccess.THREAD_SET_CONTEXT | ThreadAccess.THREAD_SUSPEND_RESUME
                | ThreadAccess.THREAD_QUERY_LIMITED_INFORMATION, objectAttributes, process, routine,
            argument, flags | ThreadCreateFlags.CREATE_SUSPENDED, zeroBits, stack, mostStack, attributes);
        nint created = 0;
        if (!status.IsSuccess() || GateTable.Native.TryCopy(&created, thread, (nuint)sizeof(nint)) == 0)
            return status;
        // Where it can't be queued, the main thread starts the VFS, later.
        _ = entry.QueueOn(created);
        if ((flags & ThreadCreateFlags.CREATE_SUSPENDED) == 0)
            Run(created, entry);
        return status;
    }

    private static void Run(nint thread, ProcessEntry entry)
    {
        try
        {
            entry.AboutToRun();
        }
        catch (Exception e)
        {
            HandlerFaults.Note("a program that was started may run without a mod's DLL that it imports", e);
        }

        Kernel32.ResumeThread(thread);
    }

    private static ProcessEntry? Find(nint process)
    {
        try
        {
            return SuspendedChildren.Current?.Find(process);
        }
        catch (Exception e)
        {
            HandlerFaults.Note("a thread that was made in a program may run before the program's mods are there", e);
            return null;
        }
    }
}
