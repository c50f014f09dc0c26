using System.Buffers.Binary;
using System.Diagnostics;
using System.IO.Compression;
using System.Security.Cryptography;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>Two games that are the same: one is for the page, the other for the command that the page's act stands for.</summary>
internal sealed class TwinGames : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    // A picture of one pixel: red, blue.
    public static readonly byte[] Red = Convert.FromBase64String(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC");

    public static readonly byte[] Blue = Convert.FromBase64String(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC");

    /// <summary>Returns a picture that people can see: 320x180, from one colour to another.</summary>
    public static byte[] Picture(int red, int blue)
    {
        const int width = 320, height = 180;
        using MemoryStream rows = new();
        using (ZLibStream packed = new(rows, CompressionLevel.Fastest, leaveOpen: true))
        {
            for (int y = 0; y < height; y++)
            {
                packed.WriteByte(0);
                for (int x = 0; x < width; x++)
                    packed.Write([(byte)(red * x / width), (byte)(180 * y / height), (byte)(blue * (width - x) / width)]);
            }
        }

        using MemoryStream png = new();
        png.Write([0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10]);
        Chunk("IHDR", [0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 2, 0, 0, 0]);
        Chunk("IDAT", rows.ToArray());
        Chunk("IEND", []);
        return png.ToArray();

        void Chunk(string name, byte[] content)
        {
            byte[] number = new byte[4], named = [.. System.Text.Encoding.ASCII.GetBytes(name), .. content];
            BinaryPrimitives.WriteInt32BigEndian(number, content.Length);
            png.Write(number);
            png.Write(named);
            uint sum = 0xFFFFFFFF;
            foreach (byte one in named)
            {
                sum ^= one;
                for (int bit = 0; bit < 8; bit++)
                    sum = (sum >> 1) ^ (0xEDB88320 & (uint)-(int)(sum & 1));
            }

            BinaryPrimitives.WriteUInt32BigEndian(number, ~sum);
            png.Write(number);
        }
    }

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
    public void Run(params string[] arguments) => Run(Command, arguments);

    /// <summary>Runs a command in both games, as if both players had typed it.</summary>
    public void RunInBoth(params string[] arguments)
    {
        Run(Page, arguments);
        Run(Command, arguments);
    }

    private static void Run(string game, string[] arguments)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, .. arguments, "--game", game], new GameOptions());
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    /// <summary>Runs the command in the other game, and asserts that the disk is as the page has made it, or will be in a moment.</summary>
    public void AssertSame(params string[] arguments)
    {
        if (arguments.Length > 0)
            Run(arguments);
        string[] expected = Tree(Command);
        // The page may show what it waits for before the command behind it has ended.
        for (Stopwatch waited = Stopwatch.StartNew(); waited.Elapsed < s_patience; Thread.Sleep(50))
        {
            try
            {
                if (Tree(Page).SequenceEqual(expected))
                    return;
            }
            catch (IOException)
            {
                // A temporary file was just renamed.
            }
        }

        Assert.Equal(expected, Tree(Page));
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
