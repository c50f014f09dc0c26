namespace Reloaded.VFS.Hooks.Writing;

/// <summary>A call that renames what a handle leads to, or makes a hard link to it. Rare compared to opens, so it may allocate.</summary>
internal sealed unsafe class RenameCall
{
    private readonly FILE_RENAME_INFORMATION _header;

    /// <summary>Reads the game's request.</summary>
    /// <param name="set">The call, whose information is a <see cref="FILE_RENAME_INFORMATION"/>.</param>
    [SkipLocalsInit]
    public RenameCall(MergedView view, SetCall set)
    {
        (View, Set) = (view, set);
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        try
        {
            Destination = ReadDestination(ref buffers, ref _header, out bool isSpelledOut);
            IsSpelledOut = isSpelledOut;
        }
        finally
        {
            buffers.Release();
        }
    }

    /// <summary>Gets what the game sees.</summary>
    public MergedView View { get; }

    /// <summary>Gets the call as the game made it.</summary>
    public SetCall Set { get; }

    /// <summary>Gets the new name as a canonical path; null if only the kernel can answer.</summary>
    public string? Destination { get; }

    /// <summary>Gets a value indicating whether the new name is absolute, so that the original finds it by itself.</summary>
    public bool IsSpelledOut { get; }

    /// <summary>Gets the handle of what is renamed: the game's own or a mod's.</summary>
    public nint Handle => Set.Handle;

    public HandleEntry Entry => View.Handles.Get(Handle);
    public RenameFlags Flags => _header.Flags;

    /// <summary>Gets the handle that the new name is relative to; 0 for none.</summary>
    public nint RootDirectory => _header.RootDirectory;

    /// <summary>Gets a value indicating whether the call makes a hard link: the old name stays.</summary>
    public bool IsLink => Set.Class is FILE_INFORMATION_CLASS.FileLinkInformation or FILE_INFORMATION_CLASS.FileLinkInformationEx;

    /// <summary>Gets a value indicating whether an existing file of the new name is replaced.</summary>
    public bool Replaces => (Flags & RenameFlags.FILE_RENAME_REPLACE_IF_EXISTS) != 0;

    /// <summary>Gets the real path of what is renamed, canonical; empty if the system doesn't report it.</summary>
    public string RealName => RealNames.Of(Handle);

    /// <summary>Calls the original with another name.</summary>
    /// <param name="target">The name, in NT form.</param>
    public NtStatus Invoke(string target) => Invoke(Handle, target);

    /// <summary>Calls the original with another handle, and another name.</summary>
    public NtStatus Invoke(nint handle, string target) => RealFiles.Rename(handle, target, Flags, Set.Block, Set.Class);

    /// <summary>Moves the file if the original failed only as the new name is on another volume, and the game sees one volume.</summary>
    /// <param name="target">The new place, in NT form.</param>
    /// <param name="destination">The new name, canonical.</param>
    /// <param name="status">The status of the original.</param>
    public NtStatus MoveAcross(string target, string destination, NtStatus status)
    {
        if (status != NtStatus.STATUS_NOT_SAME_DEVICE || IsLink || !IsOnSameVirtualVolume(destination))
            return status;
        status = VolumeCrossing.Move(Handle, RealName, target, Replaces);
        Set.SetDone(status);
        return status;
    }

    private string? ReadDestination(ref PathBuffers buffers, ref FILE_RENAME_INFORMATION read, out bool isSpelledOut)
    {
        isSpelledOut = false;
        int offset = FILE_RENAME_INFORMATION.NameOffset;
        FILE_RENAME_INFORMATION header = default;
        if (Set.Length < offset || GateTable.Native.TryCopy(&header, Set.Information, (nuint)offset) == 0)
            return null;
        uint bytes = header.FileNameLength;
        if (bytes == 0 || (bytes & 1) != 0 || bytes > ushort.MaxValue || bytes > Set.Length - offset)
            return null;
        int length = (int)(bytes / sizeof(char));
        if (length > buffers.Capacity)
            buffers.UseHeap();
        if (GateTable.Native.TryCopy(buffers.Path, (byte*)Set.Information + offset, bytes) == 0)
            return null;
        read = header;
        if (header.RootDirectory == 0 && *buffers.Path != '\\')
        {
            // A name without a folder: the file stays in the folder in which it is seen.
            string? folder = OwnFolder();
            var name = new ReadOnlySpan<char>(buffers.Path, length);
            return folder is null || name.Contains('\\') ? null : string.Concat(folder, @"\", name);
        }

        isSpelledOut = header.RootDirectory == 0;
        CapturedPath path = default;
        path.Header.RootDirectory = header.RootDirectory;
        if (!path.TryResolve(length, View, ref buffers) || path.HasTrailingBackslash)
            return null;
        Unsafe.SkipInit(out SeenPath seen);
        Snapshot snapshot = View.Snapshot;
        seen.Resolve(View, snapshot, ref path, ref buffers, SeenOptions.Aliases | SeenOptions.ShortNames | SeenOptions.Streams);
        GC.KeepAlive(snapshot);
        // A stream can't be given a name of its own.
        return path.Whole.ToString();
    }

    private string? OwnFolder()
    {
        HandleEntry entry = Entry;
        string path = entry.Kind switch
        {
            HandleKind.File => string.Concat(View.Files.GetPath(entry.PathId), @"\?"),
            HandleKind.Folder => View.Files.GetPath(entry.PathId).ToString(),
            _ => RealName,
        };
        ReadOnlySpan<char> folder = VirtualPath.GetParent(path);
        return folder.IsEmpty ? null : folder.ToString();
    }

    /// <summary>
    /// Determines whether the handle leads to a folder that consists of several real ones: renaming one of them would tear the folder
    /// apart.
    /// </summary>
    public bool IsOfSeveral(Snapshot snapshot)
    {
        HandleEntry entry = Entry;
        if (entry.Kind != HandleKind.Folder || !snapshot.TryGetFolder(entry.PathId, out FolderView folder) || folder.SourceCount == 0)
            return false;
        // A file of the game's under that name isn't one of them.
        int there = RealFiles.IsFolder(NtPath.FromCanonical(folder.Path)) ? 1 : 0;
        foreach (FolderSource source in folder.Sources)
            there += there < 2 && RealFiles.Exists(source.Path) ? 1 : 0;
        return there > 1;
    }

    /// <summary>Determines whether a move stays on one drive for the game: such a move succeeds, wherever mods lie.</summary>
    private bool IsOnSameVirtualVolume(string destination)
    {
        HandleEntry entry = Entry;
        ReadOnlySpan<char> source = entry.Kind == HandleKind.File ? View.Files.GetPath(entry.PathId) : RealName;
        if (entry.Kind == HandleKind.Folder || source.Length <= 1)
            return false;
        ReadOnlySpan<char> drive = VirtualPath.GetRoot(source);
        // One of the user's own folders may be a link to another drive, as Wine's Documents is to the home folder.
        return CaseFolding.Equals(drive, VirtualPath.GetRoot(destination))
            || CaseFolding.Equals(drive, VirtualPath.GetRoot(RealNames.OfFolderAround(destination)));
    }
}
