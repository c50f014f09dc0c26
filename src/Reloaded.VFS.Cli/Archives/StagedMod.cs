using Reloaded.VFS.Cli.OtherManagers;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A mod in a staging folder, with its files at the depth of the game's. Immutable.</summary>
/// <param name="Content">The folder with the mod's content.</param>
/// <param name="Cured">The corrected error in the depth of the files, or null.</param>
/// <param name="LeftOut">Diagnostics of what was left out of the archive.</param>
/// <param name="HasStrangeNames">True if a scan of the mod reports something.</param>
internal sealed record StagedMod(string Content, WrongDepth? Cured, IReadOnlyList<Diagnostic> LeftOut, bool HasStrangeNames)
{
    /// <summary>Unpacks an archive, or copies a folder, to a staging folder.</summary>
    /// <param name="source">The archive or the folder.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="staging">The staging folder, empty.</param>
    /// <param name="configuration">The game's configuration, with its defaults; host paths.</param>
    /// <param name="limits">The limits of an archive's contents.</param>
    /// <returns>The mod, or null if it contains nothing for the game.</returns>
    /// <exception cref="ArchiveException">The archive can't be unpacked.</exception>
    public static StagedMod? Make(string source, string name, StagingFolder staging, VfsConfiguration configuration, UnpackLimits limits)
    {
        IReadOnlyList<Diagnostic> leftOut = [];
        if (Directory.Exists(source))
            CopyFolder(source, staging.Content);
        else
            leftOut = Unpack(source, staging.Content, limits);
        FolderScan scan = FolderScanner.Scan(name, staging.Content, new ScanOptions(configuration.Include));
        if (scan.Listing is not { } listing || (listing.FileCount == 0 && listing.Hides.IsEmpty))
            return null;
        // A mod with a map need not resemble the game.
        if (FindMapped(staging.Content) is { } mapped)
            return new StagedMod(mapped, null, leftOut, scan.Diagnostics.Count > 0);
        (string content, WrongDepth? cured) = listing.FileCount == 0
            ? (staging.Content, null)
            : ModDepth.Cure(staging, listing, configuration.Targets);
        // For a start without this launcher: the DLL reads mod.json alone.
        ForeignMetadata.WriteModJson(content);
        return new StagedMod(content, cured, leftOut, scan.Diagnostics.Count > 0);
    }

    /// <summary>Returns the folder of a mod with a map: the unpacked folder or its only subfolder; null if neither has a map.</summary>
    private static string? FindMapped(string folder)
    {
        if (ModMetadataReader.Read("", folder).Map is not null)
            return folder;
        return Directory.GetFileSystemEntries(folder) is [{ } only] && ModMetadataReader.Read("", only).Map is not null ? only : null;
    }

    private static IReadOnlyList<Diagnostic> Unpack(string archive, string folder, UnpackLimits limits)
    {
        Unpacker unpacker = new(archive, limits);
        return Progress.Of(() => FormattableString.Invariant($"unpacking {Path.GetFileName(archive)}, {unpacker.Done:P0}"),
            () => unpacker.Unpack(folder));
    }

    private static void CopyFolder(string from, string to)
    {
        foreach (string folder in Directory.GetDirectories(from, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Join(to, Path.GetRelativePath(from, folder)));
        foreach (string file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
            File.Copy(file, Path.Join(to, Path.GetRelativePath(from, file)));
    }
}
