using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>The ways in which a program changes a name.</summary>
internal enum WrittenKind
{
    /// <summary>Nobody else has this name.</summary>
    [JsonStringEnumMemberName("new")]
    New,

    /// <summary>A mod, or the game, has a file of this name.</summary>
    [JsonStringEnumMemberName("changed")]
    Changed,

    /// <summary>The program has deleted the name.</summary>
    [JsonStringEnumMemberName("deleted")]
    Deleted,
}

/// <summary>A name that a program has written.</summary>
/// <param name="Kind">The change, or null if it is only known to have opened a file for writing.</param>
/// <param name="Path">The path, without the ending of a marker.</param>
/// <param name="IsFolder">True if the name is, or was, a folder's.</param>
internal readonly record struct WrittenEntry(WrittenKind? Kind, string Path, bool IsFolder = false);

/// <summary>A mod or another folder in which a program has written. Immutable.</summary>
/// <param name="Mod">The mod, or null.</param>
/// <param name="Folder">The folder that isn't a mod's, or null. Both are null for files that are no longer there.</param>
/// <param name="Entries">The names: files before folders, each by path.</param>
internal sealed record WrittenOwner(string? Mod, string? Folder, IReadOnlyList<WrittenEntry> Entries)
{
    /// <summary>The value of <see cref="Folder"/> for the overwrite folder.</summary>
    public const string OverwriteFolder = "overwrite";

    /// <summary>The value of <see cref="Folder"/> for the game's own folder.</summary>
    public const string GameFolder = "game";

    private const int MostShown = 10;

    /// <summary>Gets the name for a sentence.</summary>
    public string Name => Mod is not null ? $"the mod '{Mod}'" : Folder switch
    {
        null => "no longer there",
        OverwriteFolder => "the overwrite folder",
        GameFolder => "the game's folder",
        _ => $"the folder '{Folder}'",
    };

    /// <summary>Gets the numbers of names of each kind.</summary>
    public string Summary
    {
        get
        {
            (string One, string Several, int Count)[] all =
            [
                ("file", "files", Count(null, isFolder: false)),
                ("new file", "new files", Count(WrittenKind.New, isFolder: false)),
                ("changed file", "changed files", Count(WrittenKind.Changed, isFolder: false)),
                ("deleted name", "deleted names", Entries.Count(entry => entry.Kind == WrittenKind.Deleted)),
                ("new folder", "new folders", Count(WrittenKind.New, isFolder: true)),
            ];
            return string.Join(", ", all.Where(kind => kind.Count > 0)
                .Select(kind => $"{kind.Count:N0} {(kind.Count == 1 ? kind.One : kind.Several)}"));
        }
    }

    public static IReadOnlyList<WrittenOwner> Group(IEnumerable<(string? Mod, string? Folder, WrittenEntry Entry)> written) => [
        .. written.GroupBy(one => (one.Mod, one.Folder))
            .Select(group => new WrittenOwner(group.Key.Mod, group.Key.Folder, [
                .. group.Select(one => one.Entry).OrderBy(entry => entry.IsFolder).ThenBy(entry => entry.Path, StringComparer.OrdinalIgnoreCase)]))
            .OrderBy(owner => owner.Name, StringComparer.OrdinalIgnoreCase)];

    /// <summary>Writes a few lines for each owner.</summary>
    /// <param name="more">The command that shows all names, written after the number of those left out; empty for none.</param>
    public static void Write(TextWriter output, IEnumerable<WrittenOwner> owners, string more)
    {
        foreach (WrittenOwner owner in owners)
        {
            output.WriteLine($"  {owner.Name}: {owner.Summary}");
            foreach (WrittenEntry entry in owner.Entries.Take(MostShown))
            {
                string kind = entry.Kind is null ? "" : $"{entry.Kind.ToString()!.ToLowerInvariant(),-7}  ";
                output.WriteLine($"    {kind}{entry.Path}{(entry.IsFolder ? "\\" : "")}");
            }

            if (owner.Entries.Count > MostShown)
                output.WriteLine($"    and {owner.Entries.Count - MostShown:N0} more{more}");
        }
    }

    private int Count(WrittenKind? kind, bool isFolder) => Entries.Count(entry => entry.Kind == kind && entry.IsFolder == isFolder);
}

/// <summary>The files that a program has opened for writing, by the mod or the folder that has each of them now.</summary>
internal static class WrittenPaths
{
    /// <summary>Returns the owners of what was written.</summary>
    /// <param name="calls">The calls that have opened a file for writing, one for each path.</param>
    /// <param name="layers">The layers, a later one above those before it.</param>
    public static IReadOnlyList<WrittenOwner> Of(IReadOnlyCollection<FileEvent> calls, IReadOnlyCollection<EventLayer> layers)
    {
        if (calls.Count == 0)
            return [];
        Func<string, bool> exists = Exists();
        return WrittenOwner.Group(calls.Select(call =>
        {
            (string? mod, string? folder) = OwnerOf(call, layers, exists);
            return (mod, folder, new WrittenEntry(null, EventText.Short(call.Path, layers)));
        }));
    }

    /// <summary>Returns the mod or the folder that has a file now; neither if it is no longer there.</summary>
    /// <remarks>
    /// A folder that isn't a mod's, such as the overwrite folder, lies above all mods and takes what the game writes. Otherwise the file that
    /// the call has opened is written in place, and a new one lies in the game's folder, or in that of a mod that alone has the folder.
    /// </remarks>
    private static (string? Mod, string? Folder) OwnerOf(FileEvent call, IReadOnlyCollection<EventLayer> layers, Func<string, bool> exists)
    {
        EventLayer[] having = [.. layers.Where(layer => PathIn(layer, call.Path) is { } path && exists(path))];
        if (having.LastOrDefault(layer => !layer.IsOfMod) is { } above)
            return Of(above);
        if (call.IsRedirected && having.Contains(call.Layer))
            return Of(call.Layer!);
        return exists(call.Path) ? (null, WrittenOwner.GameFolder) : having.Length > 0 ? Of(having[^1]) : (null, null);
    }

    private static (string? Mod, string? Folder) Of(EventLayer layer)
    {
        if (layer.IsOfMod)
            return (layer.Name, null);
        string folder = NtPath.ToWin32(layer.Source).ToString().TrimEnd('\\');
        bool isOverwrite = folder.Split('\\').Contains(OverwritePlaces.FolderName, StringComparer.OrdinalIgnoreCase);
        return (null, isOverwrite ? WrittenOwner.OverwriteFolder : folder);
    }

    private static string? PathIn(EventLayer layer, string path) =>
        EventText.PathIn(layer, path) is { } inner ? NtPath.ToWin32(layer.Source) + inner : null;

    private static Func<string, bool> Exists()
    {
        if (OperatingSystem.IsWindows())
            return File.Exists;
        var paths = new WinePaths(WineInstallation.FindPrefix());
        return path => paths.ToLinux(path) is { } host && File.Exists(host);
    }
}
