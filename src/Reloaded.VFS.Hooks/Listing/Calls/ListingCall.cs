using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Listing.State;
using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>
/// A query of a folder's entries, by either function. The game's pointers may be invalid: they are used through the safe copy, or passed to
/// the original untouched.
/// </summary>
/// <param name="event">The event to set when the query is done, or zero.</param>
/// <param name="apcRoutine">The APC to queue to this thread when the query is done, or null.</param>
/// <param name="apcContext">The APC's argument.</param>
/// <param name="ioStatusBlock">The game's status block.</param>
/// <param name="fileInformation">The buffer for the records.</param>
/// <param name="length">The length of the buffer, in bytes.</param>
/// <param name="fileInformationClass">The class of the records.</param>
/// <param name="flags">The flags (<c>SL_*</c>).</param>
/// <param name="fileName">The pattern, a <c>UNICODE_STRING</c>, or null.</param>
/// <param name="isEx">True for a call of <c>NtQueryDirectoryFileEx</c>.</param>
internal readonly unsafe ref struct ListingCall(
    nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
    FILE_INFORMATION_CLASS fileInformationClass, QueryFlags flags, void* fileName, bool isEx) : IHookedCall<NtStatus>
{
    private const int PatternOnStack = 260;

    /// <summary>The process's listings in progress. Set before the first hook is installed, and kept until the process ends.</summary>
    public static HandleStates<DirectoryListingState> States = null!;

    public static string Failure => "a folder was listed for the game as it would be without mods";

    public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
        TryRun(view, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));

    public NtStatus AnswerWithoutVfs(MergedView view) => isEx
        ? new NtQueryDirectoryFileEx(GateTable.Original(GateIndex.NtQueryDirectoryFileEx)).Invoke(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass, flags, fileName)
        : new NtQueryDirectoryFile(GateTable.Original(GateIndex.NtQueryDirectoryFile)).Invoke(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass,
            (flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0 ? (byte)1 : (byte)0, fileName,
            (flags & QueryFlags.SL_RESTART_SCAN) != 0 ? (byte)1 : (byte)0);

    /// <summary>Answers from the merged listing. Returns false if the original has to answer.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">The game's status.</param>
    private bool TryRun(MergedView view, out NtStatus status)
    {
        bool isMerged = false;
        try
        {
            bool isAnswered = TryAnswer(view, ref isMerged, out status);
            HandlerFaults.ReportRest();
            return isAnswered;
        }
        catch (Exception e) when (isMerged)
        {
            // Out of memory, or a bug of the VFS. The original would continue at the position of the handle's own scan, and its entries
            // would pass for the whole folder: an error is better. No entry is lost, and the next call continues.
            HandlerFaults.Note("couldn't be listed for the game, which got an error", e, view.Handles.Get(fileHandle).PathId);
            status = NtStatus.STATUS_INSUFFICIENT_RESOURCES;
            return true;
        }
    }

    [SkipLocalsInit]
    private bool TryAnswer(MergedView view, ref bool isMerged, out NtStatus status)
    {
        status = 0;
        HandlePaths.EnsureResolved(fileHandle, view);
        HandleEntry entry = view.Handles.Get(fileHandle);
        // The kernel refuses invalid pointers itself; classes that list something other than entries are the original's.
        if (entry.Kind != HandleKind.Folder || (flags & ~QueryFlags.SL_QUERY_DIRECTORY_MASK) != 0
            || !GameMemory.CanWriteStatus(ioStatusBlock) || !GameMemory.CanWriteRecords(fileInformation)
            || !DirectoryRecordLayout.TryGet(fileInformationClass, out _))
            return false;
        UNICODE_STRING name = default;
        if (fileName is not null
            && (((nuint)fileName & (nuint)(sizeof(nint) - 1)) != 0 || Copy(&name, fileName, sizeof(UNICODE_STRING)) == 0
            || (name.Length & 1) != 0))
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        HiddenFolder? hidden = view.Hidden.Of(entry.PathId);
        bool isKnown = snapshot.TryGetFolder(entry.PathId, out FolderView folder);
        // Where a mod has a part of the folder, or the overwrite folder has one, the handle may lead to that part. It may be empty while the
        // game's own isn't.
        bool isSupplied = isKnown && (folder.EntryCount > 0 || folder.SourceCount > 0);
        // A listing continues as it began, even if mods have left the folder meanwhile.
        if (!isSupplied && hidden is null && !view.Whiteouts.Any && snapshot.Hidden?.MayHideIn(entry.PathId) != true
            && States.TryGet(entry) is null)
            return false;

        isMerged = true;
        FolderCompletion? completion = view.Handles.Ports.TryGet(entry);
        if (apcRoutine is not null && completion is { HasPort: true })
        {
            status = NtStatus.STATUS_INVALID_PARAMETER; // one of both
            return true;
        }

        // No event, or one that can't be set: the original returns the right status.
        if (@event != 0 && !NtClearEvent.Exported.Invoke(@event).IsSuccess())
            return false;
        int patternLength = name.Length / sizeof(char);
        char* onStack = stackalloc char[PatternOnStack];
        char* pattern = patternLength <= PatternOnStack ? onStack : (char*)NativeMemory.Alloc(name.Length);
        try
        {
            bool isCaptured = patternLength == 0 || Copy(pattern, name.Buffer, name.Length) != 0;
            if (isCaptured)
                status = Run(in entry, completion, new UnseenNames(view, hidden, snapshot.Hidden, entry.PathId),
                    isKnown ? new SnapshotFolder(view, folder) : new SnapshotFolder(view, entry.PathId),
                    QueryWith(fileName is null ? null : pattern, patternLength));
            return isCaptured;
        }
        finally
        {
            if (pattern != onStack)
                NativeMemory.Free(pattern);
            GC.KeepAlive(snapshot);
        }
    }

    private DirectoryQuery QueryWith(char* pattern, int patternLength) => new()
    {
        Class = fileInformationClass,
        Buffer = fileInformation,
        Length = length,
        Flags = flags,
        Pattern = pattern,
        PatternLength = patternLength,
        Copy = GateTable.Native.TryCopy,
    };

    private NtStatus Run(in HandleEntry entry, FolderCompletion? completion, in UnseenNames unseen, SnapshotFolder folder,
        scoped DirectoryQuery query)
    {
        DirectoryListingState state = States.GetOrAdd(fileHandle, entry);
        // Queried only if the answer matters: most calls copy from what was fetched before.
        bool fetches = state.WillFetch(fileInformationClass, flags);
        bool isAsynchronous = (fetches || @event == 0) && state.IsAsynchronous(fileHandle);
        char* handleFolder = stackalloc char[PathBuffers.StackCapacity];
        var source = new GameDirectorySource(
            new OriginalDirectorySource(isAsynchronous, onDiskOnly: (flags & QueryFlags.SL_RETURN_ON_DISK_ENTRIES_ONLY) != 0), unseen);
        ReadOnlySpan<char> behind = fetches ? FolderBehind(handleFolder) : [];
        nint own = 0;
        if (!folder.IsOpaque)
            own = IsInMod(folder, behind) ? OpenOwn(unseen.View.Files.GetPath(entry.PathId), handleFolder, ref behind) : 0;
        else if (!behind.IsEmpty && folder.SourceCount > 0 && !IsInMod(folder, behind))
            own = Open(folder.GetSource(0), handleFolder, ref behind);
        NtStatus status;
        nuint information;
        try
        {
            query.Handle = own == 0 ? fileHandle : own;
            query.HandleFolder = behind;
            status = state.Query(ref source, folder, in query, out information);
        }
        finally
        {
            if (own != 0)
                source.Close(own);
        }

        if (status.IsError())
            return status;
        // The status and the length are written before the program is notified.
        IO_STATUS_BLOCK result;
        result.Status = (nint)status;
        result.Information = information;
        if (Copy(ioStatusBlock, &result, sizeof(IO_STATUS_BLOCK)) == 0)
            return NtStatus.STATUS_ACCESS_VIOLATION;
        if (@event != 0)
            NtSetEvent.Exported.Invoke(@event, null);
        else if (isAsynchronous)
            FileSignal.Set(fileHandle);
        if (apcRoutine is not null)
            NtQueueApcThread.Exported.Invoke(-2, apcRoutine, apcContext, ioStatusBlock, null);
        else
            completion?.Report(apcContext, status, information);
        return status;
    }

    /// <summary>Returns the handle's real folder: the game's own, or the mod's if only mods have it.</summary>
    private ReadOnlySpan<char> FolderBehind(char* text)
    {
        const string prefix = NtPath.Prefix;
        var buffer = new Span<char>(text, PathBuffers.StackCapacity);
        int chars = RealNames.GetName(fileHandle, buffer[prefix.Length..^1]);
        if (chars == 0)
            return [];
        prefix.CopyTo(buffer);
        buffer[prefix.Length + chars] = '\\';
        return buffer[..(prefix.Length + chars + 1)];
    }

    /// <summary>Determines whether a real folder, with a backslash at the end, is one of those that mods have of the listed one.</summary>
    private static bool IsInMod(scoped in SnapshotFolder folder, ReadOnlySpan<char> real)
    {
        foreach (FolderSource source in real.IsEmpty ? default : folder.Sources)
        {
            if (CaseFolding.Equals(source.Text, real))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Opens the game's own folder if it was made after a handle that leads into a mod was opened: new files in it are listed, too. Returns
    /// zero if there is still none.
    /// </summary>
    private static nint OpenOwn(ReadOnlySpan<char> path, char* text, ref ReadOnlySpan<char> folder) =>
        Open(string.Concat(NtPath.Prefix, path, @"\"), text, ref folder);

    /// <summary>Opens a real folder instead of the handle's own. Returns zero if it doesn't exist.</summary>
    private static nint Open(scoped ReadOnlySpan<char> path, char* text, ref ReadOnlySpan<char> folder)
    {
        nint own;
        var source = new OriginalDirectorySource(isAsynchronous: false);
        if (path.Length > PathBuffers.StackCapacity || source.Open(path, out own).IsError())
            return 0;
        path.CopyTo(new Span<char>(text, path.Length));
        folder = new ReadOnlySpan<char>(text, path.Length);
        return own;
    }

    private static int Copy(void* destination, void* source, int bytes) => GateTable.Native.TryCopy(destination, source, (nuint)bytes);
}

/// <summary>The names in a listed folder that the game doesn't see.</summary>
/// <param name="View">What the game sees.</param>
/// <param name="Hidden">The names that are never shown; null for none.</param>
/// <param name="HiddenByMods">The names of the game's own that mods hide; null for none.</param>
/// <param name="PathId">The folder, for the names in it whose file in a mod the game deleted; -1 for none.</param>
internal readonly record struct UnseenNames(MergedView View, HiddenFolder? Hidden, HiddenPaths? HiddenByMods, int PathId)
{
    /// <summary>Determines whether a name is never shown.</summary>
    public bool IsHidden(scoped ReadOnlySpan<char> name) => Hidden is not null && Hidden.Contains(name);

    /// <summary>Determines whether a name of the game's own isn't seen.</summary>
    public bool IsCovered(scoped ReadOnlySpan<char> name) =>
        View.Whiteouts.CoversName(PathId, name)
            || HiddenByMods?.HidesOwn(PathId, name) == true
            || (PathId >= 0 && View.Companions.TryFindPlace(PathId, name, out _, out _, out _));
}

/// <summary>The real folders of a listing for the game, and the names in them that the game doesn't see.</summary>
/// <param name="folders">The real folders.</param>
internal readonly unsafe struct GameDirectorySource(OriginalDirectorySource folders, in UnseenNames unseen) : IDirectorySource
{
    private readonly UnseenNames _unseen = unseen;

    public ListingBehaviour Behaviour => folders.Behaviour;

    public NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle) => folders.Open(folder, out handle);
    public NtStatus Reopen(nint folder, out nint handle) => folders.Reopen(folder, out handle);

    public NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags, char* pattern,
        int patternLength, out uint written) =>
        folders.Query(folder, informationClass, buffer, length, flags, pattern, patternLength, out written);

    public void Close(nint folder) => folders.Close(folder);
    public long GetStamp(nint folder) => folders.GetStamp(folder);

    public KeptNames? FindKept() => KeptNames.Find(_unseen.PathId);
    public void Keep(KeptNames names) => names.KeepFor(_unseen.PathId);
    public bool IsHidden(scoped ReadOnlySpan<char> name) => _unseen.IsHidden(name);
    public bool IsCovered(scoped ReadOnlySpan<char> name) => _unseen.IsCovered(name);
}
