using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary><c>NtCreateThreadEx</c>, to which <c>CreateRemoteThread</c> and <c>RtlCreateUserThread</c> lead.</summary>
/// <remarks>
/// A thread created in a suspended child runs before the child's main thread: script extenders load their DLL in this way. The thread gets
/// the main thread's APC, so that the VFS is loaded before the thread's start routine. The caller gets the requested thread: handle, id,
/// exit code.
/// </remarks>
internal static unsafe class NtCreateThreadExHook
{
    // With any other flag, the loader doesn't initialize the thread, so no DLL can be loaded on it.
    private const ThreadCreateFlags Understood = ThreadCreateFlags.CREATE_SUSPENDED | ThreadCreateFlags.HIDE_FROM_DEBUGGER;

    public static nint Handler => NtCreateThreadEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint* thread, ThreadAccess access, void* objectAttributes, nint process, void* routine, void* argument,
        ThreadCreateFlags flags, nuint zeroBits, nuint stack, nuint mostStack, void* attributes)
    {
        var call = new Call(thread, access, objectAttributes, process, routine, argument, flags, zeroBits, stack, mostStack, attributes);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint* thread, ThreadAccess access, void* objectAttributes, nint process, void* routine, void* argument,
        ThreadCreateFlags flags, nuint zeroBits, nuint stack, nuint mostStack, void* attributes) : IHookedCall<NtStatus>
    {
        public static string Failure =>
            "a thread that was made in a program may run before the program's mods are there, or without a DLL of theirs";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            if ((flags & ~Understood) != 0 || SuspendedChildren.Current?.Find(process) is not { } entry)
                return ended.With(AnswerWithoutVfs(view));
            NtStatus status = ended.With(Invoke(
                access | ThreadAccess.THREAD_SET_CONTEXT | ThreadAccess.THREAD_SUSPEND_RESUME
                | ThreadAccess.THREAD_QUERY_LIMITED_INFORMATION,
                flags | ThreadCreateFlags.CREATE_SUSPENDED));
            nint created = 0;
            if (!status.IsSuccess() || GateTable.Native.TryCopy(&created, thread, (nuint)sizeof(nint)) == 0)
                return status;
            bool staysSuspended = (flags & ThreadCreateFlags.CREATE_SUSPENDED) != 0;
            try
            {
                // If the APC can't be queued, the main thread starts the VFS, later.
                _ = entry.QueueOn(created);
                if (!staysSuspended)
                    entry.AboutToRun();
            }
            finally
            {
                if (!staysSuspended)
                    Kernel32.ResumeThread(created);
            }

            return status;
        }

        public NtStatus AnswerWithoutVfs(MergedView view) => Invoke(access, flags);

        private NtStatus Invoke(ThreadAccess wantedAccess, ThreadCreateFlags wantedFlags) =>
            new NtCreateThreadEx(GateTable.Original(GateIndex.NtCreateThreadEx)).Invoke(
                thread, wantedAccess, objectAttributes, process, routine, argument, wantedFlags, zeroBits, stack, mostStack, attributes);
    }
}
