using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>A folder that was added over a virtual one beside the mods, with what following it takes.</summary>
/// <param name="Folder">The real folder.</param>
/// <param name="Target">What it lies over, canonical.</param>
/// <param name="Layer">Its layer's handle.</param>
/// <param name="Listing">What was in it.</param>
/// <param name="Options">How it was scanned.</param>
internal sealed record AddedFolder(string Folder, string Target, int Layer, FolderListing Listing, ScanOptions Options)
{
    /// <summary>Whether it lies below all mods.</summary>
    public bool IsBelowMods { get; init; }

    /// <summary>Adds a real folder, everything in it, over a virtual one, above everything but the overwrite folder.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="folder">The real folder.</param>
    /// <param name="target">The virtual one.</param>
    /// <param name="below">The overwrite folder's layer; null where there is none.</param>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="ArgumentException">A path is not absolute or too long.</exception>
    public static AddedFolder Add(VirtualFileSystem files, string folder, string target, int? below) =>
        Add(files, folder, VirtualPath.Canonicalize(target), new ScanOptions(["**"], target.Length), below);

    /// <summary>Adds the overwrite folder's part, as it is, over a target, above everything.</summary>
    /// <inheritdoc cref="Add(VirtualFileSystem, string, string, int?)"/>
    public static AddedFolder AddOverwrite(VirtualFileSystem files, string folder, string target) =>
        Add(files, folder, VirtualPath.Canonicalize(target), ScanOptions.OfOverwrite(target.Length), below: null);

    /// <summary>Adds folders on the way to parts of mods over a target, below everything.</summary>
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
