using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Listing.State;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>
/// A query of a folder's entries, as either function has it. The game's pointers may lead anywhere: they are used through the safe copy,
/// or handed to the original untouched.
/// </summary>
internal unsafe ref struct ListingCall
{
    private const int PatternOnStack = 260;

    /// <summary>The folder's handle.</summary>
    public nint FileHandle;

    /// <summary>Set when the query is done, or zero.</summary>
    public nint Event;

    /// <summary>Queued to this thread when the query is done, or null.</summary>
    public void* ApcRoutine;

    /// <summary>The APC's argument.</summary>
    public void* ApcContext;

    /// <summary>Where the outcome goes.</summary>
    public void* IoStatusBlock;

    /// <summary>Where the records go.</summary>
    public void* FileInformation;

    /// <summary>Bytes of the buffer.</summary>
    public uint Length;

    /// <summary>The class.</summary>
    public FILE_INFORMATION_CLASS FileInformationClass;

    /// <summary><c>SL_*</c>.</summary>
    public QueryFlags Flags;

    /// <summary>A <c>UNICODE_STRING</c>, or null.</summary>
    public void* FileName;

    /// <summary>What comes of a listing for the game where the VFS fails before anything was listed.</summary>
    public const string Failure = "a folder was listed for the game as it would be without mods";

    /// <summary>Answers from the merged listing; false where the original has to answer.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">What the game gets.</param>
    public readonly bool TryRun(MergedView view, out NtStatus status)
    {
        bool isMerged = false;
        try
        {
            bool isAnswered = TryAnswer(view, ref isMerged, out status);
            HandlerFaults.Current?.ReportPending();
            return isAnswered;
        }
        catch (Exception e) when (isMerged)
        {
            // Out of memory, or a fault of the VFS. The original would go on from where the listing has left the handle's own scan, and
            // what it gives would pass for the whole folder: an error is better. No entry is lost by it, and the next call goes on.
            HandlerFaults.Note("couldn't be listed for the game, which got an error", e, view.Handles.Get(FileHandle).PathId);
            status = NtStatus.STATUS_INSUFFICIENT_RESOURCES;
            return true;
        }
    }

    [SkipLocalsInit]
    private readonly bool TryAnswer(MergedView view, ref bool isMerged, out NtStatus status)
    {
        status = 0;
        HandlePaths.Settle(FileHandle, view);
        HandleEntry entry = view.Handles.Get(FileHandle);
        // Pointers that the kernel would refuse are its to refuse; so are classes that list something else than entries.
        if (entry.Kind != HandleKind.Folder || (Flags & ~QueryFlags.SL_QUERY_DIRECTORY_MASK) != 0 || !CanWriteStatus()
            || !CanWrite(FileInformation, sizeof(uint))
            || !DirectoryRecordLayout.TryGet(FileInformationClass, out _))
            return false;
        UNICODE_STRING name = default;
        if (FileName is not null
            && (((nuint)FileName & (nuint)(sizeof(nint) - 1)) != 0 || Copy(&name, FileName, sizeof(UNICODE_STRING)) == 0
            || (name.Length & 1) != 0))
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        HiddenFolder? hidden = view.Hidden.Of(entry.PathId);
        bool isKnown = snapshot.TryGetFolder(entry.PathId, out FolderView folder);
        // A handle of a folder that the overwrite folder has a part of leads to that part, which may be empty: the game's own isn't.
        bool isSupplied = isKnown && (folder.EntryCount > 0 || new SnapshotFolder(view, folder).Leads);
        // A listing that has begun goes on as it began, though mods may have left the folder meanwhile.
        if (!isSupplied && hidden is null && !view.Whiteouts.Any && snapshot.Hidden?.MayHideIn(entry.PathId) != true
            && ListingStates.Current.TryGet(entry) is null)
            return false;

        isMerged = true;
        FolderCompletion? completion = view.Handles.Ports.TryGet(entry);
        if (ApcRoutine is not null && completion is { HasPort: true })
        {
            status = NtStatus.STATUS_INVALID_PARAMETER; // one of both
            return true;
        }

        // No event, or none that may be set: the original says which.
        if (Event != 0 && !NtClearEvent.Exported.Invoke(Event).IsSuccess())
            return false;
        int patternLength = name.Length / sizeof(char);
        char* onStack = stackalloc char[PatternOnStack];
        char* pattern = patternLength <= PatternOnStack ? onStack : (char*)NativeMemory.Alloc(name.Length);
        try
        {
            bool isCaptured = patternLength == 0 || Copy(pattern, name.Buffer, name.Length) != 0;
            if (isCaptured)
                status = Run(view, entry, completion, hidden, snapshot.Hidden,
                    isKnown ? new SnapshotFolder(view, folder) : new SnapshotFolder(view, entry.PathId),
                    FileName is null ? null : pattern, patternLength);
            return isCaptured;
        }
        finally
        {
            if (pattern != onStack)
                NativeMemory.Free(pattern);
            GC.KeepAlive(snapshot);
        }
    }

    private readonly NtStatus Run(MergedView view, in HandleEntry entry, FolderCompletion? completion, HiddenFolder? hidden,
        HiddenPaths? hiddenByMods, SnapshotFolder folder, char* pattern, int patternLength)
    {
        DirectoryListingState state = ListingStates.Current.GetOrAdd(FileHandle, entry);
        // Asked for only where the real file system is: most calls copy from what was fetched before.
        bool fetches = state.WillFetch(FileInformationClass, Flags);
        bool isAsynchronous = (fetches || Event == 0) && state.IsAsynchronous(FileHandle);
        char* handleFolder = stackalloc char[PathBuffers.StackCapacity];
        var source = new GameDirectorySource(view,
            new OriginalDirectorySource(isAsynchronous, onDiskOnly: (Flags & QueryFlags.SL_RETURN_ON_DISK_ENTRIES_ONLY) != 0), hidden,
            hiddenByMods, entry.PathId);
        ReadOnlySpan<char> behind = fetches ? FolderBehind(handleFolder) : [];
        nint own = 0;
        if (!folder.IsOpaque)
            own = IsInMod(folder, behind) ? OpenOwn(view.Files, entry.PathId, handleFolder, ref behind) : 0;
        else if (!behind.IsEmpty && folder.SourceCount > 0 && !IsInMod(folder, behind))
            own = Open(folder.GetSource(0), handleFolder, ref behind);
        NtStatus status;
        nuint information;
        try
        {
            var query = new DirectoryQuery
            {
                Handle = own == 0 ? FileHandle : own,
                HandleFolder = behind,
                Class = FileInformationClass,
                Buffer = FileInformation,
                Length = Length,
                Flags = Flags,
                Pattern = pattern,
                PatternLength = patternLength,
                Copy = GateTable.Native.TryCopy,
            };
            status = state.Query(ref source, folder, in query, out information);
        }
        finally
        {
            if (own != 0)
                source.Close(own);
        }

        if (status.IsError())
            return status;
        // The status and what it's about are written before the program is told.
        IO_STATUS_BLOCK result;
        result.Status = (nint)status;
        result.Information = information;
        if (Copy(IoStatusBlock, &result, sizeof(IO_STATUS_BLOCK)) == 0)
            return NtStatus.STATUS_ACCESS_VIOLATION;
        if (Event != 0)
            NtSetEvent.Exported.Invoke(Event, null);
        else if (isAsynchronous)
            FileSignal.Set(FileHandle);
        if (ApcRoutine is not null)
            NtQueueApcThread.Exported.Invoke(-2, ApcRoutine, ApcContext, IoStatusBlock, null);
        else
            completion?.Report(ApcContext, status, information);
        return status;
    }

    /// <summary>The real folder of the handle: the game's own, or the mod's where only mods have it.</summary>
    private readonly ReadOnlySpan<char> FolderBehind(char* text)
    {
        const string prefix = NtPath.Prefix;
        var buffer = new Span<char>(text, PathBuffers.StackCapacity);
        int length = RealNames.GetName(FileHandle, buffer[prefix.Length..^1]);
        if (length == 0)
            return [];
        prefix.CopyTo(buffer);
        buffer[prefix.Length + length] = '\\';
        return buffer[..(prefix.Length + length + 1)];
    }

    /// <summary>Whether a real folder, with a backslash behind it, is one of those that mods have of the listed one.</summary>
    private static bool IsInMod(scoped in SnapshotFolder folder, ReadOnlySpan<char> real)
    {
        for (int i = 0; !real.IsEmpty && i < folder.SourceCount; i++)
        {
            if (CaseFolding.Equals(folder.GetSource(i), real))
                return true;
        }

        return false;
    }

    /// <summary>
    /// The game's own folder, where it was made since a handle was opened that leads into a mod: what is new in it is listed too. Zero
    /// where there is none still.
    /// </summary>
    private static nint OpenOwn(VirtualFileSystem files, int pathId, char* text, ref ReadOnlySpan<char> folder)
    {
        const string prefix = NtPath.Prefix;
        int length = prefix.Length + files.CopyPath(pathId, []) + 1;
        if (length > PathBuffers.StackCapacity)
            return 0;
        Span<char> path = new char[length];
        prefix.CopyTo(path);
        files.CopyPath(pathId, path[prefix.Length..]);
        path[^1] = '\\';
        return Open(path, text, ref folder);
    }

    /// <summary>Opens a real folder in place of the one that the handle leads to. Zero where it isn't there.</summary>
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

    // The whole of it: the kernel looks before it does anything, and an error would leave it unwritten.
    private readonly bool CanWriteStatus()
    {
        IO_STATUS_BLOCK copy;
        return ((nuint)IoStatusBlock & (nuint)(sizeof(nint) - 1)) == 0 && IoStatusBlock is not null
            && Copy(&copy, IoStatusBlock, sizeof(IO_STATUS_BLOCK)) != 0
            && Copy(IoStatusBlock, &copy, sizeof(IO_STATUS_BLOCK)) != 0;
    }

    private static bool CanWrite(void* pointer, int alignment)
    {
        byte first;
        return pointer is not null && ((nuint)pointer & (nuint)(alignment - 1)) == 0 && Copy(&first, pointer, 1) != 0
            && Copy(pointer, &first, 1) != 0;
    }

    private static int Copy(void* destination, void* source, int bytes) => GateTable.Native.TryCopy(destination, source, (nuint)bytes);
}
