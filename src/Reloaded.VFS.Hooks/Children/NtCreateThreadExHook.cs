using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
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
                // Where it can't be queued, the main thread starts the VFS, later.
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
