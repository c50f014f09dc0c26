using Reloaded.VFS.Cli.Warming;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Warming;

/// <summary><c>rvfs run --warm</c> with a real game: what Linux then has in memory, and what is kept.</summary>
[Collection(RealProcesses.Name)]
public sealed class WarmedRunTests
{
    private static readonly string[] Files =
        ["data/own.txt", "data/a.dds", "rvfs/mods/Red/data/A.dds", "data/last.txt", "data/never.txt", "rvfs/mods/Red/never.dds"];

    [EvictingFact]
    public void A_start_reads_ahead_what_the_last_one_opened_and_nothing_else()
    {
        using WatchedGame game = new(Files);
        string kept = game.Folder.At("g/rvfs/opens.kept");
        string[] opens = [.. ((string[])["data/own.txt", "DATA/a.DDS", "data/none.txt", "data/last.txt", "data/own.txt"])
            .SelectMany(file => (string[])["open", game.InGame(file)])];
        Run(game, opens);
        string[] read = [game.Folder.At("g/data/own.txt"), game.Folder.At("g/rvfs/mods/Red/data/A.dds"), game.Folder.At("g/data/last.txt")];
        Assert.Equal(read, StartFiles.TryRead(kept, game.Program)?.Select(file => file.Path).Where(path => !path.EndsWith(".exe")));

        string[] all = [.. Files.Select(file => game.Folder.At("g/" + file))];
        foreach (string file in all)
            CachedFile.Evict(file);
        Assert.DoesNotContain(all, CachedFile.IsInMemory);
        // One that the last start read has gone.
        File.Delete(read[2]);
        Task<GameResult> run = Task.Run(() => WatchedGame.Rvfs("run", "--warm", game.Program,
            "make", game.InGame("running"), "await", game.InGame("go on")));
        game.WaitForFile("running");
        Assert.True(SpinWait.SpinUntil(() => read[..2].All(CachedFile.IsInMemory), TimeSpan.FromSeconds(30)));
        Assert.Equal(read[..2], all.Where(file => File.Exists(file) && CachedFile.IsInMemory(file)).Order(StringComparer.Ordinal)
            .OrderBy(file => Array.IndexOf(read, file)));
        game.Folder.File("g/go on", "");
        AssertRan(run.Result);
        Assert.False(File.Exists(read[2]));
    }

    [LinuxFact(Needs.Published)]
    public void A_damaged_list_is_replaced_and_the_game_sees_nothing_of_it()
    {
        using WatchedGame game = new(Files);
        string kept = game.Folder.At("g/rvfs/opens.kept");
        File.WriteAllBytes(kept, [.. Enumerable.Range(0, 5000).Select(i => (byte)i)]);
        Run(game, "open", game.InGame("data/own.txt"));
        Assert.Equal([game.Folder.At("g/data/own.txt")], StartFiles.TryRead(kept, game.Program)?.Select(file => file.Path));
        // A folder in its place: the list can't be kept.
        File.Delete(kept);
        Directory.CreateDirectory(kept);
        Run(game, "open", game.InGame("data/own.txt"));
        // Neither anything that stands where a file was.
        Directory.Delete(kept);
        Run(game, "open", game.InGame("data/own.txt"));
        File.Delete(game.Folder.At("g/data/own.txt"));
        TemporaryFolder.Shell("mkfifo \"$1\"", game.Folder.At("g/data/own.txt"));
        Run(game, "open", game.InGame("data/a.dds"));
    }

    [LinuxFact(Needs.Published)]
    public void Without_mods_or_with_what_else_follows_the_game_nothing_is_kept()
    {
        using WatchedGame game = new(Files);
        string[] open = ["open", game.InGame("data/own.txt")];
        GameResult monitored = WatchedGame.Rvfs(["run", "--warm", "--monitor", game.Program, .. open]);
        Assert.Equal(0, monitored.ExitCode);
        Assert.Contains("--warm is left out", monitored.Errors, StringComparison.Ordinal);
        Assert.Equal(0, WatchedGame.Rvfs(["run", "--warm", "--no-mods", game.Program, .. open]).ExitCode);
        Assert.Equal(0, WatchedGame.Rvfs(["run", game.Program, .. open]).ExitCode);
        Assert.False(File.Exists(game.Folder.At("g/rvfs/opens.kept")));
    }

    /// <summary>Where files of the temporary folder can leave the memory: not on a file system that is memory itself.</summary>
    private sealed class EvictingFactAttribute : FactAttribute
    {
        public EvictingFactAttribute() => Skip = RealProcesses.WhySkip(Needs.Published)
            ?? (OperatingSystem.IsLinux() && CachedFile.CanEvict() ? null! : "needs Linux and a disk under the temporary folder");
    }

    private static void Run(WatchedGame game, params string[] steps) =>
        AssertRan(WatchedGame.Rvfs(["run", "--warm", game.Program, .. steps]));

    // Said is what each run says, and no more.
    private static void AssertRan(GameResult result) =>
        Assert.True(result.ExitCode == 0 && result.Errors.TrimEnd() is ['R', ..] said && !said.Contains('\n'), result.ToString());
}
