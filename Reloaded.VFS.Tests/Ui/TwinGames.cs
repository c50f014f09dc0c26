using System.IO.Compression;
using System.Security.Cryptography;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>Two games that are the same: one is for the page, the other for the command that the page's act stands for.</summary>
internal sealed class TwinGames : IDisposable
{
    // A picture of one pixel: red, blue.
    public static readonly byte[] Red = Convert.FromBase64String(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC");

    public static readonly byte[] Blue = Convert.FromBase64String(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC");

    private readonly TemporaryFolder _folder = new();

    /// <param name="files">Files below the game's folder, each with its path as content, or "path=content".</param>
    public TwinGames(params string[] files)
    {
        foreach (string game in (string[])[Page, Command])
        {
            Directory.CreateDirectory(Path.Combine(game, "rvfs", "mods"));
            File.WriteAllText(Path.Combine(game, "game.exe"), "MZ");
            foreach (string file in files)
                Add(game, file.Split('=', 2) is [var path, var content] ? (path, content) : (file, file));
        }
    }

    public string Page => _folder.At("page/Game");

    public string Command => _folder.At("command/Game");

    public TemporaryFolder Folder => _folder;

    /// <summary>Adds a file to both.</summary>
    public void AddToBoth(string path, byte[] content)
    {
        foreach (string game in (string[])[Page, Command])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(game, path))!);
            File.WriteAllBytes(Path.Combine(game, path), content);
        }
    }

    /// <summary>Makes an archive.</summary>
    public string Zip(string name, params (string Path, byte[] Content)[] files)
    {
        string path = _folder.At(name);
        using ZipArchive archive = ZipFile.Open(path, ZipArchiveMode.Create);
        foreach ((string file, byte[] content) in files)
        {
            using Stream stream = archive.CreateEntry(file).Open();
            stream.Write(content);
        }

        return path;
    }

    /// <summary>Runs a command in the other game.</summary>
    public void Run(params string[] arguments)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, .. arguments, "--game", Command], new GameOptions());
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    /// <summary>Runs the command in the other game, and asserts that the disk is as the page has made it.</summary>
    public void AssertSame(params string[] arguments)
    {
        if (arguments.Length > 0)
            Run(arguments);
        Assert.Equal(Tree(Command), Tree(Page));
    }

    /// <summary>Returns every name below a game's folder, with its content.</summary>
    private static string[] Tree(string game) =>
        [.. Directory.GetFileSystemEntries(game, "*", SearchOption.AllDirectories)
            .Select(path => (Path: path, Name: Path.GetRelativePath(game, path)))
            // Times of unpacked files differ, which the cache and the record of an archive have in them.
            .Where(one => !one.Name.StartsWith("rvfs/cache", StringComparison.Ordinal)
                && !one.Name.EndsWith("rvfs-added.txt", StringComparison.Ordinal))
            .Select(one => Directory.Exists(one.Path) ? one.Name + "/"
                : $"{one.Name} {Convert.ToHexString(SHA256.HashData(ReadWithoutRoot(one.Path, game)))[..12]}")
            .Order(StringComparer.Ordinal)];

    // Some files have the game's folder in them.
    private static byte[] ReadWithoutRoot(string path, string game) => path.EndsWith(".json", StringComparison.Ordinal)
        ? System.Text.Encoding.UTF8.GetBytes(File.ReadAllText(path).Replace(game, "", StringComparison.Ordinal))
        : File.ReadAllBytes(path);

    private static void Add(string game, (string Path, string Content) file)
    {
        string path = Path.Combine(game, file.Path);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, file.Content);
    }

    public void Dispose() => _folder.Dispose();
}
