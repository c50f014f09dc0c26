using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>One target's part of the overwrite folder.</summary>
/// <param name="Target">The target, a host path, or the text that names a known folder.</param>
/// <param name="Name">The prefix of the part's names in a list, empty if only one target is configured and the part is its.</param>
/// <param name="Folder">The real folder, which may be missing.</param>
/// <param name="Entries">The part's entries, a folder before its content.</param>
internal sealed record OverwritePart(string Target, string Name, string Folder, IReadOnlyList<OverwriteEntry> Entries)
{
    /// <summary>Gets a value indicating whether the part is that of a known folder, to which only maps lead.</summary>
    public bool IsKnown { get; init; }

    /// <summary>Returns an entry's name in a list and in the journal, which begins with the part's name.</summary>
    public string NameOf(OverwriteEntry entry) => Name.Length == 0 ? entry.Path : $@"{Name}\{entry.Path}";
}

/// <summary>The content of a game's overwrite folder.</summary>
internal sealed class OverwriteContent
{
    private OverwriteContent(string folder, IReadOnlyList<OverwritePart> parts) => (Folder, Parts) = (folder, parts);

    /// <summary>
    /// Gets the files whose originals an update has changed while the game still sees an older version. Empty unless
    /// <see cref="ReadChanged"/> has read the content.
    /// </summary>
    public IReadOnlyList<CoveredFile> Outdated { get; private init; } = [];

    public string Folder { get; }

    /// <summary>Gets the folder's parts, one for each target, followed by those of known folders that are there.</summary>
    public IReadOnlyList<OverwritePart> Parts { get; }

    /// <summary>Gets the number of files that the game has written.</summary>
    public int Files => Count(OverwriteKind.File);

    /// <summary>Gets the number of names that the game has deleted.</summary>
    public int Markers => Count(OverwriteKind.Marker);

    public bool IsEmpty => Parts.All(part => part.Entries.Count == 0);
    public string Summary =>
        Markers == 0 ? Counted.Of(Files, "file") : $"{Counted.Of(Files, "file")} and {Counted.Of(Markers, "deleted name")}";

    /// <summary>Reads the content.</summary>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static OverwriteContent Read(VfsConfiguration configuration)
    {
        string folder = OverwritePlaces.UsedOf(configuration);
        IEnumerable<OverwritePart> known = Enum.GetValues<KnownFolder>()
            .Select(known => (Name: KnownFolders.NameOf(known), Folder: OverwritePlaces.KnownOf(folder, known)))
            .Where(part => Directory.Exists(part.Folder))
            .Select(part => new OverwritePart(part.Name, part.Name, part.Folder, Read(part.Folder)) { IsKnown = true });
        return new OverwriteContent(folder, [
            .. OverwritePlaces.Of(folder, configuration)
                .Select(part => new OverwritePart(part.Target, part.Name, part.Folder, Read(part.Folder))),
            .. known,
        ]);
    }

    /// <summary>Reads the content without unchanged copies, which are deleted at the next start of the game.</summary>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <inheritdoc cref="Read(VfsConfiguration)"/>
    public static OverwriteContent ReadChanged(VfsConfiguration configuration)
    {
        OverwriteContent content = Read(configuration);
        UnchangedContent unchanged = UnchangedContent.Read(content.Folder, configuration);
        return new OverwriteContent(content.Folder, [.. content.Parts.Select(unchanged.LeaveOut)]) { Outdated = unchanged.Outdated };
    }

    /// <summary>Returns the content with sizes and times, which differ if anything has changed.</summary>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <inheritdoc cref="Read(VfsConfiguration)"/>
    public static IReadOnlyList<(string Real, long Bytes, DateTime Written)> ReadState(VfsConfiguration configuration) => [
        .. Read(configuration).Parts.SelectMany(part => part.Entries)
            .Select(entry => (entry.Real, entry.Bytes, entry.Kind == OverwriteKind.Folder ? default : File.GetLastWriteTimeUtc(entry.Real))),
    ];

    /// <summary>Returns the content of one of the parts alone.</summary>
    public OverwriteContent Of(OverwritePart part) => new(Folder, [part]);

    /// <summary>Returns the entries of a name, with its marker, or in a folder of that name.</summary>
    /// <param name="name">The name as in a list, with slashes or backslashes and in any letter case.</param>
    public OverwriteContent Under(string name)
    {
        string wanted = name.Replace('/', '\\').Trim('\\');
        return new OverwriteContent(Folder, [.. Parts.Select(part => part with
        {
            Entries = [.. part.Entries.Where(entry => VirtualPath.IsSameOrBelow(part.NameOf(entry), wanted)
                || NameComparer.Instance.Equals(part.NameOf(entry), wanted + HideMarker.Ending))],
        })]);
    }

    private static List<OverwriteEntry> Read(string folder)
    {
        List<OverwriteEntry> entries = [];
        if (Directory.Exists(folder) && HostPlaces.Find(folder) is { } real)
            Read(new DirectoryInfo(folder), real.Real, "", entries);
        return entries;
    }

    private static void Read(DirectoryInfo folder, string real, string prefix, List<OverwriteEntry> entries)
    {
        foreach (FileSystemInfo info in folder.EnumerateFileSystemInfos().OrderBy(info => info.Name, NameComparer.Instance))
        {
            string path = prefix + info.Name;
            if (DefaultExcludes.IsTemporary(info.Name))
                continue;
            if (info is FileInfo file)
            {
                OverwriteKind kind = HideMarker.IsMarker(info.Name) ? OverwriteKind.Marker : OverwriteKind.File;
                entries.Add(new OverwriteEntry(kind, path, info.FullName, file.Length));
                continue;
            }

            entries.Add(new OverwriteEntry(OverwriteKind.Folder, path, info.FullName, 0));
            // What a link leads to lies elsewhere. Wine shows a folder in its place.
            string below = Path.Join(real, info.Name);
            if (info.LinkTarget is null && HostPlaces.Find(info.FullName) is { } found && NameComparer.Instance.Equals(found.Real, below))
                Read((DirectoryInfo)info, below, path + '\\', entries);
        }
    }

    private int Count(OverwriteKind kind) => Parts.Sum(part => part.Entries.Count(entry => entry.Kind == kind));
}

/// <summary>The kinds of name in the overwrite folder.</summary>
internal enum OverwriteKind
{
    /// <summary>A file that the game has written.</summary>
    File,

    /// <summary>A whiteout marker: the game has deleted what lower layers or the game have under the name before its ending.</summary>
    Marker,

    Folder,
}

/// <summary>A name in the overwrite folder.</summary>
/// <param name="Kind">The kind of the name.</param>
/// <param name="Path">The path below the target, with backslashes. A marker's path has its ending.</param>
/// <param name="Real">The real path.</param>
/// <param name="Bytes">The size of a file.</param>
internal sealed record OverwriteEntry(OverwriteKind Kind, string Path, string Real, long Bytes);

/// <summary>
/// The files of the overwrite folder that are in the record of a game's runs: unchanged copies, which the next start removes, and files
/// whose originals an update has changed since.
/// </summary>
internal sealed class UnchangedContent
{
    private readonly HashSet<string> _unchanged;

    private UnchangedContent(HashSet<string> unchanged, IReadOnlyList<CoveredFile> outdated) =>
        (_unchanged, Outdated) = (unchanged, outdated);

    /// <summary>Gets the files whose originals an update has changed, and of which the game sees an older version or nothing.</summary>
    public IReadOnlyList<CoveredFile> Outdated { get; }

    /// <summary>Reads the record. Nothing is changed.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    public static UnchangedContent Read(string folder, VfsConfiguration configuration)
    {
        var places = new CoveredPlaces(folder, configuration, HostPlaces.Find,
            OperatingSystem.IsWindows() ? null : CaseInsensitivePath.FindLongest);
        IReadOnlyList<CoveredFile> files = CoveredFiles.Read(folder);
        return new UnchangedContent(
            new HashSet<string>(files.Where(file => places.IsUnchanged(file)).Select(file => file.Place), NameComparer.Instance),
            [.. files.Where(file => places.IsOutdated(file))]);
    }

    /// <summary>Returns a part without unchanged copies, and without folders that contain nothing else.</summary>
    public OverwritePart LeaveOut(OverwritePart part)
    {
        OverwriteEntry[] copies = [
            .. part.Entries.Where(entry => entry.Kind == OverwriteKind.File && _unchanged.Contains(part.NameOf(entry)))];
        HashSet<string> unchanged = [.. copies.Select(entry => entry.Path)];
        HashSet<string> around = [.. unchanged.SelectMany(FoldersAround)];
        around.ExceptWith(part.Entries.Where(entry => entry.Kind != OverwriteKind.Folder && !unchanged.Contains(entry.Path))
            .SelectMany(entry => FoldersAround(entry.Path)));
        return part with
        {
            Entries = [.. part.Entries.Where(entry => !unchanged.Contains(entry.Path)
                && !(entry.Kind == OverwriteKind.Folder && around.Contains(entry.Path)))],
        };
    }

    private static IEnumerable<string> FoldersAround(string path)
    {
        for (int end = path.LastIndexOf('\\'); end > 0; end = path.LastIndexOf('\\', end - 1))
            yield return path[..end];
    }
}
