using System.Text;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The oracle of the behaviour suite: a game folder with mods beside it as <c>rvfs run</c> expects them, and a copy of the game into which
/// the same mods were really copied in load order. Disposing deletes both.
/// </summary>
public sealed class MergedFolder : IDisposable
{
    /// <summary>The ending of a marker, which hides the name before the ending.</summary>
    public const string HideEnding = ".rvfshide";

    private MergedFolder(string root) => Root = root;

    /// <summary>Gets the temporary folder of everything.</summary>
    public string Root { get; }

    /// <summary>Gets the game's own folder, with the mods in <c>rvfs/mods</c>. The path is as long as <see cref="Merged"/>.</summary>
    public string Game => Path.Combine(Root, "v", "game");

    /// <summary>Gets the copy of the game into which the mods were copied.</summary>
    public string Merged => Path.Combine(Root, "m", "game");

    /// <summary>Gets a copy of the game without mods, which shows that a comparison can fail.</summary>
    public string Plain => Path.Combine(Root, "p", "game");

    /// <summary>Gets the folder of the mods.</summary>
    public string Mods => Path.Combine(Game, "rvfs", "mods");

    /// <summary>Builds all folders.</summary>
    /// <remarks>
    /// <paramref name="mods"/> are in load order: later wins. <paramref name="programs"/> are copied into the game's folder first (source
    /// path, name there).
    /// </remarks>
    public static MergedFolder Build(FixtureTree game, IReadOnlyList<FixtureTree> mods, params (string Source, string Name)[] programs)
    {
        MergedFolder folder = BuildPair(game, mods, programs);
        CopyOver(folder.Game, folder.Plain, path => path != Path.GetDirectoryName(folder.Mods));
        return folder;
    }

    /// <summary>Builds all folders but <see cref="Plain"/>.</summary>
    public static MergedFolder BuildPair(FixtureTree game, IReadOnlyList<FixtureTree> mods, params (string Source, string Name)[] programs)
        => BuildPairIn(RepositoryFolders.CreateTemporary(), game, mods, programs);

    /// <summary>Like <see cref="BuildPair"/>, in an existing folder, which disposing deletes.</summary>
    public static MergedFolder BuildPairIn(
        string root, FixtureTree game, IReadOnlyList<FixtureTree> mods, params (string Source, string Name)[] programs)
    {
        MergedFolder folder = new(root);
        game.WriteTo(folder.Game);
        foreach ((string source, string name) in programs)
            CopyFile(source, Path.Combine(folder.Game, name));
        CopyOver(folder.Game, folder.Merged);
        StringBuilder order = new();
        foreach (FixtureTree mod in mods)
        {
            mod.WriteTo(Path.Combine(folder.Mods, mod.Label));
            order.Append(mod.Label).Append('\n');
            Lay(Path.Combine(folder.Mods, mod.Label), folder.Merged);
        }

        Directory.CreateDirectory(folder.Mods);
        File.WriteAllText(Path.Combine(folder.Mods, "order.txt"), order.ToString());
        return folder;
    }

    /// <summary>
    /// Copies a tree over another as Windows does: a name that exists in any letter case keeps its case and gets the new content. A file
    /// replaces a folder of the same name, and a folder a file (docs/order.md).
    /// </summary>
    public static void CopyOver(string source, string destination) => CopyOver(source, destination, _ => true);

    private static void CopyOver(string source, string destination, Func<string, bool> isTaken)
    {
        Directory.CreateDirectory(destination);
        Dictionary<string, string> present = new(StringComparer.OrdinalIgnoreCase);
        foreach (string path in Directory.GetFileSystemEntries(destination))
            present[Path.GetFileName(path)] = path;
        foreach (string path in Directory.GetFileSystemEntries(source).Where(isTaken))
        {
            string name = Path.GetFileName(path);
            string target = present.GetValueOrDefault(name) ?? Path.Combine(destination, name);
            // The source may have the name again, if its disk is case-sensitive.
            present[name] = target;
            if (Directory.Exists(path))
            {
                if (File.Exists(target))
                    DeleteFile(target);
                CopyOver(path, target, isTaken);
                continue;
            }

            if (Directory.Exists(target))
                DeleteFolder(target);
            CopyFile(path, target);
        }
    }

    /// <summary>
    /// Lays a mod over a folder as docs/layers.md says: first deletes what the mod's markers and the patterns of its mod.json hide.
    /// Markers, mod.json and the mod's own files that Mod Organizer has marked as hidden aren't copied.
    /// </summary>
    public static void Lay(string mod, string destination)
    {
        HidingPatterns hiding = HidingPatterns.Read(mod);
        if (!hiding.IsEmpty)
            DeleteHidden(destination, "", hiding);
        foreach (string marker in Directory.EnumerateFiles(mod, "*" + HideEnding, SearchOption.AllDirectories))
            DeleteInAnyCase(destination, Path.GetRelativePath(mod, marker)[..^HideEnding.Length]);
        CopyOver(mod, destination, path => !path.EndsWith(HideEnding, StringComparison.OrdinalIgnoreCase)
            && !path.EndsWith(".mohidden", StringComparison.OrdinalIgnoreCase)
            && path != Path.Combine(mod, HidingPatterns.FileName));
    }

    private static void DeleteHidden(string folder, string path, HidingPatterns hiding)
    {
        foreach (string entry in Directory.GetFileSystemEntries(folder))
        {
            string relative = path + Path.GetFileName(entry);
            bool isFolder = Directory.Exists(entry);
            if (!hiding.Match(relative))
            {
                if (isFolder)
                    DeleteHidden(entry, relative + '/', hiding);
            }
            else if (isFolder)
                DeleteFolder(entry);
            else
                DeleteFile(entry);
        }
    }

    private static void DeleteInAnyCase(string folder, string relative)
    {
        string path = folder;
        foreach (string name in relative.Split(Path.DirectorySeparatorChar))
        {
            if (!Directory.Exists(path))
                return;
            string? found = Directory.GetFileSystemEntries(path)
                .FirstOrDefault(entry => Path.GetFileName(entry).Equals(name, StringComparison.OrdinalIgnoreCase));
            if (found is null)
                return;
            path = found;
        }

        if (Directory.Exists(path))
            DeleteFolder(path);
        else
            DeleteFile(path);
    }

    /// <inheritdoc/>
    public void Dispose() => DeleteFolder(Root);

    private static void DeleteFolder(string folder)
    {
        foreach (string path in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
            ClearReadOnly(path);
        TemporaryFolder.Delete(folder);
    }

    private static void DeleteFile(string path)
    {
        ClearReadOnly(path);
        File.Delete(path);
    }

    private static void CopyFile(string source, string target)
    {
        if (File.Exists(target))
            ClearReadOnly(target);
        File.Copy(source, target, overwrite: true);
        File.SetLastWriteTimeUtc(target, File.GetLastWriteTimeUtc(source));
    }

    private static void ClearReadOnly(string path)
    {
        FileAttributes attributes = File.GetAttributes(path);
        if (attributes.HasFlag(FileAttributes.ReadOnly))
            File.SetAttributes(path, attributes & ~FileAttributes.ReadOnly);
    }
}
