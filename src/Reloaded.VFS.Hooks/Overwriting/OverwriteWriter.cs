using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>
/// The writer to the overwrite folder: makes folders, copies files, and marks names as deleted. Rare compared to opens, so it may allocate
/// and ask the disk. Safe from any thread.
/// </summary>
/// <remarks>
/// Nothing in the game's folder or in a mod is changed. Each step leaves the old state or the new one, whenever the process ends.
/// </remarks>
internal readonly partial struct OverwriteWriter(MergedView view, OverwriteFolder overwrite)
{
    private const int Rescans = 4;

    /// <summary>Makes a folder that the game sees in the overwrite folder, too, with its parents, and publishes it.</summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="status">The reason why the folder couldn't be made.</param>
    public bool TryMakeFolder(string path, out int pathId, out NtStatus status)
    {
        pathId = -1;
        status = MakeOnDisk(path);
        if (!status.IsSuccess())
            return false;
        if (!TryGetId(path, out pathId))
            Publish(path);
        bool isKnown = pathId >= 0 || TryGetId(path, out pathId);
        status = isKnown ? NtStatus.STATUS_SUCCESS : NtStatus.STATUS_UNSUCCESSFUL;
        return isKnown;
    }

    /// <summary>
    /// Makes a folder whose part in the overwrite folder gives it its attributes for the game from now on
    /// (<see cref="OverwriteFolder.Leads"/>).
    /// </summary>
    /// <inheritdoc cref="TryMakeFolder"/>
    public bool TryMakeLeading(string path, out NtStatus status)
    {
        if (!TryMakeFolder(path, out _, out status))
            return false;
        for (int i = 0; i < Rescans && !IsInLayer(path); i++)
            ListAgain(path);
        return true;
    }

    /// <summary>Publishes to the file system what was made in the overwrite folder, and waits for that.</summary>
    /// <param name="path">A canonical path: the name itself, or one above it, is new.</param>
    public void Publish(string path)
    {
        // A folder's listing may be older than the newest name in it.
        for (int i = 0; i < Rescans && (i == 0 || !TryGetId(path, out _)); i++)
            ListAgain(path);
    }

    /// <summary>Has the folder around a name listed again, and waits for that.</summary>
    /// <param name="path">The name's canonical path. The name may be gone from the overwrite folder, or hidden there.</param>
    public void ListAgain(string path)
    {
        ReadOnlySpan<char> known = VirtualPath.GetParent(path);
        while (!known.IsEmpty && !IsInLayer(known))
            known = VirtualPath.GetParent(known);
        if (known.IsEmpty || !overwrite.TryGetRoot(path, out _, out OverwriteRoot root))
            return;
        if (view.Follower is { } follower)
        {
            follower.LookAgain(known.ToString());
        }
        else
        {
            // Nothing follows the mods: only the folder is listed again.
            string folder = NtPath.ToLongWin32(root.Folder);
            if (FolderScanner.Scan(folder, folder, ScanOptions.OfOverwrite(root.Target.Length)).Listing is { } listing)
                view.Files.SetListing(root.Layer, listing);
        }
    }

    /// <summary>Makes the folder in which a new file is to replace one of another layer, or of the game.</summary>
    /// <param name="name">The file.</param>
    /// <param name="made">The name with the new file's place, in the letter case of the old one.</param>
    public NtStatus MakePlace(in WrittenName name, out WrittenName made)
    {
        made = InTheCaseOf(name);
        if (TryMakeFolder(name.Parent, out _, out NtStatus status))
            overwrite.Journal?.Record(made.Place);
        return status;
    }

    /// <summary>Returns a name whose place has the letter case in which the game sees the name.</summary>
    public WrittenName InTheCaseOf(in WrittenName name) => name with
    {
        Place = string.Concat(name.Place.AsSpan(0, name.Place.Length - name.Name.Length), NameOf(name)),
    };

    /// <summary>Returns a name in the letter case in which the game sees it; a map may give a mod's file another name.</summary>
    private string NameOf(in WrittenName name)
    {
        Snapshot snapshot = view.Snapshot;
        string? seen = SeenLetters.Of(view, snapshot, name.Path, name.Kind == WrittenKind.Folder);
        GC.KeepAlive(snapshot);
        // A file that another process has just written isn't in a snapshot.
        return seen ?? DiskName.Of(name.Real);
    }

    /// <summary>Gives a name its place in the overwrite folder, where it is seen, or isn't, at once, before the folder is listed.</summary>
    public NtStatus GivePlace(in WrittenName name)
    {
        if (!TryMakeFolder(name.Parent, out int parentId, out NtStatus status))
            return status;
        view.Whiteouts.AddPlace(parentId, name.Name, name.Place, name.Root.Layer, isLasting: true);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Gives a new file its place, in its own letter case: an earlier one of the name, or that of other layers, may still be known.
    /// </summary>
    public NtStatus GiveNewPlace(in WrittenName name)
    {
        string? seen = SeenLetters.Of(view, view.Snapshot, name.Path, isFolder: false);
        bool isOther = seen is not null && !name.Name.SequenceEqual(seen);
        if (isOther && TryGetId(name.Parent, out int parentId))
            view.Whiteouts.LiftPlace(parentId, name.Name);
        view.AskedDeletions.Forget(name.Place);
        NtStatus status = GivePlace(name);
        if (isOther)
            ListAgain(name.Path);
        return status;
    }

    /// <summary>
    /// Hides a name of another layer, or of the game, by a marker in the overwrite folder, which stays. Does nothing if no other layer has
    /// the name.
    /// </summary>
    public NtStatus Hide(in WrittenName name) => Hide(name, out _);

    /// <param name="isMade">True if the marker wasn't there before.</param>
    /// <inheritdoc cref="Hide(in WrittenName)"/>
    public NtStatus Hide(in WrittenName name, out bool isMade)
    {
        isMade = false;
        if (!name.IsInLowerLayers(view))
            return GivePlace(name);
        if (!TryMakeFolder(name.Parent, out int parentId, out NtStatus status))
            return status;
        string marker = name.Place + HideMarker.Ending;
        bool isNew = !RealFiles.Exists(marker);
        try
        {
            if (isNew)
                RecordNewMarker(name, marker);
            File.Open(NtPath.ToLongWin32(marker), FileMode.OpenOrCreate, FileAccess.Write,
                FileShare.ReadWrite | FileShare.Delete).Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The name is seen as before.
            return StatusOf(e);
        }

        isMade = isNew;
        view.Whiteouts.AddPlace(parentId, name.Name, name.Place, name.Root.Layer, isLasting: true);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Removes the marker that was made beside a file in the overwrite folder for a step that has failed, unless another deletion of the
    /// file needs it.
    /// </summary>
    public void TakeBack(in WrittenName name)
    {
        if (RealFiles.IsFile(name.Place) && !view.AskedDeletions.Contains(name.Place))
            RealFiles.Delete(name.Place + HideMarker.Ending);
    }

    /// <summary>Hides the name of a file that is about to be deleted in the overwrite folder.</summary>
    /// <param name="name">The file.</param>
    /// <param name="below">
    /// The real file that was below the deleted one, in NT form; empty if nothing was seen there, so that no marker was made. Another
    /// process that has just copied that file takes its copy back when it finds the marker.
    /// </param>
    public NtStatus HideOwn(in WrittenName name, out string below)
    {
        // Another thread that copies the file has finished that, or finds the marker.
        lock (overwrite.Copying)
        {
            below = RealFiles.Exists(name.Place + HideMarker.Ending) ? "" : WrittenName.FindBelow(view, name.Path, name.Place);
            return Hide(name);
        }
    }

    /// <summary>
    /// Makes the marker of a name of another layer, or of the game, under a temporary name. On a full disk the call then fails before its
    /// next step, which may replace a file.
    /// </summary>
    /// <param name="prepared">The marker, for <see cref="EndHiding"/>; empty if it couldn't be made.</param>
    public NtStatus PrepareHiding(in WrittenName name, out string prepared)
    {
        prepared = "";
        if (!TryMakeFolder(name.Parent, out _, out NtStatus status))
            return status;
        string temporary = overwrite.NewTemporary();
        try
        {
            File.Create(NtPath.ToLongWin32(temporary)).Dispose();
            prepared = temporary;
            return NtStatus.STATUS_SUCCESS;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return StatusOf(e);
        }
    }

    /// <summary>Puts a marker in place, or removes it if the step in between has failed.</summary>
    /// <param name="prepared">The marker from <see cref="PrepareHiding"/>.</param>
    /// <param name="status">The status of the step in between.</param>
    /// <returns>The same status; that of the marker if it can't be put in place.</returns>
    public NtStatus EndHiding(in WrittenName name, string prepared, NtStatus status)
    {
        int parentId = -1;
        if (!status.IsSuccess() || !TryMakeFolder(name.Parent, out parentId, out status))
        {
            if (prepared.Length > 0)
                RealFiles.Delete(prepared);
            return status;
        }

        string marker = name.Place + HideMarker.Ending;
        try
        {
            if (!RealFiles.Exists(marker))
                RecordNewMarker(name, marker);
            DiskRemoval.Replace(NtPath.ToLongWin32(prepared), NtPath.ToLongWin32(marker));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            RealFiles.Delete(prepared);
            return StatusOf(e);
        }

        view.Whiteouts.AddPlace(parentId, name.Name, name.Place, name.Root.Layer, isLasting: true);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Records a marker in the journal, and in the log of covered files, before it exists.</summary>
    private void RecordNewMarker(in WrittenName name, string marker)
    {
        overwrite.Journal?.Record(marker);
        string hidden = name.IsInOverwrite ? WrittenName.FindBelow(view, name.Path, name.Place) : name.Real;
        if (name.Kind == WrittenKind.File && hidden.Length > 0)
            overwrite.Cover(CoveredKind.Hidden, name.Place, hidden);
    }

    /// <summary>
    /// Hides a file to be deleted that another layer, or the game, has. A copy that another process has put in place meanwhile is deleted,
    /// too.
    /// </summary>
    public NtStatus HideLower(in WrittenName name)
    {
        // Another thread that copies the file has finished that, or finds the marker.
        lock (overwrite.Copying)
        {
            NtStatus status = Hide(name);
            if (!status.IsSuccess() || !RealFiles.IsFile(name.Place))
                return status;
            status = RealFiles.Open(name.Place, AccessMask.DELETE, ShareAccess.All, out nint copy);
            if (status == NtStatus.STATUS_OBJECT_NAME_NOT_FOUND)
                return NtStatus.STATUS_SUCCESS;
            if (!status.IsSuccess())
                return status;
            overwrite.Journal?.Record(name.Place);
            status = RealFiles.DeleteAtClose(copy);
            RealFiles.Close(copy);
            return status;
        }
    }

    /// <summary>Notes that a file of another layer, or of the game, is deleted with the last duplicate of a handle.</summary>
    /// <param name="entry">The handle's entry, which has a generation.</param>
    /// <param name="name">The file's name.</param>
    /// <param name="isOnClose">True if the handle was opened with that deletion.</param>
    /// <returns>The reason why the file can't be deleted: there is no space for a marker, for example.</returns>
    public NtStatus DeleteAtClose(in HandleEntry entry, in WrittenName name, bool isOnClose)
    {
        if (view.Removals.Contains(entry, isOnClose))
            return NtStatus.STATUS_SUCCESS;
        if (!TryMakeFolder(name.Parent, out _, out NtStatus status))
            return status;
        // Another handle may have had it copied since this one was opened: for the game both lead to one file.
        if (RealFiles.IsFile(name.Place) && RealFiles.OpinionOf(name.Place, AccessMask.DELETE, ShareAccess.All) is var opinion
            && opinion == NtStatus.STATUS_SHARING_VIOLATION)
            return opinion;

        // If the process ends before, the next start hides the name.
        string temporary = overwrite.NewTemporary();
        var record = new PendingRename(temporary, name.Place[..name.Place.LastIndexOf('\\')], name.Place + HideMarker.Ending);
        try
        {
            record.Begin(temporary);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            record.End();
            return StatusOf(e);
        }

        TrackedFile file = view.Removals.GetOrAddFile(entry, name.Path);
        if (view.Removals.TryAdd(entry, isOnClose, file, record))
            return NtStatus.STATUS_SUCCESS;
        record.End();
        return HideLower(name);
    }

    /// <summary>Returns the status for an exception of a .NET file operation.</summary>
    public static NtStatus StatusOf(Exception e)
    {
        const int sharing = unchecked((int)0x80070020), handleFull = unchecked((int)0x80070027), diskFull = unchecked((int)0x80070070);
        return e switch
        {
            UnauthorizedAccessException => NtStatus.STATUS_ACCESS_DENIED,
            FileNotFoundException => NtStatus.STATUS_OBJECT_NAME_NOT_FOUND,
            DirectoryNotFoundException => NtStatus.STATUS_OBJECT_PATH_NOT_FOUND,
            { HResult: sharing } => NtStatus.STATUS_SHARING_VIOLATION,
            { HResult: diskFull or handleFull } => NtStatus.STATUS_DISK_FULL,
            _ => NtStatus.STATUS_UNSUCCESSFUL,
        };
    }

    private bool TryGetId(string path, out int pathId)
    {
        SeenEntry found = SeenPath.Of(view, path, SeenOptions.Supplied);
        pathId = found.Kind == LookupKind.Folder ? found.PathId : -1;
        return pathId >= 0;
    }

    /// <summary>Determines whether the file system knows that the overwrite folder has a part of a folder.</summary>
    private bool IsInLayer(ReadOnlySpan<char> path)
    {
        Snapshot snapshot = view.Snapshot;
        SeenEntry found = SeenPath.Of(view, path, SeenOptions.Supplied, snapshot);
        bool isInLayer = false;
        if (found.Kind == LookupKind.Folder && overwrite.TryGetRoot(path, out _, out OverwriteRoot root)
            && snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            foreach (FolderSource source in folder.Sources)
                isInLayer |= source.Layer == root.Layer;
            isInLayer |= CaseFolding.Equals(path, root.Target);
        }

        GC.KeepAlive(snapshot);
        return isInLayer;
    }

    private NtStatus MakeOnDisk(string path)
    {
        if (!overwrite.TryGetRoot(path, out string place, out OverwriteRoot root))
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        if (RealFiles.IsFolder(place))
            return NtStatus.STATUS_SUCCESS;
        try
        {
            if (path.Length <= root.Target.Length)
            {
                Directory.CreateDirectory(NtPath.ToLongWin32(place));
                return NtStatus.STATUS_SUCCESS;
            }

            if (!WrittenName.TryFind(view, overwrite, path, out WrittenName name) || name.Kind != WrittenKind.Folder)
                return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
            NtStatus above = MakeOnDisk(name.Parent);
            if (!above.IsSuccess())
                return above;
            string made = string.Concat(place.AsSpan(0, place.Length - name.Name.Length), NameOf(name));
            overwrite.Journal?.Record(made);
            using (FolderTime.Read(VirtualPath.GetParent(made)))
                Directory.CreateDirectory(NtPath.ToLongWin32(made));
            FileCopy.SetAsFolder(NtPath.ToLongWin32(name.Real), NtPath.ToLongWin32(made));
            return NtStatus.STATUS_SUCCESS;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return StatusOf(e);
        }
    }
}
