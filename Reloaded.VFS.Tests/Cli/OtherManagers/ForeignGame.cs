using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

/// <summary>
/// A game, and beside it what another manager has for it. What the game sees is compared with folders that were copied over it.
/// </summary>
internal sealed class ForeignGame : IDisposable
{
    private static readonly KnownFolder[] s_known = [KnownFolder.Documents, KnownFolder.AppData, KnownFolder.LocalAppData, KnownFolder.SavedGames];

    public TemporaryFolder Folder { get; } = new();

    public string Game => Folder.At("Game");

    public ForeignGame()
    {
        File("Game/game.exe", "MZ");
        File("Game/Data/base.esm", "game");
        File("Game/Data/textures/Shared.dds", "game");
    }

    public void Dispose() => Folder.Dispose();

    public string File(string path, string content) => Folder.File(path, content);

    public string At(string path) => Folder.At(path);

    public (int Code, string Output, string Errors) Import(params string[] arguments) =>
        AskedCommand.Run(["import", "--target", Game, .. arguments]);

    public (int Code, string Output, string Errors) Ask(string command, params string[] arguments) =>
        AskedCommand.Run([command, "--target", Game, .. arguments]);

    /// <summary>Returns the configuration of a run with the given options.</summary>
    public VfsConfiguration Configuration(RunOptions? options = null) =>
        HostConfiguration.Read(Game, options ?? new RunOptions { Game = "" }, []) with
        {
            Targets = [Game],
            KnownFolders = known => Folder.Folder($"user/{known}"),
        };

    /// <summary>Returns each file that the game sees with its content, by its path in any letter case.</summary>
    public SortedDictionary<string, string> Seen(RunOptions? options = null)
    {
        SortedDictionary<string, string> seen = new(StringComparer.OrdinalIgnoreCase);
        using ModResolver resolver = new(ModSet.Load(Configuration(options)));
        foreach (SeenName line in resolver.List().Where(line => !line.IsFolder))
            seen.Add(line.Path.ToUpperInvariant(), System.IO.File.ReadAllText(line.Source));
        foreach (KnownFolder known in s_known)
        {
            string name = KnownFolders.NameOf(known);
            foreach (SeenName line in resolver.List(name, onlyMods: true).Where(line => !line.IsFolder))
                seen.Add($@"{name}\{line.Path}".ToUpperInvariant(), System.IO.File.ReadAllText(line.Source));
        }

        return seen;
    }

    /// <summary>Returns all names below a folder with contents and times, so that any change of it is seen.</summary>
    public string[] Snapshot(string path) =>
        [.. new DirectoryInfo(At(path)).EnumerateFileSystemInfos("*", SearchOption.AllDirectories).OrderBy(entry => entry.FullName, StringComparer.Ordinal)
            .Select(entry => $"{entry.FullName} {entry.LastWriteTimeUtc:O} {(entry is FileInfo file ? System.IO.File.ReadAllText(file.FullName) : entry.LinkTarget)}")];
}

/// <summary>The oracle: folders copied one over the other, by the system's own functions.</summary>
internal sealed class CopiedFolders
{
    public SortedDictionary<string, string> Files { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Copies a folder's content.</summary>
    public CopiedFolders Copy(string folder, string to, Func<string, bool>? leavesOut = null)
    {
        foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            string path = Path.GetRelativePath(folder, file).Replace('/', '\\');
            if (leavesOut?.Invoke(path) == true)
                continue;
            string target = to.Length == 0 ? path : $@"{to}\{path}";
            Add(target, File.ReadAllText(file));
        }

        return this;
    }

    /// <summary>Adds a file. Paths are compared in any letter case, and so written in one.</summary>
    public CopiedFolders Add(string path, string content)
    {
        Files[path.ToUpperInvariant()] = content;
        return this;
    }

    public static bool Below(string path, string folder) => path.StartsWith(folder + "\\", StringComparison.OrdinalIgnoreCase);
}
