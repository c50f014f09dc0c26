using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>One target's part of the overwrite folder.</summary>
/// <param name="Target">The target, a host path; a known folder by the text that names it.</param>
/// <param name="Name">What its names begin with in a list; empty where only one target is configured, whose part that is.</param>
/// <param name="Folder">The real folder; it may be missing.</param>
/// <param name="Entries">What is in it, a folder before what is in it.</param>
internal sealed record OverwritePart(string Target, string Name, string Folder, IReadOnlyList<OverwriteEntry> Entries)
{
    /// <summary>Whether it is that of a known folder, which only maps lead to.</summary>
    public bool IsKnown { get; init; }

    /// <summary>Copies that are what they were copied from; none of them is among the entries. Empty where that wasn't asked.</summary>
    public IReadOnlyList<OverwriteEntry> Unchanged { get; init; } = [];
}

/// <summary>What lies in a game's overwrite folder.</summary>
internal sealed class OverwriteContent
{
    private OverwriteContent(string folder, IReadOnlyList<OverwritePart> parts) => (Folder, Parts) = (folder, parts);

    /// <summary>The folder.</summary>
    public string Folder { get; }

    /// <summary>The folder's parts, one for each target; then those of known folders that are there.</summary>
    public IReadOnlyList<OverwritePart> Parts { get; }

    /// <summary>The files that the game has written.</summary>
    public int Files => Count(OverwriteKind.File);

    /// <summary>The names that the game has deleted.</summary>
    public int Markers => Count(OverwriteKind.Marker);

    /// <summary>Whether nothing is in it.</summary>
    public bool IsEmpty => Parts.All(part => part.Entries.Count == 0);

    /// <summary>What is in it, as text.</summary>
    public string Summary => Markers == 0 ? Of(Files, "file") : $"{Of(Files, "file")} and {Of(Markers, "deleted name")}";

    /// <summary>Reads it.</summary>
    /// <param name="configuration">With its defaults; host paths.</param>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static OverwriteContent Read(VfsConfiguration configuration)
    {
        string folder = OverwritePlaces.UsedOf(configuration);
        IEnumerable<OverwritePart> known = Enum.GetValues<KnownFolder>()
            .Select(known => (Name: KnownFolders.NameOf(known), Folder: OverwritePlaces.KnownOf(folder, known)))
            .Where(part => Directory.Exists(part.Folder))
            .Select(part => new OverwritePart(part.Name, part.Name, part.Folder, Read(part.Folder)) { IsKnown = true });
        return new OverwriteContent(folder, [
            .. OverwritePlaces.Of(folder, configuration.Targets)
                .Select(part => new OverwritePart(part.Target, part.Name, part.Folder, Read(part.Folder))),
            .. known,
        ]);
    }

    /// <summary>Reads it, without copies that are what they were copied from: those go at the next start of the game.</summary>
    /// <param name="configuration">With its defaults; host paths.</param>
    /// <param name="resolver">Knows what lies below.</param>
    /// <inheritdoc cref="Read(VfsConfiguration)"/>
    public static OverwriteContent ReadChanged(VfsConfiguration configuration, ModResolver resolver)
    {
        OverwriteContent content = Read(configuration);
        return new OverwriteContent(content.Folder, [.. content.Parts.Select(part => UnchangedContent.LeaveOut(part, resolver))]);
    }

    /// <summary>What lies there, with sizes and times: it differs where anything has changed.</summary>
    /// <param name="configuration">With its defaults; host paths.</param>
    /// <inheritdoc cref="Read(VfsConfiguration)"/>
    public static IReadOnlyList<(string Real, long Bytes, DateTime Written)> ReadState(VfsConfiguration configuration) => [
        .. Read(configuration).Parts.SelectMany(part => part.Entries)
            .Select(entry => (entry.Real, entry.Bytes, entry.Kind == OverwriteKind.Folder ? default : File.GetLastWriteTimeUtc(entry.Real))),
    ];

    /// <summary>One of its parts alone.</summary>
    public OverwriteContent Of(OverwritePart part) => new(Folder, [part]);

    private static List<OverwriteEntry> Read(string folder)
    {
        List<OverwriteEntry> entries = [];
        if (Directory.Exists(folder))
            Read(new DirectoryInfo(folder), "", entries);
        return entries;
    }

    private static void Read(DirectoryInfo folder, string prefix, List<OverwriteEntry> entries)
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
            if (info.LinkTarget is null)
                Read((DirectoryInfo)info, path + '\\', entries);
        }
    }

    private int Count(OverwriteKind kind) => Parts.Sum(part => part.Entries.Count(entry => entry.Kind == kind));

    private static string Of(int count, string what) => count == 1 ? $"1 {what}" : $"{count} {what}s";
}
