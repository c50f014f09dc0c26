using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of the spelling by which mods' files are opened under Wine, which is faster there.</summary>
[Collection(RealProcesses.Name)]
public sealed class OpenNamesTests
{
    private static readonly string[] s_files = ["data/both.txt", "rvfs/mods/A/data/both.txt"];

    /// <summary>Wine's own log shows the names by which files are opened.</summary>
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

    /// <summary>
    /// Wine finds such a name only in the letter case on disk. A file whose letter case has changed unnoticed is opened by its other name.
    /// </summary>
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

    /// <summary>If the mod's file has disappeared unnoticed, the game's own is opened, whichever name was tried first.</summary>
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
