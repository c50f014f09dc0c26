namespace Reloaded.VFS.Hooks.Children;

/// <summary><c>NtResumeThread</c>, to which <c>ResumeThread</c> leads.</summary>
/// <remarks>
/// When a thread of a suspended child is resumed, those of the child's imports that mods supply are withheld: not before, so that the
/// process that holds it suspended finds it as it was made, and may change its import table. The gate leaves out threads of this process:
/// one may be stopped in managed code, and must continue before the handler can be entered.
/// </remarks>
internal static unsafe class NtResumeThreadHook
{
    public static nint Handler => NtResumeThread.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint thread, uint* previousSuspendCount)
    {
        var call = new Call(thread, previousSuspendCount);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint thread, uint* previousSuspendCount) : IHookedCall<NtStatus>
    {
        public static string Failure => "a program that was started may run without a mod's DLL that it imports";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            if (SuspendedChildren.Current?.FindOfThread(thread) is { } entry && !StaysSuspended(thread))
                entry.AboutToRun();
            return ended.With(AnswerWithoutVfs(view));
        }

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            new NtResumeThread(GateTable.Original(GateIndex.NtResumeThread)).Invoke(thread, previousSuspendCount);
    }

    /// <summary>Determines whether the thread was suspended more than once. False if the system doesn't report that.</summary>
    private static bool StaysSuspended(nint thread)
    {
        uint count = 0;
        return NtQueryInformationThread.Exported.Invoke(thread, THREADINFOCLASS.ThreadSuspendCount, &count, sizeof(uint), null).IsSuccess()
            && count > 1;
    }
}
