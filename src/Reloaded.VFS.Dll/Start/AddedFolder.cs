using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>A folder that was laid over a virtual one beside the mods, with what following it takes.</summary>
/// <param name="Folder">The real folder.</param>
/// <param name="Target">What it lies over, canonical.</param>
/// <param name="Layer">Its layer's handle.</param>
/// <param name="Listing">What was in it.</param>
/// <param name="Options">How it was scanned.</param>
internal sealed record AddedFolder(string Folder, string Target, int Layer, FolderListing Listing, ScanOptions Options)
{
    /// <summary>Lays a real folder, everything in it, over a virtual one, above everything.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="ArgumentException">A path is not absolute or too long.</exception>
    public static AddedFolder Lay(VirtualFileSystem files, string folder, string target)
    {
        string canonical = VirtualPath.Canonicalize(target);
        var options = new ScanOptions(["**"], canonical.Length);
        FolderScan scan = FolderScanner.Scan(folder, folder, options);
        if (scan.Listing is not { } listing)
            throw new IOException(string.Join(' ', scan.Diagnostics.Select(d => $"{d.File}: {d.Cause}.")));
        return new AddedFolder(folder, canonical, files.AddFolder(listing, folder, canonical), listing, options);
    }
}
