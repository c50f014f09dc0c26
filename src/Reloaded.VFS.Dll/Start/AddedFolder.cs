using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>A folder that was laid over a virtual one besides the mods, with the data needed to follow it.</summary>
/// <param name="Folder">The real folder.</param>
/// <param name="Target">The virtual folder, canonical.</param>
/// <param name="Layer">The layer's handle.</param>
/// <param name="Listing">The contents at the scan.</param>
/// <param name="Options">The options of the scan.</param>
internal sealed record AddedFolder(string Folder, string Target, int Layer, FolderListing Listing, ScanOptions Options)
{
    /// <summary>Gets a value indicating whether the folder is below all mods.</summary>
    public bool IsBelowMods { get; init; }

    /// <summary>Lays a whole real folder over a virtual one, above everything but the overwrite folder.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="folder">The real folder.</param>
    /// <param name="target">The virtual folder.</param>
    /// <param name="below">The overwrite folder's layer, or null.</param>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="ArgumentException">A path isn't absolute or is too long.</exception>
    public static AddedFolder Add(VirtualFileSystem files, string folder, string target, int? below) =>
        Add(files, folder, VirtualPath.Canonicalize(target), new ScanOptions(["**"], target.Length), below);

    /// <summary>Lays the overwrite folder's part for a target over the target, above everything, unfiltered.</summary>
    /// <inheritdoc cref="Add(VirtualFileSystem, string, string, int?)"/>
    public static AddedFolder AddOverwrite(VirtualFileSystem files, string folder, string target) =>
        Add(files, folder, VirtualPath.Canonicalize(target), ScanOptions.OfOverwrite(target.Length), below: null);

    /// <summary>Lays folders that lead to mapped parts of mods over a target, below everything.</summary>
    /// <inheritdoc cref="Add(VirtualFileSystem, string, string, int?)"/>
    public static AddedFolder AddParents(VirtualFileSystem files, string folder, string target)
    {
        int? lowest = files.GetLayers() is [{ } layer, ..] ? layer.Handle : null;
        return Add(files, folder, target, ScanOptions.OfOverwrite(target.Length), lowest) with { IsBelowMods = true };
    }

    private static AddedFolder Add(VirtualFileSystem files, string folder, string canonical, ScanOptions options, int? below)
    {
        FolderScan scan = FolderScanner.Scan(folder, folder, options);
        if (scan.Listing is not { } listing)
            throw new UnreadableException(string.Join(' ', scan.Diagnostics.Select(d => $"{d.File}: {d.Cause}.")));
        LayerOptions? place = below is null ? null : new LayerOptions { Below = below };
        return new AddedFolder(folder, canonical, files.AddFolder(listing, folder, canonical, place), listing, options);
    }
}
