namespace Reloaded.VFS.Hooks.Writing;

/// <summary>Folders that only mods have, and that are made in the game's folder, too, when the game creates something in them.</summary>
/// <remarks>
/// New files go to the game's folder, and a mod stays as its author made it. What was made for a create that fails is removed again. Rare:
/// a folder is made once.
/// </remarks>
internal struct ParentFolders(MergedView view)
{
    /// <summary>
    /// The maximum number of attempts at a call: another thread, whose create has failed, may remove a folder that this one has found.
    /// </summary>
    public const int Attempts = 8;

    private List<string>? _made;

    /// <summary>Determines whether a status is that of a call whose folder another thread has just removed.</summary>
    public static bool MayHaveGone(NtStatus status) => status is NtStatus.STATUS_OBJECT_PATH_NOT_FOUND or NtStatus.STATUS_DELETE_PENDING;

    /// <summary>Makes a known folder and those above it that mods supply. Returns false if one can't be made: then none stays.</summary>
    public bool TryMake(int pathId)
    {
        string path = view.Files.GetPath(pathId).ToString();
        Snapshot snapshot = view.Snapshot;
        bool made = true;
        for (int end = path.IndexOf('\\'); made && end >= 0; end = end == path.Length
            ? -1
            : path.IndexOf('\\', end + 1) is var next and > 0 ? next : path.Length)
        {
            // A folder that no mod supplies was there before, or isn't the VFS's to make.
            SeenEntry seen = SeenPath.Of(view, path.AsSpan(0, end), SeenOptions.Supplied, snapshot);
            // Nor is one that was deleted in the mod.
            if (seen is { Kind: LookupKind.Folder, Backing: { } target } && RealFiles.Exists(target)
                && snapshot.TryGetFolder(seen.PathId, out FolderView folder))
                made = TryMakeOne(string.Concat(VirtualPath.GetParent(seen.Path), @"\", folder.Name), NtPath.ToOpen(target).ToString());
        }

        GC.KeepAlive(snapshot);
        if (!made)
            Undo();
        return made;
    }

    /// <summary>Removes the folders that were made here, innermost first, unless one isn't empty or is open.</summary>
    public readonly void Undo()
    {
        int i = (_made?.Count ?? 0) - 1;
        while (i >= 0 && TryRemove(_made![i]))
            i--;
        for (; i >= 0; i--)
            view.Watches?.OwnFolderMade(NtPath.ToCanonical(_made![i]));
    }

    private readonly bool TryRemove(string folder)
    {
        view.Watches?.OwnFolderGoes(NtPath.ToCanonical(folder));
        if (!RealFiles.TryOpenAloneToDelete(folder, out nint handle))
            return false;
        // An error if the folder isn't empty.
        NtStatus status = RealFiles.DeleteAtClose(handle);
        RealFiles.Close(handle);
        return status.IsSuccess();
    }

    /// <summary>Makes a folder with the letter case in which it is seen and the attributes of the mod's.</summary>
    private bool TryMakeOne(string path, string source)
    {
        string full = NtPath.FromCanonical(path);
        view.Writes.Journal?.Record(full);
        if (!RealFiles.MakeFolder(full, out bool isNew))
            return false;
        if (isNew)
        {
            FileCopy.SetAttributesAsFolder(NtPath.ToLongWin32(source), NtPath.ToLongWin32(full));
            (_made ??= []).Add(full);
        }

        view.Watches?.OwnFolderMade(path);
        return true;
    }
}
