using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// The game's own files, asked in any letter case on any disk. Folders are read when they are first asked about, and remembered. What is
/// the VFS's is no part of them. Not thread-safe.
/// </summary>
internal sealed class GameFiles(IEnumerable<string> targets)
{
    private readonly HashSet<string> _targets = [.. targets];
    private readonly Dictionary<string, Dictionary<string, GameName>> _folders = [];

    /// <summary>The names in a real folder; none where it can't be read.</summary>
    public Dictionary<string, GameName> Read(string folder)
    {
        if (_folders.TryGetValue(folder, out Dictionary<string, GameName>? names))
            return names;
        var read = new Dictionary<string, GameName>(NameComparer.Instance);
        bool isTarget = _targets.Contains(folder);
        FolderReader.TryRead(folder, (name, isFolder, _) =>
        {
            string text = name.ToString();
            if (!isTarget || !OwnNames.All.Contains(text, NameComparer.Instance))
                read.TryAdd(text, new GameName(Path.Join(folder, text), text, isFolder));
        });
        return _folders[folder] = read;
    }

    /// <summary>What the game has at a path below a folder, its names joined with backslashes; null where it has nothing.</summary>
    public GameName? Find(string folder, string relative)
    {
        var found = new GameName(folder, "", true);
        foreach (string name in relative.Split('\\', StringSplitOptions.RemoveEmptyEntries))
        {
            if (!found.IsFolder || !Read(found.Path).TryGetValue(name, out found!))
                return null;
        }

        return found;
    }
}

/// <summary>A file or folder of the game.</summary>
/// <param name="Path">Its host path.</param>
/// <param name="Name">Its name as it is on disk.</param>
/// <param name="IsFolder">Whether it's a folder.</param>
internal sealed record GameName(string Path, string Name, bool IsFolder);
