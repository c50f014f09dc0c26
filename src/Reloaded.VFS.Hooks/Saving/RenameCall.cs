using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// A new name for what a handle leads to, or a hard link to it. A name that a mod supplies leads into the mod: a file that is saved under
/// another name and then renamed replaces the mod's, and the game's own stays as it is. Any other name leads into the game's folder. Rare
/// beside opens, so that it may allocate.
/// </summary>
internal unsafe partial struct RenameCall
{
    /// <summary>What is renamed: the game's own or a mod's.</summary>
    public nint FileHandle;

    /// <summary>Where the outcome goes.</summary>
    public void* IoStatusBlock;

    /// <summary>A <see cref="FILE_RENAME_INFORMATION"/>; may lead anywhere.</summary>
    public void* FileInformation;

    /// <summary>Bytes of the information.</summary>
    public uint Length;

    /// <summary>The class.</summary>
    public FILE_INFORMATION_CLASS FileInformationClass;

    private FILE_RENAME_INFORMATION _header;

    private readonly bool IsLink => FileInformationClass
        is Interop.Nt.FILE_INFORMATION_CLASS.FileLinkInformation or Interop.Nt.FILE_INFORMATION_CLASS.FileLinkInformationEx;

    /// <summary>Answers; false where the original has to, with what the game gave.</summary>
    public bool TryRun(out NtStatus status)
    {
        MergedView view = MergedView.Current;
        Snapshot snapshot = view.Files.Current;
        string? destination = ReadDestination(out bool isSpelledOut);
        if (MergedView.Current.Overwrite is { } overwrite && TryRunInOverwrite(overwrite, destination, out status))
            return true;
        // The name of a stream is none: the kernel says so. The place of a companion is asked for below.
        SeenEntry? seen = destination is null ? null : SeenPath.Of(view, destination, SeenOptions.Whiteouts | SeenOptions.Hidden, snapshot);
        seen = seen is { IsHiddenByMod: true, IsAbsentItself: true } ? PlaceOf(snapshot, seen) : seen;
        var facts = new RenameFacts(
            IsLink, MergedView.Current.Handles.Get(FileHandle).Kind == HandleKind.File, seen is not null && IsOfSeveral(snapshot),
            isSpelledOut, seen);
        RenameDecision decision = RenameDecision.Of(facts);
        if (!IsLink && decision.Way != RenameWay.Refuse && MergedView.Current.Handles.Get(FileHandle) is { Kind: HandleKind.Folder } folder)
            view.Whiteouts.NoteRemoved(snapshot, view.Files.GetPath(folder.PathId).ToString());
        if (MergedView.Current.Journal is { } journal && decision.Way != RenameWay.Refuse)
            Record(journal, destination is null || decision.Way == RenameWay.Rename ? null : NtPath.FromCanonical(destination));
        status = decision.Way switch
        {
            RenameWay.MoveOut => MoveOut(),
            RenameWay.Rename => Run(seen!, CompanionOf(view, snapshot, seen!)),
            _ => decision.Status,
        };
        GC.KeepAlive(snapshot);
        return decision.Way != RenameWay.Original;
    }

    /// <summary>What is renamed to a name that a mod hides goes into that mod.</summary>
    private static SeenEntry PlaceOf(Snapshot snapshot, SeenEntry hidden) =>
        snapshot.Hidden?.TryGetPlace(hidden.Path, out string place) == true
            ? hidden with { Kind = LookupKind.File, Target = place, IsAbsent = false, IsAbsentItself = false }
            : hidden;

    /// <summary>The place beside the mod's file that the new name belongs to; null where it belongs to none.</summary>
    private static string? CompanionOf(MergedView view, Snapshot snapshot, SeenEntry seen) =>
        SeenPath.Of(view, seen.Path, SeenOptions.Whiteouts | SeenOptions.Companions, snapshot) is { IsCompanion: true } beside
            ? beside.Target
            : null;

    private readonly NtStatus Run(SeenEntry destination, string? companion)
    {
        MergedView view = MergedView.Current;
        string own = NtPath.FromCanonical(destination.Path);
        ReadOnlySpan<char> name = VirtualPath.GetName(destination.Path);
        (string target, bool isInMod, bool isOwnName) = RenamePlace.Of(destination, companion, RealFiles.IsFolder(own), RealName());
        bool isReplacing = isInMod && RealFiles.IsFile(target);
        // Before the name is gone; only a name that was deleted counts, so that nothing is lost should the call fail.
        AddedMarker marker = IsLink || isOwnName ? default : HandleWhiteout.WhiteOut(FileHandle);
        NtStatus status = Invoke(target);
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && (destination.Kind == LookupKind.File || companion is not null))
        {
            // The mod's folder is gone: the name is the game's.
            target = own;
            isInMod = false;
            status = Invoke(target);
        }

        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && destination is { Kind: LookupKind.Miss, Target: { } folder, IsOpaque: false })
        {
            // Only mods have the folder: what is new in it goes to the game's, as when it is created.
            ParentFolders folders = new(view);
            if (folders.TryMake(destination.PathId) && !(status = Invoke(target)).IsSuccess())
                folders.TakeBack();
            if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && MergedView.Current.Overwrite?.IsUsers(destination.Path) != true)
            {
                target = string.Concat(folder, name);
                isInMod = true;
                status = Invoke(target);
            }
        }

        if (status == NtStatus.STATUS_NOT_SAME_DEVICE && !IsLink && IsOnSameVirtualVolume(destination.Path))
            status = VolumeCrossing.Move(FileHandle, RealName(), target, replace: Replaces, IoStatusBlock);
        marker.End(status.IsSuccess());
        if (status.IsSuccess() && isInMod && !RealFiles.IsFolder(target))
            GivenLetters.Settle(view, destination.Path, target,
                isReplacing ? () => SystemOpinion.KeepsLetters(() => TemporaryName.Beside(target), isOwnName) : null);
        if (status.IsSuccess() && isInMod && companion is not null)
            view.Companions.Note(destination.PathId, name);
        if (status.IsSuccess() && !IsLink)
            Track(destination, isInMod, isOwnName, companion is not null);
        // A name that a mod hides, or one in a folder that only mods have, is listed when the mod is seen to have it.
        if (status.IsSuccess() && IsLink && isInMod && (destination.IsHiddenByMod || destination.Kind == LookupKind.Miss))
            CreatedEntry.Await(view, destination.Path, LookupKind.File);
        return status;
    }

    /// <summary>Notes what the handle leads to under its new name.</summary>
    private readonly void Track(SeenEntry destination, bool isInMod, bool isOwnName, bool isCompanion)
    {
        bool isFolder = RealFiles.IsFolder(FileHandle);
        // Another mod's folder may be known under the name, or its own under its old one.
        bool mayBeKnown = isFolder && (isOwnName || MergedView.Current.Whiteouts.IsWhitedOutFolder(destination.Path));
        // Before what is there is looked at again.
        if (isInMod && isFolder)
            MergedView.Current.Whiteouts.Lift(destination.Path);
        int known = RenamedHandle.IsAwaited(isInMod, isFolder, isCompanion, destination.IsHiddenByMod ? LookupKind.Miss : destination.Kind)
            ? CreatedEntry.Await(MergedView.Current, destination.Path, isFolder ? LookupKind.Folder : LookupKind.File, mayBeKnown)
            : -1;
        OpenedHandle.Track(MergedView.Current, FileHandle, RenamedHandle.EntryOf(isInMod, isFolder, destination, known));
    }

    /// <summary>
    /// The original with what the game gave: a mod's file goes where no mod has a part, below a folder's handle that leads to no known
    /// folder.
    /// </summary>
    private readonly NtStatus MoveOut()
    {
        AddedMarker marker = HandleWhiteout.WhiteOut(FileHandle);
        NtStatus status = RealFiles.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass);
        marker.End(status.IsSuccess());
        if (status.IsSuccess())
            MergedView.Current.Handles.Forget(FileHandle);
        return status;
    }

    /// <summary>The original with another name.</summary>
    private readonly NtStatus Invoke(string target)
    {
        if (MergedView.Current.Journal is { } journal)
            Record(journal, target);
        return RealFiles.Rename(FileHandle, target, _header.Flags, IoStatusBlock, FileInformationClass);
    }

    /// <summary>Records the old name, and the new one, with all that is in a folder: with a hard link, too, as either may change.</summary>
    private readonly void Record(JournaledFolders journal, string? target)
    {
        try
        {
            string source = NtPath.FromCanonical(RealName());
            journal.KeepTree(source);
            if (target is null)
                return;
            journal.KeepNew(target, NtPath.ToLongWin32(source));
            journal.KeepMove(source, target);
        }
        catch (Exception)
        {
            // Out of memory, or a folder that can't be listed: the game goes on.
            journal.MarkIncomplete();
        }
    }

    /// <summary>The new name as a canonical path; null where only the kernel can answer.</summary>
    /// <param name="isSpelledOut">Whether the name is absolute, so that the original finds it by itself.</param>
    [SkipLocalsInit]
    private string? ReadDestination(out bool isSpelledOut)
    {
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        try
        {
            return ReadDestination(ref buffers, out isSpelledOut);
        }
        finally
        {
            buffers.Release();
        }
    }

    private string? ReadDestination(ref PathBuffers buffers, out bool isSpelledOut)
    {
        isSpelledOut = false;
        int offset = FILE_RENAME_INFORMATION.NameOffset;
        FILE_RENAME_INFORMATION header = default;
        if (Length < offset || GateTable.Native.TryCopy(&header, FileInformation, (nuint)offset) == 0)
            return null;
        uint bytes = header.FileNameLength;
        if (bytes == 0 || (bytes & 1) != 0 || bytes > ushort.MaxValue || bytes > Length - offset)
            return null;
        int length = (int)(bytes / sizeof(char));
        if (length > buffers.Capacity && !buffers.TryUseHeap())
            return null;
        if (GateTable.Native.TryCopy(buffers.Path, (byte*)FileInformation + offset, bytes) == 0)
            return null;
        _header = header;
        if (header.RootDirectory == 0 && *buffers.Path != '\\')
        {
            // A name without a folder: it stays in the one that it is seen in.
            string? folder = OwnFolder();
            var name = new ReadOnlySpan<char>(buffers.Path, length);
            return folder is null || name.Contains('\\') ? null : string.Concat(folder, @"\", name);
        }

        isSpelledOut = header.RootDirectory == 0;
        MergedView view = MergedView.Current;
        CapturedPath path = default;
        path.Header.RootDirectory = header.RootDirectory;
        if (!path.TryResolve(length, view, ref buffers) || path.HasTrailingBackslash)
            return null;
        Unsafe.SkipInit(out SeenPath seen);
        Snapshot snapshot = view.Files.Current;
        seen.Resolve(view, snapshot, ref path, ref buffers, SeenOptions.Aliases | SeenOptions.ShortNames | SeenOptions.Streams);
        GC.KeepAlive(snapshot);
        // A stream can't be given a name of its own.
        return new string(path.Text, 0, path.Length + path.StreamLength);
    }

    private readonly string? OwnFolder()
    {
        HandleEntry entry = MergedView.Current.Handles.Get(FileHandle);
        string path = entry.Kind switch
        {
            HandleKind.File => string.Concat(MergedView.Current.Files.GetPath(entry.PathId), @"\?"),
            HandleKind.Folder => MergedView.Current.Files.GetPath(entry.PathId).ToString(),
            _ => RealName(),
        };
        ReadOnlySpan<char> folder = VirtualPath.GetParent(path);
        return folder.IsEmpty ? null : folder.ToString();
    }

    /// <summary>Whether it is a folder that several real ones make up: renaming one of them would tear it apart.</summary>
    private readonly bool IsOfSeveral(Snapshot snapshot)
    {
        HandleEntry entry = MergedView.Current.Handles.Get(FileHandle);
        if (entry.Kind != HandleKind.Folder || !snapshot.TryGetFolder(entry.PathId, out FolderView folder) || folder.SourceCount == 0)
            return false;
        // A file of the game's under that name is none of them.
        int there = RealFiles.IsFolder(NtPath.FromCanonical(folder.Path)) ? 1 : 0;
        for (int i = 0; i < folder.SourceCount && there < 2; i++)
            there += RealFiles.Exists(folder.GetSource(i).TrimEnd('\\')) ? 1 : 0;
        return there > 1;
    }

    /// <summary>A move that stays on one drive in the game's eyes succeeds, wherever mods lie.</summary>
    private readonly bool IsOnSameVirtualVolume(string destination)
    {
        HandleEntry entry = MergedView.Current.Handles.Get(FileHandle);
        ReadOnlySpan<char> source = entry.Kind == HandleKind.File ? MergedView.Current.Files.GetPath(entry.PathId) : RealName();
        if (entry.Kind == HandleKind.Folder || source.Length <= 1)
            return false;
        ReadOnlySpan<char> drive = VirtualPath.GetRoot(source);
        // One of the user's own folders may be a link to another drive, as Wine's Documents is to the home folder.
        return CaseFolding.Equals(drive, VirtualPath.GetRoot(destination))
            || CaseFolding.Equals(drive, VirtualPath.GetRoot(RealNames.OfFolderAround(destination)));
    }

    /// <summary>The real path of what is renamed, canonical; empty where the system doesn't tell.</summary>
    private readonly string RealName() => RealNames.Of(FileHandle);
}
