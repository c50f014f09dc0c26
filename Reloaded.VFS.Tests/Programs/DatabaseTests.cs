using System.Security.Cryptography;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of SQLite's own code on a database that both game and mod have: the process is ended in the middle of a transaction. A start
/// without mods leaves the game's own database unchanged, byte by byte, and a start with mods finds the mod's intact, with everything that
/// was committed (docs/writes.md).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DatabaseTests
{
    private const int GamesRows = 300, ModsRows = 500;

    [RealProcessTheory(Needs.Published | Needs.Sqlite)]
    [InlineData("DELETE", @"Both\over.db", null)]
    [InlineData("PERSIST", @"Both\over.db", null)]
    [InlineData("WAL", @"Both\over.db", null)]
    [InlineData("WAL", @"ModFolder\only.db", null)]
    [InlineData("DELETE", @"Both\over.db", @"ModFolder\only.db")]
    public void ACrashLeavesTheGamesOwnDatabaseAsItWas(string mode, string file, string? second)
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "Both/other.txt = other\n"),
            [FixtureTree.Parse("mod", "Both/unrelated.txt = mod\nModFolder/unrelated.txt = mod\n")], (NativePrograms.Sqlite, "game.exe"));
        string own = Path.Combine(folder.Game, "Both", "over.db");
        Run(folder, false, "make", WinePrefix.ToWindows(own), "GAME", $"{GamesRows}");
        foreach (string name in new[] { "Both/over.db", "ModFolder/only.db" })
            Run(folder, false, "make", WinePrefix.ToWindows(Path.Combine(folder.Mods, "mod", name)), "MOD", $"{ModsRows}");
        string before = Hash(own);

        GameResult crash = GameProcess.Run(Path.Combine(folder.Game, "game.exe"),
            ["crash", mode, file, "LOST", .. second is null ? [] : new[] { second }], new GameOptions { Vfs = true });
        Assert.EndsWith("open", crash.Text.TrimEnd(), StringComparison.Ordinal);
        Assert.Equal(9, crash.ExitCode);
        Assert.Equal(before, Hash(own));
        // It was a real crash: a journal is left, beside the database that it belongs to.
        string beside = Path.Combine(folder.Mods, "mod", file.Replace('\\', Path.DirectorySeparatorChar));
        Assert.NotEqual(0, new FileInfo(beside + (mode == "WAL" ? "-wal" : "-journal")).Length);
        Assert.Equal(["other.txt", "over.db"],
            Directory.GetFileSystemEntries(Path.Combine(folder.Game, "Both")).Select(path => Path.GetFileName(path))
                .Order(StringComparer.Ordinal));

        Assert.Equal($"ok\nGAME {GamesRows}", Run(folder, false, "check", @"Both\over.db"));
        Assert.Equal(before, Hash(own));
        Assert.Equal($"ok\nMOD {ModsRows}\ncommitted 3", Run(folder, true, "check", file));
        if (second is not null)
            Assert.Equal($"ok\nMOD {ModsRows}", Run(folder, true, "check", second));
        Assert.Equal(before, Hash(own));
    }

    /// <summary>A journal of the game's own database is never applied to the mod's, nor deleted.</summary>
    [RealProcessTheory(Needs.Published | Needs.Sqlite)]
    [InlineData("DELETE", "-journal")]
    [InlineData("WAL", "-wal")]
    public void AJournalOfTheGamesOwnDatabaseStaysItsOwn(string mode, string ending)
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Both/other.txt = other\n"),
            [FixtureTree.Parse("mod", "Both/unrelated.txt = mod\n")], (NativePrograms.Sqlite, "game.exe"));
        string own = Path.Combine(folder.Game, "Both", "over.db");
        Run(folder, false, "make", WinePrefix.ToWindows(own), "GAME", $"{GamesRows}");
        GameResult crash = GameProcess.Run(Path.Combine(folder.Game, "game.exe"), ["crash", mode, @"Both\over.db", "LOST"]);
        Assert.EndsWith("open", crash.Text.TrimEnd(), StringComparison.Ordinal);
        Run(folder, false, "make", WinePrefix.ToWindows(Path.Combine(folder.Mods, "mod", "Both", "over.db")), "MOD", $"{ModsRows}");
        (string database, string journal) = (Hash(own), Hash(own + ending));
        Assert.Equal($"ok\nMOD {ModsRows}", Run(folder, true, "check", @"Both\over.db"));
        Assert.Equal((database, journal), (Hash(own), Hash(own + ending)));
        Assert.Equal($"ok\nGAME {GamesRows}\ncommitted 3", Run(folder, false, "check", @"Both\over.db"));
    }

    private static string Run(MergedFolder folder, bool vfs, params string[] arguments)
    {
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "game.exe"), arguments, new GameOptions { Vfs = vfs });
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.ReplaceLineEndings("\n").Trim();
    }

    private static string Hash(string file)
    {
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }
}
