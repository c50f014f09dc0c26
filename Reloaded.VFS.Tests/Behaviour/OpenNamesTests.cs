using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>The spelling by which mods' files are opened under Wine, where it opens them faster.</summary>
[Collection(RealProcesses.Name)]
public sealed class OpenNamesTests
{
    private static readonly string[] s_files = ["data/both.txt", "rvfs/mods/A/data/both.txt"];

    /// <summary>Wine itself says by which names its files are opened.</summary>
    [RealProcessFact(Needs.Published | Needs.CaseSensitiveDisk)]
    public void AModsFileIsOpenedByItsUnixPath()
    {
        using LiveGame game = new(s_files, new Dictionary<string, string?> { ["WINEDEBUG"] = "+file" });
        game.Start();
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        string opened = $"NtCreateFile.*name=L\"{Traced(@"\??\unix" + game.At("rvfs/mods/A/data/both.txt").Replace('/', '\\'))}\"";
        Assert.Matches(opened, game.Quit().Errors);

        static string Traced(string name) => Regex.Escape(name.Replace(@"\", @"\\", StringComparison.Ordinal));
    }

    /// <summary>Such a name counts in the letter case on disk alone: one that has changed unseen is found by the other.</summary>
    [RealProcessFact(Needs.Published | Needs.CaseSensitiveDisk)]
    public void AFileThatIsCasedAnewOnDiskIsStillOpened()
    {
        using LiveGame game = new(s_files, new Dictionary<string, string?> { ["RVFS_LIVE"] = "off" });
        game.Start();
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        File.Move(game.At("rvfs/mods/A/data/both.txt"), game.At("rvfs/mods/A/data/BOTH.TXT"));
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        Directory.Move(game.At("rvfs/mods/A/data"), game.At("rvfs/mods/A/Data"));
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        game.Quit();
    }

    /// <summary>Where the mod's file has gone unseen, the game's own answers, whatever name was tried first.</summary>
    [RealProcessFact]
    public void WhereTheFileHasGoneTheGamesOwnAnswers()
    {
        using LiveGame game = new(s_files, new Dictionary<string, string?> { ["RVFS_LIVE"] = "off" });
        game.Start();
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        Directory.Delete(game.At("rvfs/mods/A/data"), recursive: true);
        Assert.Equal("data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        game.Quit();
    }
}
