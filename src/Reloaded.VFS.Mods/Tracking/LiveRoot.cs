using Reloaded.VFS.Changes;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>A layer that a live folder supplies.</summary>
/// <param name="Handle">The layer's handle.</param>
/// <param name="Target">The canonical virtual folder over which the layer lies.</param>
/// <param name="Names">The names that lead from the live folder to what is laid; none if all of it is.</param>
/// <param name="Listing">The listing from which the layer was made.</param>
internal sealed record LiveLayer(int Handle, string Target, string[] Names, FolderListing Listing)
{
    /// <summary>Returns the virtual path of a folder in the live one, or null if the layer doesn't have it.</summary>
    public string? PathOf(string[] names) =>
        names.AsSpan().StartsWith(Names) ? string.Join('\\', [Target, .. names[Names.Length..]]) : null;
}

/// <summary>
/// A folder whose content is laid over the game and tracked while the game runs: a mod, or a folder that a loader has added. Used by one
/// thread.
/// </summary>
/// <param name="name">The mod's name, or the folder.</param>
/// <param name="folder">The real folder, a host path.</param>
/// <param name="options">The options with which it was scanned.</param>
/// <param name="listing">The content when it was scanned.</param>
internal sealed class LiveRoot(string name, string folder, ScanOptions options, FolderListing listing)
{
    public string Name => name;
    public string Folder => folder;

    public bool IsMod => Mod is not null;

    /// <summary>Gets or sets the mod, or null for another folder.</summary>
    internal Mod? Mod { get; set; }

    /// <summary>Gets or sets the hash of the mod's metadata when its folder was scanned.</summary>
    internal ulong MetadataStamp { get; set; }

    /// <summary>
    /// Gets a value indicating whether the root contains parent folders for parts of mods, and lies below all mods
    /// (<see cref="MapParents"/>).
    /// </summary>
    internal bool IsBelowMods { get; init; }

    /// <summary>Gets or sets the reported errors of map rules that match nothing.</summary>
    internal string[] MapFaults { get; set; } = [];

    /// <summary>Gets or sets a value indicating whether a map says where the root's parts go.</summary>
    internal bool IsMapped { get; set; }

    /// <summary>Gets or sets a mod's parts, which are to be laid. Empty for another folder.</summary>
    internal IReadOnlyList<ModPart> Parts { get; set; } = [];

    internal ScanOptions Options => options;

    /// <summary>Gets or sets the root's content when it was last listed.</summary>
    internal FolderListing Listing { get; set; } = listing;

    /// <summary>Gets the files that were added to the root's layers since, by folder of the listing.</summary>
    internal List<(int Folder, string Name)> Appended { get; } = [];

    /// <summary>Gets the root's layers, except those of preferred files.</summary>
    internal List<LiveLayer> Layers { get; } = [];

    /// <summary>Gets the layers of the root's preferred files, above all mods.</summary>
    internal List<LiveLayer> Preferred { get; } = [];

    /// <summary>Returns every folder in the root, beginning with the root itself, each after its parent.</summary>
    public IEnumerable<string[]> GetFolders()
    {
        FolderListing current = Listing;
        for (int i = 0; i < current.FolderCount; i++)
            yield return ListingSearch.GetNames(current, i);
    }

    /// <summary>Returns the renames in a folder by their virtual names, once for each layer, for those who watch virtual folders.</summary>
    public IEnumerable<NameRename> RenamesIn(PendingFolder folder)
    {
        foreach (LiveLayer layer in Layers)
        {
            if (layer.PathOf(folder.Names) is not { } path)
                continue;
            foreach ((string from, string to) in folder.Renames)
                yield return new NameRename($@"{path}\{from}", $@"{path}\{to}");
        }
    }

    /// <summary>Determines whether a real path is the root's or below it, ignoring case.</summary>
    /// <param name="path">The path, without a trailing separator.</param>
    /// <param name="names">The names that lead from the root to the path; none for the root itself.</param>
    public bool TryGetNames(string path, out string[] names)
    {
        bool isWithin = IsWithin(path, Folder);
        names = isWithin && path.Length > Folder.Length ? path[(Folder.Length + 1)..].Split(System.IO.Path.DirectorySeparatorChar) : [];
        return isWithin;
    }

    /// <summary>Determines whether a real path is that of a folder or below it, ignoring case.</summary>
    /// <param name="path">The path.</param>
    /// <param name="folder">The folder's path, without a trailing separator.</param>
    public static bool IsWithin(string path, string folder) => path.StartsWith(folder, StringComparison.OrdinalIgnoreCase)
        && (path.Length == folder.Length || path[folder.Length] == System.IO.Path.DirectorySeparatorChar);

    public string PathOf(IReadOnlyList<string> names) => names.Count == 0 ? Folder : System.IO.Path.Join([Folder, .. names]);
}
