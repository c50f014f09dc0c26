namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// <c>NtNotifyChangeDirectoryFile</c> (<c>ntifs.h</c>): requests notification of changes in a folder. Calls on folders come here, tracked
/// or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileHook
{
    public static nint Handler => NtNotifyChangeDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree)
    {
        var notify = new NotifyCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            Buffer = buffer,
            Length = length,
            CompletionFilter = completionFilter,
            WatchTree = watchTree != 0,
            InformationClass = DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation,
        };
        var call = new Call(notify, watchTree);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly ref struct Call(NotifyCall notify, byte watchTree) : IHookedCall<NtStatus>
    {
        private readonly NotifyCall _notify = notify;

        public static string Failure => NotifyCall.Failure;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            _notify.TryRun(view, out NtStatus status, ref ended) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            new NtNotifyChangeDirectoryFile(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFile)).Invoke(
                _notify.FileHandle, _notify.Event, _notify.ApcRoutine, _notify.ApcContext, _notify.IoStatusBlock, _notify.Buffer,
                _notify.Length, _notify.CompletionFilter, watchTree);
    }
}

/// <summary>
/// <c>NtNotifyChangeDirectoryFileEx</c> (<c>ntifs.h</c>, Windows 10 1709 and later): requests notification of changes in a folder, in one
/// of several forms. Calls on folders come here, tracked or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileExHook
{
    public static nint Handler => NtNotifyChangeDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        var notify = new NotifyCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            Buffer = buffer,
            Length = length,
            CompletionFilter = completionFilter,
            WatchTree = watchTree != 0,
            InformationClass = informationClass,
        };
        var call = new Call(notify, watchTree);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly ref struct Call(NotifyCall notify, byte watchTree) : IHookedCall<NtStatus>
    {
        private readonly NotifyCall _notify = notify;

        public static string Failure => NotifyCall.Failure;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            _notify.TryRun(view, out NtStatus status, ref ended) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            new NtNotifyChangeDirectoryFileEx(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFileEx)).Invoke(
                _notify.FileHandle, _notify.Event, _notify.ApcRoutine, _notify.ApcContext, _notify.IoStatusBlock, _notify.Buffer,
                _notify.Length, _notify.CompletionFilter, watchTree, _notify.InformationClass);
    }
}
