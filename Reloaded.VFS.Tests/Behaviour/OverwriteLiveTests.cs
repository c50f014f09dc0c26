using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of another program that changes files in the overwrite folder while the game runs: the game sees the changes as it would in a mod.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteLiveTests
{
    private static readonly string A = Path.Combine("Data", "a.txt"), B = Path.Combine("Data", "b.txt");

    [RealProcessFact]
    public void TheGameSeesWhatAnotherProgramChangesThere()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        foreach (string name in (string[])[@"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", @"Data\new.txt"])
            game.Ask("write", InGame(folder, name), "written");
        Assert.NotEqual("0", game.Ask("delete", InGame(folder, @"Data\b.txt")));
        AssertSeen(game, folder, @"Data\a.txt", "written");
        AssertSeen(game, folder, @"Data\b.txt", "-");

        // A copy of a mod's file, a copy of the game's file, a file that the game has created, and a marker.
        File.Delete(OverwriteRuns.Place(folder, A));
        AssertSeen(game, folder, @"Data\a.txt", "mod a");
        File.Delete(OverwriteRuns.Place(folder, Path.Combine("Data", "only-game.txt")));
        AssertSeen(game, folder, @"Data\only-game.txt", "game only");
        File.Delete(OverwriteRuns.Place(folder, Path.Combine("Data", "new.txt")));
        AssertSeen(game, folder, @"Data\new.txt", "-");
        File.Delete(OverwriteRuns.Place(folder, B + ".rvfshide"));
        AssertSeen(game, folder, @"Data\b.txt", "game b");

        // Files that another program creates or replaces.
        File.WriteAllText(OverwriteRuns.Place(folder, Path.Combine("Data", "brought.txt")), "brought");
        AssertSeen(game, folder, @"Data\brought.txt", "brought");
        Directory.CreateDirectory(OverwriteRuns.Place(folder, Path.Combine("Fresh", "deep")));
        File.WriteAllText(OverwriteRuns.Place(folder, Path.Combine("Fresh", "deep", "z.txt")), "deep");
        AssertSeen(game, folder, @"Fresh\deep\z.txt", "deep");
        File.WriteAllText(OverwriteRuns.Place(folder, "y.new"), "replaced");
        File.Move(OverwriteRuns.Place(folder, "y.new"), OverwriteRuns.Place(folder, Path.Combine("ModFolder", "y.txt")), overwrite: true);
        AssertSeen(game, folder, @"ModFolder\y.txt", "replaced");
        File.WriteAllText(OverwriteRuns.Place(folder, B + ".rvfshide"), "");
        AssertSeen(game, folder, @"Data\b.txt", "-");

        // The game continues with the changed files.
        game.Ask("write", InGame(folder, @"Data\a.txt"), "again");
        AssertSeen(game, folder, @"Data\a.txt", "again");
        Assert.Equal("again", File.ReadAllText(OverwriteRuns.Place(folder, A)));
        Assert.NotEqual("0", game.Ask("delete", InGame(folder, @"Data\a.txt")));
        AssertSeen(game, folder, @"Data\a.txt", "-");

        Directory.Delete(OverwriteRuns.Place(folder, "Data"), recursive: true);
        AssertSeen(game, folder, @"Data\a.txt", "mod a");
        AssertSeen(game, folder, @"Data\b.txt", "game b");
        AssertSeen(game, folder, @"Data\brought.txt", "-");
        game.Ask("write", InGame(folder, @"Data\b.txt"), "once more");
        AssertSeen(game, folder, @"Data\b.txt", "once more");
        game.Quit();
        Assert.Equal("once more", File.ReadAllText(OverwriteRuns.Place(folder, B)));
    }

    /// <summary>The game's next write makes the overwrite folder again, and it is followed again.</summary>
    [RealProcessFact]
    public void TheGameGoesOnWritingIfTheOverwriteFolderIsDeleted()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        Directory.CreateDirectory(Path.Combine(folder.Game, "Saves"));
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        game.Ask("write", InGame(folder, @"Data\a.txt"), "written");
        AssertSeen(game, folder, @"Data\a.txt", "written");
        string overwrite = OverwriteRuns.Place(folder, "");
        Directory.Delete(overwrite, recursive: true);
        AssertSeen(game, folder, @"Data\a.txt", "mod a");
        foreach (string name in (string[])[@"Saves\1.sav", @"Data\a.txt", @"ModFolder\y.txt"])
        {
            game.Ask("write", InGame(folder, name), "again");
            AssertSeen(game, folder, name, "again");
            Assert.Equal("again", File.ReadAllText(OverwriteRuns.Place(folder, name.Replace('\\', '/'))));
        }

        Directory.CreateDirectory(OverwriteRuns.Place(folder, "Fresh"));
        File.WriteAllText(OverwriteRuns.Place(folder, "Fresh/z.txt"), "brought");
        AssertSeen(game, folder, @"Fresh\z.txt", "brought");
        game.Quit();
    }

    private static string InGame(MergedFolder folder, string name) => WinePrefix.ToWindows(folder.Game) + "\\" + name;

    private static void AssertSeen(LiveProgram game, MergedFolder folder, string name, string content)
    {
        string answer = game.Ask("await", InGame(folder, name), content);
        Assert.True(long.TryParse(answer, CultureInfo.InvariantCulture, out _), $"{name}, {content}: {answer}");
    }
}
