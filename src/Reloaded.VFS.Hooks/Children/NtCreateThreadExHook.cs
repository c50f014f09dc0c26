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
        var call = new Call
        {
            Thread = thread,
            Access = access,
            ObjectAttributes = objectAttributes,
            Process = process,
            Routine = routine,
            Argument = argument,
            Flags = flags,
            ZeroBits = zeroBits,
            Stack = stack,
            MostStack = mostStack,
            Attributes = attributes,
        };
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : IHookedCall<NtStatus>
    {
        public nint* Thread;
        public ThreadAccess Access;
        public void* ObjectAttributes;
        public nint Process;
        public void* Routine;
        public void* Argument;
        public ThreadCreateFlags Flags;
        public nuint ZeroBits;
        public nuint Stack;
        public nuint MostStack;
        public void* Attributes;

        public static string Failure =>
            "a thread that was made in a program may run before the program's mods are there, or without a DLL of theirs";

        public readonly NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            if ((Flags & ~Understood) != 0 || SuspendedChildren.Current?.Find(Process) is not { } entry)
                return ended.With(AnswerWithoutVfs(view));
            NtStatus status = ended.With(Invoke(
                Access | ThreadAccess.THREAD_SET_CONTEXT | ThreadAccess.THREAD_SUSPEND_RESUME | ThreadAccess.THREAD_QUERY_LIMITED_INFORMATION,
                Flags | ThreadCreateFlags.CREATE_SUSPENDED));
            nint created = 0;
            if (!status.IsSuccess() || GateTable.Native.TryCopy(&created, Thread, (nuint)sizeof(nint)) == 0)
                return status;
            bool staysSuspended = (Flags & ThreadCreateFlags.CREATE_SUSPENDED) != 0;
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

        public readonly NtStatus AnswerWithoutVfs(MergedView view) => Invoke(Access, Flags);

        private readonly NtStatus Invoke(ThreadAccess access, ThreadCreateFlags flags) =>
            new NtCreateThreadEx(GateTable.Original(GateIndex.NtCreateThreadEx)).Invoke(
                Thread, access, ObjectAttributes, Process, Routine, Argument, flags, ZeroBits, Stack, MostStack, Attributes);
    }
}
