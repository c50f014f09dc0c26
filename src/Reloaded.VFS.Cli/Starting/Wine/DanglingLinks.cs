using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// Links in the mods folder that lead to nothing: to a disk that isn't mounted, or to what a sandbox doesn't show. The mod that such a link
/// should be isn't there for the game, and nothing else says so.
/// </summary>
internal static class DanglingLinks
{
    /// <summary>Names each of them.</summary>
    /// <param name="modsFolder">The mods folder, a path of Linux; null for none.</param>
    public static void Warn(string? modsFolder)
    {
        if (modsFolder is null)
            return;
        foreach ((string name, string target) in Find(modsFolder))
        {
            Messages.Warn($"'{name}' is a link to '{target}', where nothing is: it is no mod of the game.",
                Flatpak.FindId(Environment.GetEnvironmentVariable) is { } id
                    ? $"What this Flatpak doesn't see can be granted: {Flatpak.GrantCommand(id, target)}"
                    : "Mount the disk that it leads to, or remove the link.");
        }
    }

    private static (string Name, string Target)[] Find(string modsFolder)
    {
        try
        {
            // What leads to nothing is no folder: the mods themselves aren't asked whether they are links.
            List<string> names = [];
            FolderReader.Read(modsFolder, (name, isFolder, _) =>
            {
                if (!isFolder)
                    names.Add(name.ToString());
            });
            return
            [
                .. names.Select(name => new FileInfo(Path.Join(modsFolder, name)))
                    .Where(entry => entry.LinkTarget is not null && RealPath.Of(entry.FullName) is null)
                    .Select(entry => (entry.Name, Path.GetFullPath(entry.LinkTarget!, modsFolder)))
                    .OrderBy(link => link.Name, StringComparer.Ordinal),
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // rvfs.exe says what is the matter with the folder.
            return [];
        }
    }
}
