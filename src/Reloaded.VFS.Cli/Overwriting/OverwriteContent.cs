using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>One target's part of the overwrite folder.</summary>
/// <param name="Target">The target, a host path.</param>
/// <param name="Folder">The real folder; it may be missing.</param>
/// <param name="Entries">What is in it, a folder before what is in it.</param>
internal sealed record OverwritePart(string Target, string Folder, IReadOnlyList<OverwriteEntry> Entries);

/// <summary>What lies in a game's overwrite folder.</summary>
internal sealed class OverwriteContent
{
    private OverwriteContent(string folder, IReadOnlyList<OverwritePart> parts) => (Folder, Parts) = (folder, parts);

    /// <summary>The folder.</summary>
    public string Folder { get; }

    /// <summary>The folder's parts, one for each target.</summary>
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
        string folder = OverwritePlaces.FolderOf(configuration);
        string[] parts = OverwritePlaces.Of(folder, configuration.Targets);
        return new OverwriteContent(folder,
            [.. parts.Select((part, i) => new OverwritePart(configuration.Targets[i], part, Read(part)))]);
    }

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
