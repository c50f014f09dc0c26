using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// A new name for what a handle leads to, or a hard link to it. A name that a mod supplies leads into the mod: a file that is saved under
/// another name and then renamed replaces the mod's, and the game's own stays as it is. Any other name leads into the game's folder. Rare
/// beside opens, so that it may allocate.
/// </summary>
internal unsafe struct RenameCall
{
    /// <summary>What is renamed: the game's own or a mod's.</summary>
    public nint FileHandle;

    /// <summary>Where the outcome goes.</summary>
    public void* IoStatusBlock;

    /// <summary>A <see cref="FILE_RENAME_INFORMATION"/>; may lead anywhere.</summary>
    public void* FileInformation;

    /// <summary>Its bytes.</summary>
    public uint Length;

    /// <summary>The class.</summary>
    public uint FileInformationClass;

    private FILE_RENAME_INFORMATION _header;

    private readonly bool IsLink => FileInformationClass is Interop.Nt.FileInformationClass.FileLinkInformation or Interop.Nt.FileInformationClass.FileLinkInformationEx;

    /// <summary>Answers; false where the original has to, with what the game gave.</summary>
    [SkipLocalsInit]
    public bool TryRun(out int status)
    {
        status = 0;
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        string? destination = ReadDestination(ref buffers, out bool isSpelledOut);
        buffers.Release();
        // A mod's file leaves its name behind, wherever it goes.
        bool isFile = HandleTable.Get(FileHandle).Kind == HandleKind.File;
        if (destination == null)
        {
            if (isFile && !IsLink)
                status = MoveOut();
            return isFile && !IsLink;
        }

        Snapshot snapshot = HookContext.Files.Current;
        LookupResult found = snapshot.Lookup(destination);
        VacatedNames.Uncover(snapshot, VirtualPath.GetName(destination), ref found);
        bool isOurs = HiddenNames.Cover(destination, out int hidden);
        int gone = 0;
        bool isGone = Whiteouts.Any && Whiteouts.Covers(snapshot, destination, out gone) && gone < destination.Length;
        if (found.Kind == LookupKind.Outside && isSpelledOut && !isOurs && !isGone && !isFile && !IsOfSeveral(snapshot))
            return false;
        status = !IsLink && IsOfSeveral(snapshot)
            ? NtStatus.STATUS_NOT_SAME_DEVICE // what overlay file systems answer: the caller copies, or says that it can't be done
            : isGone
                ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
            : isOurs
                ? hidden < destination.Length ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND : NtStatus.STATUS_ACCESS_DENIED
                : Run(destination, in found, CompanionOf(snapshot, destination, in found));
        GC.KeepAlive(snapshot);
        return true;
    }

    /// <summary>The place beside the mod's file that the new name belongs to; null where it belongs to none.</summary>
    private static string? CompanionOf(Snapshot snapshot, string destination, in LookupResult found) =>
        CompanionNames.TryFindOwner(snapshot, destination, in found, out LookupResult owner, out int ending) ? string.Concat(TargetText.Of(owner), destination.AsSpan(destination.Length - ending)) : null;

    private readonly int Run(string destination, in LookupResult found, string? companion)
    {
        string own = NtPath.FromCanonical(destination);
        string name = VirtualPath.GetName(destination).ToString();
        string target = own;
        bool isInMod = companion != null, isOwnName = false;
        if (companion != null)
        {
            target = companion;
        }
        else if (found.Kind == LookupKind.File || (found.Kind == LookupKind.Folder && found.HasTarget && !RealFiles.IsFolder(own)))
        {
            target = RealPath(in found);
            isInMod = true;
            // Its own name in another letter case.
            isOwnName = CaseFolding.Equals(NtPath.ToCanonical(target), RealName());
            if (isOwnName)
                target = string.Concat(target.AsSpan(0, target.LastIndexOf('\\') + 1), name);
        }

        // Before the name is gone; only a name that was deleted counts, so that nothing is lost should the call fail.
        if (!IsLink)
            VacatedNames.AddOfHandle(FileHandle);
        int status = Invoke(target);
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && (found.Kind == LookupKind.File || companion != null))
        {
            // The mod's folder is gone: the name is the game's.
            target = own;
            isInMod = false;
            status = Invoke(target);
        }

        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && found.Kind == LookupKind.Miss && found.HasTarget)
        {
            // Only mods have the folder: what is new in it goes to the game's, as when it is created.
            ParentFolders folders = default;
            if (folders.TryMake(found.PathId) && !NtStatus.IsSuccess(status = Invoke(target)))
                folders.TakeBack();
            if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND)
            {
                target = string.Concat(TargetText.Of(found), name);
                isInMod = true;
                status = Invoke(target);
            }
        }

        if (status == NtStatus.STATUS_NOT_SAME_DEVICE && !IsLink && IsOnSameVirtualVolume(destination))
            status = VolumeCrossing.Move(FileHandle, RealName(), target, replace: (_header.Flags & 1) != 0, IoStatusBlock);
        if (NtStatus.IsSuccess(status) && isInMod && companion != null)
            CompanionNames.Note(found.PathId, name);
        if (NtStatus.IsSuccess(status) && !IsLink)
        {
            bool isFolder = RealFiles.IsFolder(FileHandle);
            bool isAwaited = isInMod && companion == null && (isFolder || found.Kind == LookupKind.Miss);
            // Another mod's folder may be known under the name, or its own under its old one.
            bool mayBeKnown = isFolder && (isOwnName || Whiteouts.IsFolder(destination));
            int known = isAwaited ? CreatedEntry.Await(destination, isFolder ? LookupKind.Folder : LookupKind.File, mayBeKnown) : -1;
            if (isInMod && isFolder)
                Whiteouts.Lift(destination);
            if (isInMod && isFolder && known >= 0)
                HandleTable.Set(FileHandle, known);
            else if (isInMod && !isFolder && found.Kind != LookupKind.Folder)
                HandleTable.SetFile(FileHandle, found.PathId);
            else
                HandleTable.Forget(FileHandle);
        }

        return status;
    }

    /// <summary>The original with what the game gave: a mod's file goes where no mod has a part, below a folder's handle that is none of ours.</summary>
    private readonly int MoveOut()
    {
        VacatedNames.AddOfHandle(FileHandle);
        int status = RealFiles.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass);
        if (NtStatus.IsSuccess(status))
            HandleTable.Forget(FileHandle);
        return status;
    }

    /// <summary>The original with another name.</summary>
    private readonly int Invoke(string target) => RealFiles.Rename(FileHandle, target, _header.Flags, IoStatusBlock, FileInformationClass);

    /// <summary>The new name as a canonical path; null for what is the kernel's to judge.</summary>
    /// <param name="buffers">The call's.</param>
    /// <param name="isSpelledOut">Whether the name is absolute, so that the original finds it by itself.</param>
    private string? ReadDestination(ref PathBuffers buffers, out bool isSpelledOut)
    {
        isSpelledOut = false;
        int offset = FILE_RENAME_INFORMATION.NameOffset;
        FILE_RENAME_INFORMATION header = default;
        if (Length < offset || HookContext.Native.TryCopy(&header, FileInformation, (nuint)offset) == 0)
            return null;
        uint bytes = header.FileNameLength;
        if (bytes == 0 || (bytes & 1) != 0 || bytes > ushort.MaxValue || bytes > Length - offset)
            return null;
        int length = (int)(bytes / sizeof(char));
        if (length > buffers.Capacity && !buffers.TryUseHeap())
            return null;
        if (HookContext.Native.TryCopy(buffers.Path, (byte*)FileInformation + offset, bytes) == 0)
            return null;
        _header = header;
        if (header.RootDirectory == 0 && *buffers.Path != '\\')
        {
            // A name without a folder: it stays in the one that it is seen in.
            string? folder = OwnFolder();
            var name = new ReadOnlySpan<char>(buffers.Path, length);
            return folder == null || name.Contains('\\') ? null : string.Concat(folder, @"\", name);
        }

        isSpelledOut = header.RootDirectory == 0;
        CapturedPath path = default;
        path.Header.RootDirectory = header.RootDirectory;
        if (!path.TryResolve(length, HookContext.Files, ref buffers) || path.HasTrailingBackslash)
            return null;
        LookupResult found;
        PathNormalizer.Lookup(HookContext.Files.Current, ref path, ref buffers, &found);
        // A stream can't be given a name of its own.
        return new string(path.Text, 0, path.Length + path.StreamLength);
    }

    private readonly string? OwnFolder()
    {
        HandleEntry entry = HandleTable.Get(FileHandle);
        string path = entry.Kind switch
        {
            HandleKind.File => string.Concat(HookContext.Files.GetPath(entry.PathId), @"\?"),
            HandleKind.Folder => HookContext.Files.GetPath(entry.PathId).ToString(),
            _ => RealName(),
        };
        ReadOnlySpan<char> folder = VirtualPath.GetParent(path);
        return folder.IsEmpty ? null : folder.ToString();
    }

    /// <summary>Whether it is a folder that several real ones make up: renaming one of them would tear it apart.</summary>
    private readonly bool IsOfSeveral(Snapshot snapshot)
    {
        HandleEntry entry = HandleTable.Get(FileHandle);
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
        HandleEntry entry = HandleTable.Get(FileHandle);
        ReadOnlySpan<char> source = entry.Kind == HandleKind.File ? HookContext.Files.GetPath(entry.PathId) : RealName();
        return entry.Kind != HandleKind.Folder && source.Length > 1 && CaseFolding.Equals(Root(source), Root(destination));
    }

    private static ReadOnlySpan<char> Root(ReadOnlySpan<char> path) => path.IndexOf('\\') is var end and >= 0 ? path[..end] : path;

    /// <summary>The real path of what is renamed, canonical; empty where the system doesn't tell.</summary>
    private readonly string RealName() => RealNames.Of(FileHandle);

    private static string RealPath(in LookupResult found) => found.Kind == LookupKind.File ? TargetText.Of(found) : TargetText.Of(found).TrimEnd('\\');
}
