using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// The real folders that make up a virtual one at a moment: the game's own, if it exists, and those of mods. Rare: it may allocate and ask
/// the disk.
/// </summary>
internal sealed class FolderParts
{
    private readonly MergedView _view;

    private FolderParts(MergedView view, FolderView folder)
    {
        _view = view;
        PathId = folder.PathId;
        Path = folder.Path.ToString();
        Own = NtPath.FromCanonical(Path);
        Sources = new string[folder.SourceCount];
        Layers = new int[folder.SourceCount];
        foreach (FolderSource source in folder.Sources)
            (Sources[source.Rank], Layers[source.Rank]) = (source.Path.ToString(), source.Layer);
    }

    /// <summary>Gets the virtual folder's stable id.</summary>
    public int PathId { get; }

    /// <summary>Gets the virtual folder's canonical path.</summary>
    public string Path { get; }

    /// <summary>Gets the game's own folder, in NT form; it may not exist.</summary>
    public string Own { get; }

    /// <summary>Gets the mods' folders as they are opened (<see cref="NtPath.ToOpen"/>), the highest mod's first.</summary>
    public string[] Sources { get; }

    /// <summary>Gets the layer of each of <see cref="Sources"/>.</summary>
    public int[] Layers { get; }

    /// <summary>Gets a value indicating whether the game sees nothing in the folder.</summary>
    public bool IsEmpty { get; private set; }

    /// <summary>Gets a value indicating whether the game's own folder stays on disk: it contains only names that are whited out.</summary>
    public bool KeepsOwn { get; private set; }

    /// <summary>
    /// Gets a value indicating whether what takes the folder's place later may go to the game's own folder: nothing is left there, and no
    /// mod hides it. The game then sees nothing in the folder.
    /// </summary>
    public bool HasOwnPlace { get; private set; }

    /// <summary>Determines whether mods have a folder.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    public static bool Has(Snapshot snapshot, int pathId) => snapshot.TryGetFolder(pathId, out FolderView folder) && folder.SourceCount > 0;

    /// <summary>Returns the parts of a folder that mods have; null if they don't.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    public static FolderParts? Of(MergedView view, Snapshot snapshot, int pathId)
    {
        if (!snapshot.TryGetFolder(pathId, out FolderView folder) || folder.SourceCount == 0)
            return null;
        var parts = new FolderParts(view, folder);
        parts.Look(snapshot, folder);
        return parts;
    }

    private void Look(Snapshot snapshot, FolderView folder)
    {
        Whiteouts whiteouts = _view.Whiteouts;
        foreach (EntryView entry in folder)
        {
            string path = string.Concat(Path, "\\", entry.Name);
            if (entry.BackingFolder.IsEmpty || (entry.IsFolder && whiteouts.Folders.Covers(snapshot, path, out _)))
                continue;
            if (whiteouts.IsThere(folder, entry) || (entry.IsFolder && RealFiles.IsFolder(NtPath.FromCanonical(path))))
                return;
        }

        int kept = 0;
        bool isOwnHidden = snapshot.Hidden?.RankOf(PathId) > 0;
        foreach (string name in RealFolder.NamesIn(Own))
        {
            if (!isOwnHidden && snapshot.Hidden?.HidesOwn(PathId, name) != true
                && !whiteouts.Hides(snapshot, string.Concat(Path, "\\", name)))
                return;
            kept++;
        }

        // What takes the folder's place later needs a place on disk.
        KeepsOwn = kept > 0;
        HasOwnPlace = !KeepsOwn && !isOwnHidden;
        IsEmpty = HasOwnPlace || Array.Exists(Sources, IsEmptyOnDisk);
    }

    /// <summary>
    /// Restores the markers in a folder whose deletion was withdrawn: what is hidden in the folder is hidden by its own name again.
    /// </summary>
    /// <remarks>
    /// Waits until the thread that follows mods on disk has seen that: it may have listed the folder after its markers were removed, and
    /// the folder around it after they were restored.
    /// </remarks>
    public void RestoreMarkers()
    {
        bool isBack = false;
        foreach (string source in Sources)
            isBack |= DeletionMarkers.Spread(_view, Path, source, Sources.Where(other => other != source), isMade: false);
        if (!isBack || _view.Follower is not { } follower)
            return;
        follower.LookAgain(VirtualPath.GetParent(Path).ToString());
        follower.LookAgain(Path);
    }

    /// <summary>Determines whether a real folder contains only markers, or can't be listed.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public static bool IsEmptyOnDisk(string folder) =>
        Array.TrueForAll(RealFolder.NamesIn(folder), name => HideMarker.IsAnyMarker(name));
}
