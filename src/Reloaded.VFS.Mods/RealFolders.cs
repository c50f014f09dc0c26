using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Mods;

/// <summary>Folders on disk as layers of a file system.</summary>
public static class RealFolders
{
    /// <summary>
    /// Lists a real folder with everything in it, lays it over a virtual one, and returns the layer's handle. What can't be read or named is
    /// left out and reported in <see cref="LayerInfo.Diagnostics"/>. Thread-safe.
    /// </summary>
    /// <param name="files">The file system.</param>
    /// <param name="sourceFolder">The real folder, a host path.</param>
    /// <param name="targetFolder">The virtual folder, an absolute Windows path in any form; it becomes a target.</param>
    /// <param name="options">The layer's options.</param>
    /// <exception cref="ArgumentException">
    /// A path isn't absolute or is too long, or no layer has the handle <see cref="LayerOptions.Below"/>.
    /// </exception>
    /// <exception cref="IOException">The folder can't be read.</exception>
    public static int AddFolder(this VirtualFileSystem files, string sourceFolder, string targetFolder, LayerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(files);
        string target = VirtualPath.Canonicalize(targetFolder);
        FolderScan scan = FolderScanner.Scan(options?.Name ?? sourceFolder, sourceFolder, new ScanOptions(["**"], target.Length));
        if (scan.Listing is not { } listing)
            throw new UnreadableException(string.Join(' ', scan.Diagnostics.Select(d => $"{d.File}: {d.Cause}.")));
        return files.AddFolder(listing, sourceFolder, targetFolder, options, scan.Diagnostics);
    }
}
