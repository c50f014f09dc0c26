using Reloaded.VFS.Cli.Archives.Packages;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A mod in a staging folder, with its files where the game looks for them. Immutable.</summary>
/// <param name="Name">The mod's name.</param>
/// <param name="Content">The folder with the mod's content.</param>
/// <param name="Notes">The changes that were made to the files, in sentences without a full stop.</param>
/// <param name="LeftOut">Diagnostics of what was left out of the archive.</param>
/// <param name="HasStrangeNames">True if a scan of the mod reports something.</param>
internal sealed record StagedMod(
    string Name, string Content, IReadOnlyList<string> Notes, IReadOnlyList<Diagnostic> LeftOut, bool HasStrangeNames)
{
    /// <summary>Unpacks an archive, or copies a folder, to a staging folder.</summary>
    /// <param name="source">The archive or the folder.</param>
    /// <param name="staging">The staging folder, empty.</param>
    /// <returns>The mod, or null if it contains nothing for the game.</returns>
    /// <exception cref="ArchiveException">The archive can't be unpacked, or needs a choice that nobody can make.</exception>
    public static StagedMod? Make(ModSource source, StagingFolder staging)
    {
        List<Diagnostic> leftOut = [];
        if (Directory.Exists(source.Path))
            CopyFolder(source.Path, staging.Content);
        else
            leftOut.AddRange(Unpack(source.Path, staging.Content, source.Limits));
        List<string> notes = [];
        string content = InnerArchive.Follow(source, staging, notes, leftOut);
        content = ModParts.Choose(source, content, staging, notes, leftOut);
        FolderScan scan = FolderScanner.Scan(source.Name, content, new ScanOptions(source.Configuration.Include));
        if (scan.Listing is not { } listing || (listing.FileCount == 0 && listing.Hides.IsEmpty))
            return null;
        // A mod with a map need not resemble the game.
        if (FindMapped(content) is { } mapped)
            return new StagedMod(source.Name, mapped, notes, leftOut, scan.Diagnostics.Count > 0);
        string name = source.Name;
        if (ThunderstorePackage.TryRead(content) is { } package)
        {
            if (!source.IsNamed && !name.Contains(package.Name, StringComparison.OrdinalIgnoreCase))
                name = package.Name;
            var tree = new MergedTree(Path.Combine(staging.Root, "laid"));
            if (package.Lay(name, tree, source.Configuration) is { } laid)
            {
                tree.Build(source.Path, source.Limits);
                notes.Add(laid);
                ForeignMetadata.WriteModJson(tree.Folder);
                return new StagedMod(name, tree.Folder, notes, leftOut, scan.Diagnostics.Count > 0);
            }
        }

        if (listing.FileCount > 0)
            content = ModDepth.Cure(content, staging, listing, source.Configuration.Targets, notes);
        // For a start without this launcher: the DLL reads mod.json alone.
        ForeignMetadata.WriteModJson(content);
        return new StagedMod(name, content, notes, leftOut, scan.Diagnostics.Count > 0);
    }

    /// <summary>Unpacks an archive, and shows the progress.</summary>
    /// <exception cref="ArchiveException">The archive can't be unpacked.</exception>
    public static IReadOnlyList<Diagnostic> Unpack(string archive, string folder, UnpackLimits limits)
    {
        Unpacker unpacker = new(archive, limits);
        return Progress.Of($"unpacking {Path.GetFileName(archive)}", () => unpacker.Done, () => unpacker.Unpack(folder));
    }

    /// <summary>Returns the folder of a mod with a map: the unpacked folder or its only subfolder; null if neither has a map.</summary>
    private static string? FindMapped(string folder)
    {
        if (ModMetadataReader.Read("", folder).Map is not null)
            return folder;
        return Directory.GetFileSystemEntries(folder) is [{ } only] && ModMetadataReader.Read("", only).Map is not null ? only : null;
    }

    private static void CopyFolder(string from, string to)
    {
        foreach ((string path, bool isFolder) in TreeNames.List(from, isWhole: true))
        {
            if (isFolder)
                Directory.CreateDirectory(Path.Join(to, path));
            else
                File.Copy(Path.Join(from, path), Path.Join(to, path));
        }
    }
}

/// <summary>Archives in an archive, which download sites and authors put around the mod.</summary>
internal static class InnerArchive
{
    private const int MostLevels = 4;

    /// <summary>
    /// Unpacks the archive in an archive that has nothing else for the game, or the one that was asked for. Returns the folder with the
    /// content.
    /// </summary>
    /// <exception cref="ArchiveException">There are several, and none was asked for; or one can't be unpacked.</exception>
    public static string Follow(ModSource source, StagingFolder staging, List<string> notes, List<Diagnostic> leftOut)
    {
        string content = staging.Content;
        for (int level = 1; level <= MostLevels; level++)
        {
            string[] files = [.. AddedRecord.FilesIn(content).Select(file => file.FullName).Where(file => !IsAbout(content, file))];
            string[] archives = [.. files.Where(file => ArchiveFile.IsArchive(Path.GetFileName(file))).Order(StringComparer.Ordinal)];
            string? asked = archives.FirstOrDefault(file => source.Parts.Contains(Path.GetFileName(file), NameComparer.Instance));
            if (asked is null && (archives.Length == 0 || archives.Length < files.Length))
                return content;
            if (asked is null && archives.Length > 1)
                throw source.Refuse($"it holds archives only: {string.Join(", ", archives.Select(Path.GetFileName).Take(10))}",
                    $"say which one: {source.LineWith($"--part \"{Path.GetFileName(archives[0])}\"")}; each is a mod of its own with --name");
            string inner = asked ?? archives[0], folder = Path.Combine(staging.Root, $"inner{level}");
            Directory.CreateDirectory(folder);
            leftOut.AddRange(Unpack(source, inner, folder).Select(one => one with { File = source.Path }));
            notes.Add($"the mod was in an archive of its own, '{Path.GetFileName(inner)}'");
            DiskRemoval.TryDeleteFile(inner);
            content = folder;
            if (asked is not null && source.Parts.Count == 1)
                return content;
        }

        return content;
    }

    private static IReadOnlyList<Diagnostic> Unpack(ModSource source, string inner, string folder)
    {
        try
        {
            return StagedMod.Unpack(inner, folder, source.Limits);
        }
        catch (ArchiveException e)
        {
            Diagnostic found = e.Diagnostic with { File = source.Path, Key = Path.GetFileName(inner) };
            throw new ArchiveException(found, e) { IsPassing = e.IsPassing };
        }
    }

    private static bool IsAbout(string content, string file) =>
        DefaultExcludes.IsExcluded(Path.GetFileName(file), isFolder: false, Path.GetDirectoryName(file) == content)
        || Path.GetExtension(file).ToUpperInvariant() is ".TXT" or ".MD" or ".PDF" or ".URL" or ".HTML" or ".PNG" or ".JPG";
}

/// <summary>The source of a mod that is to be added, and the options. Immutable.</summary>
/// <param name="Path">An archive or a folder.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Configuration">The game's configuration, with its defaults; host paths.</param>
/// <param name="Limits">The limits of an archive's contents.</param>
internal sealed record ModSource(string Path, string Name, VfsConfiguration Configuration, UnpackLimits Limits)
{
    /// <summary>Gets a value indicating whether the name was given, and isn't replaced by a better one.</summary>
    public bool IsNamed { get; init; }

    /// <summary>Gets the parts of the archive that were asked for: folders, or an archive in it. Empty for all of it.</summary>
    public IReadOnlyList<string> Parts { get; init; } = [];

    /// <summary>Gets the chooser among the options of an installer, or null if nobody can choose.</summary>
    public ModChooser? Chooser { get; init; }

    /// <summary>Gets the file name of the archive or folder.</summary>
    public string FileName => System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(Path));

    /// <summary>Returns the error of an archive that can't be unpacked.</summary>
    public ArchiveException Refuse(string what, string? fix) => ArchiveException.Of(Path, what, fix);

    public string LineWith(string option) => $"rvfs add {option} \"{Path}\"";
}
