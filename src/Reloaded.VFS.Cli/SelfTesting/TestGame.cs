using System.Security.Cryptography;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>A game of the self-test in a folder of its own: the program, its files, and a mod beside it or copied into it.</summary>
internal sealed class TestGame
{
    private const string Mod = "red";

    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, RecurseSubdirectories = true };

    private static readonly (string Path, string Text)[] s_own =
    [
        (@"data\wall.txt", "the grey wall"), (@"data\own.txt", "the game's own"), (@"data\options.ini", "low"),
        (@"data\unwanted.txt", "the game's, and deleted"),
    ];

    private static readonly (string Path, string Text)[] s_ofMod =
    [
        (@"data\wall.txt", "the red wall"), (@"data\added.txt", "added"), (@"data\wanted.txt", "the mod's, and deleted"),
        (@"island\map.txt", "an island"),
    ];

    private TestGame(string folder) => Folder = folder;

    /// <summary>Gets the game's folder.</summary>
    public string Folder { get; }

    /// <summary>Gets the game's program.</summary>
    public string Program => Path.Combine(Folder, "game.exe");

    /// <summary>Gets the folder into which other programs put a mod's files.</summary>
    public required string ModFolder { get; init; }

    /// <summary>Makes a game.</summary>
    /// <param name="folder">The folder, which isn't there yet.</param>
    /// <param name="program">The program's image.</param>
    /// <param name="isPlain">True to copy the mod's files over the game's; false to put the mod into <c>rvfs\mods</c>.</param>
    public static TestGame Make(string folder, byte[] program, bool isPlain)
    {
        TestGame game = new(folder)
        {
            ModFolder = isPlain ? folder : Path.Combine(folder, VfsConfiguration.FolderName, "mods", Mod),
        };
        foreach ((string path, string text) in s_own)
            Write(Path.Combine(folder, path), text);
        foreach ((string path, string text) in s_ofMod)
            Write(Path.Combine(game.ModFolder, path), text);
        Directory.CreateDirectory(Path.Combine(game.ModFolder, "plugins"));
        File.WriteAllBytes(Path.Combine(game.ModFolder, "plugins", "extra.dll"), GameImages.MakeDll());
        File.WriteAllBytes(game.Program, program);
        return game;
    }

    /// <summary>Writes the game's <c>rvfs.json</c>.</summary>
    public void Configure(string json) => Write(VfsConfiguration.GetFile(Folder), json);

    /// <summary>Returns the content of the game's own files and of its mod's, by path.</summary>
    public SortedDictionary<string, string> Survey()
    {
        SortedDictionary<string, string> found = new(StringComparer.OrdinalIgnoreCase);
        string own = Path.Combine(Folder, VfsConfiguration.FolderName) + Path.DirectorySeparatorChar;
        foreach (string path in Directory.EnumerateFileSystemEntries(Folder, "*", s_all)
            .Where(path => !path.StartsWith(own, StringComparison.OrdinalIgnoreCase)
                || path.StartsWith(ModFolder, StringComparison.OrdinalIgnoreCase)))
            found[Path.GetRelativePath(Folder, path)] = Directory.Exists(path) ? "folder"
                : path == Program ? "program"
                : Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path)));
        return found;
    }

    private static void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
