using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>Warnings of links that lead to nothing: to a disk that isn't mounted, or to what a sandbox doesn't show.</summary>
/// <remarks>
/// If such a link stands for a mod, the game plays without the mod, and nothing else reports it. If the run is recorded for <c>rvfs
/// undo</c>, links in mods and in the game's folders are checked, too: Wine hides them, and creates the files that they lead to.
/// </remarks>
internal static class DanglingLinks
{
    /// <summary>The maximum number of links that are named because of <c>rvfs undo</c>.</summary>
    private const int MostNamed = 10;

    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = true };

    /// <summary>Warns of each such link.</summary>
    /// <param name="configuration">The configuration, with its defaults and with Linux paths.</param>
    public static void Warn(VfsConfiguration configuration)
    {
        if (configuration.Mods is { } modsFolder)
            WarnOfMods(modsFolder);
        if (configuration is not { Undo: true, Writes: WritePolicy.Game })
            return;
        int found = 0;
        foreach (FileSystemInfo link in FindBelow(configuration))
        {
            if (++found <= MostNamed)
                Messages.Warn($"'{link.FullName}' is a link to '{TargetOf(link)}', which doesn't exist: "
                    + "'rvfs undo' can't undo what the game creates there.", CureOf(TargetOf(link)));
        }

        if (found > MostNamed)
            Messages.Warn($"{found - MostNamed} more links lead to nothing: 'rvfs undo' can't undo what the game creates there.");
    }

    private static void WarnOfMods(string modsFolder)
    {
        // A link that leads to nothing isn't a folder, so thousands of mods needn't be checked for being links.
        List<FileSystemInfo> others = [];
        // rvfs.exe reports a folder that can't be read.
        FileErrors.Ignore(() => FolderReader.Read(modsFolder, (name, isFolder, _) =>
        {
            if (!isFolder)
                others.Add(new FileInfo(Path.Join(modsFolder, name)));
        }));
        foreach (FileSystemInfo link in others.Where(IsDead).OrderBy(link => link.Name, StringComparer.Ordinal))
            Messages.Warn($"'{link.Name}' is a link to '{TargetOf(link)}', which doesn't exist: it isn't loaded as a mod.",
                CureOf(TargetOf(link)));
    }

    private static string CureOf(string target) => Flatpak.FindId(Environment.GetEnvironmentVariable) is { } id
        ? $"If the Flatpak's sandbox hides it, grant access: {Flatpak.GrantCommand(id, target)}"
        : "Mount the disk that it leads to, or remove the link.";

    private static bool IsDead(FileSystemInfo entry) => entry.LinkTarget is not null && RealPath.Of(entry.FullName) is null;

    private static string TargetOf(FileSystemInfo link) =>
        FolderLinks.EndOf(link.FullName) ?? link.LinkTarget!;

    /// <summary>Returns the dangling links in mods, in targets and where links there lead to, except the mods folder's own.</summary>
    private static IEnumerable<FileSystemInfo> FindBelow(VfsConfiguration configuration)
    {
        HashSet<string> seen = [];
        // A folder that a link also leads to is reported by its own path, so the configuration's folders come first.
        var folders = new Queue<(string Path, bool HasMods)>(configuration.Targets.Select(target => (target, false)));
        if (configuration.Mods is { } mods)
            folders.Enqueue((mods, true));
        while (folders.TryDequeue(out (string Path, bool HasMods) folder))
        {
            if (RealPath.Of(folder.Path) is not { } real || !seen.Add(real))
                continue;
            foreach (FileSystemInfo entry in FindIn(folder.Path))
            {
                if (IsDead(entry))
                {
                    if (!folder.HasMods)
                        yield return entry;
                }
                // Of the folder rvfs, the mods are queued already, and the game doesn't change the rest.
                else if (entry is DirectoryInfo && !(entry.Name == VfsConfiguration.FolderName && configuration.Targets.Contains(folder.Path)))
                    folders.Enqueue((entry.FullName, false));
            }
        }
    }

    // rvfs.exe reports a problem with the folder.
    private static FileSystemInfo[] FindIn(string folder) =>
        FileErrors.Ignore(() => new DirectoryInfo(folder).GetFileSystemInfos("*", s_all), []);
}
