namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary><c>NtQueryDirectoryFile</c>: lists a folder (<c>ntifs.h</c>). Only calls on tracked folders come here.</summary>
internal static unsafe class NtQueryDirectoryFileHook
{
    public static nint Handler => NtQueryDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, byte returnSingleEntry, void* fileName, byte restartScan)
    {
        var listing = new ListingCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            FileInformation = fileInformation,
            Length = length,
            FileInformationClass = fileInformationClass,
            Flags = (restartScan != 0 ? QueryFlags.SL_RESTART_SCAN : 0)
                | (returnSingleEntry != 0 ? QueryFlags.SL_RETURN_SINGLE_ENTRY : 0),
            FileName = fileName,
        };
        var call = new Call(listing, returnSingleEntry, restartScan);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly ref struct Call(ListingCall listing, byte returnSingleEntry, byte restartScan) : IHookedCall<NtStatus>
    {
        private readonly ListingCall _listing = listing;

        public static string Failure => ListingCall.Failure;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            _listing.TryRun(view, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            new NtQueryDirectoryFile(GateTable.Original(GateIndex.NtQueryDirectoryFile)).Invoke(
                _listing.FileHandle, _listing.Event, _listing.ApcRoutine, _listing.ApcContext, _listing.IoStatusBlock, _listing.FileInformation,
                _listing.Length, _listing.FileInformationClass, returnSingleEntry, _listing.FileName, restartScan);
    }
}

/// <summary>
/// <c>NtQueryDirectoryFileEx</c>: lists a folder (<c>ntifs.h</c>; Windows 10 1709 and later). Only calls on tracked folders come here.
/// </summary>
internal static unsafe class NtQueryDirectoryFileExHook
{
    public static nint Handler => NtQueryDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, QueryFlags queryFlags, void* fileName)
    {
        var listing = new ListingCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            FileInformation = fileInformation,
            Length = length,
            FileInformationClass = fileInformationClass,
            Flags = queryFlags,
            FileName = fileName,
        };
        var call = new Call(listing);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly ref struct Call(ListingCall listing) : IHookedCall<NtStatus>
    {
        private readonly ListingCall _listing = listing;

        public static string Failure => ListingCall.Failure;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            _listing.TryRun(view, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            new NtQueryDirectoryFileEx(GateTable.Original(GateIndex.NtQueryDirectoryFileEx)).Invoke(
                _listing.FileHandle, _listing.Event, _listing.ApcRoutine, _listing.ApcContext, _listing.IoStatusBlock, _listing.FileInformation,
                _listing.Length, _listing.FileInformationClass, _listing.Flags, _listing.FileName);
    }
}
