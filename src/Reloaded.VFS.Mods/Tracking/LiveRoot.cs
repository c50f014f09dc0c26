using Reloaded.VFS.Changes;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>A layer that a live folder supplies.</summary>
/// <param name="Handle">Its handle.</param>
/// <param name="Target">The virtual folder that it lies over, canonical.</param>
/// <param name="Names">The names that lead from the live folder to what is laid; none where all of it is.</param>
/// <param name="Listing">What it was made from.</param>
internal sealed record LiveLayer(int Handle, string Target, string[] Names, FolderListing Listing)
{

    /// <summary>The virtual path of a folder in the live one; null where the layer hasn't got it.</summary>
    public string? PathOf(string[] names) =>
        names.AsSpan().StartsWith(Names) ? string.Join('\\', [Target, .. names[Names.Length..]]) : null;
}

/// <summary>
/// A folder whose content is laid over the game and followed while it runs: a mod, or a folder that a loader has added. Used by one thread.
/// </summary>
internal sealed class LiveRoot
{
    internal LiveRoot(string name, string folder, ScanOptions options, FolderListing listing)
    {
        Name = name;
        Folder = folder;
        Options = options;
        Listing = listing;
    }

    /// <summary>The mod's name, or the folder.</summary>
    public string Name { get; }

    /// <summary>The real folder, a host path.</summary>
    public string Folder { get; }

    /// <summary>Whether it is one of the mods folder's.</summary>
    public bool IsMod => Mod is not null;

    /// <summary>The mod that it is; null for another folder.</summary>
    internal Mod? Mod { get; set; }

    /// <summary>Of what the mod said of itself when its folder was scanned.</summary>
    internal ulong MetadataStamp { get; set; }

    /// <summary>Whether it holds folders on the way to parts of mods, and lies below all mods (<see cref="MapParents"/>).</summary>
    internal bool IsBelowMods { get; init; }

    /// <summary>What its map has been told to name in vain.</summary>
    internal string[] MapFaults { get; set; } = [];

    /// <summary>Whether its parts go to places of their own.</summary>
    internal bool IsMapped { get; set; }

    /// <summary>A mod's parts, which are to be laid; none of another folder.</summary>
    internal IReadOnlyList<ModPart> Parts { get; set; } = [];

    internal ScanOptions Options { get; }

    /// <summary>What was in it when it was last listed.</summary>
    internal FolderListing Listing { get; set; }

    /// <summary>Files that were added to its layers since, by the listing's folder.</summary>
    internal List<(int Folder, string Name)> Appended { get; } = [];

    /// <summary>Its layers, but for those of what is preferred.</summary>
    internal List<LiveLayer> Layers { get; } = [];

    /// <summary>The layers of what is preferred of it, above all mods.</summary>
    internal List<LiveLayer> Preferred { get; } = [];

    /// <summary>Every folder in it, the root first and each after the one that it is in.</summary>
    public IEnumerable<string[]> GetFolders()
    {
        FolderListing listing = Listing;
        for (int i = 0; i < listing.FolderCount; i++)
            yield return ListingSearch.GetNames(listing, i);
    }

    /// <summary>The renames in a folder, as those who watch virtual folders know the names: one for each layer.</summary>
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

    /// <summary>Whether a real path lies in it, or is its own, in any letter case.</summary>
    /// <param name="path">The path, without a separator behind it.</param>
    /// <param name="names">The names that lead there; none for its own.</param>
    public bool TryGetNames(string path, out string[] names)
    {
        bool isWithin = IsWithin(path, Folder);
        names = isWithin && path.Length > Folder.Length ? path[(Folder.Length + 1)..].Split(System.IO.Path.DirectorySeparatorChar) : [];
        return isWithin;
    }

    /// <summary>Whether a real path is that of a folder, or lies below it, in any letter case.</summary>
    /// <param name="path">The path.</param>
    /// <param name="folder">The folder's, without a separator behind it.</param>
    public static bool IsWithin(string path, string folder) => path.StartsWith(folder, StringComparison.OrdinalIgnoreCase)
        && (path.Length == folder.Length || path[folder.Length] == System.IO.Path.DirectorySeparatorChar);

    /// <summary>A path in it.</summary>
    public string PathOf(IReadOnlyList<string> names) => names.Count == 0 ? Folder : System.IO.Path.Join([Folder, .. names]);
}
