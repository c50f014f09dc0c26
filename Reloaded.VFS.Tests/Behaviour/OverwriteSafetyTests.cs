using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests that a start removes only what Reloaded VFS has made, and nothing of the game, of a mod or of the player.</summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteSafetyTests
{
    /// <summary>Tries the game's folder, a folder in it, the mods folder, and folders that contain them.</summary>
    [RealProcessTheory]
    [InlineData("..")]
    [InlineData("../Data")]
    [InlineData(".")]
    [InlineData("../..")]
    [InlineData("mods/mod/Data")]
    public void AnOverwriteFolderThatIsTheGamesIsRefused(string place)
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder, $""", "overwrite": "{place}" """);
        GameResult result = OverwriteRuns.Run(folder, @"read | Data\a.txt", new GameOptions());
        Assert.Equal(125, result.ExitCode);
        Assert.Contains("rvfs.json(1): overwrite: ", result.Errors, StringComparison.Ordinal);
        Assert.Contains("can't be the overwrite folder", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain(Directory.GetDirectories(folder.Root, "*", SearchOption.AllDirectories),
            made => made.EndsWith(".rvfs-tmp", StringComparison.Ordinal) || made.EndsWith(".rvfs-undo", StringComparison.Ordinal));
    }

    /// <summary>
    /// A player keeps saves elsewhere behind a link: in the game's own folder, in a mod's, or in a folder with the same files.
    /// </summary>
    [RealProcessTheory]
    [InlineData("game")]
    [InlineData("mod")]
    [InlineData("backup")]
    public void WhatALinkInTheFolderLeadsToStays(string to)
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        // Before, unchanged copies that a run has recorded lay in its place.
        OverwriteRuns.LeaveUnchanged(folder, @"Data\a.txt", @"Data\b.txt");
        string place = OverwriteRuns.Place(folder, "Data"), backup = Path.Combine(folder.Root, "backup");
        Directory.Move(place, backup);
        string target = to switch
        {
            "game" => Path.Combine(folder.Game, "Data"),
            "mod" => Path.Combine(folder.Mods, "mod", "Data"),
            _ => backup,
        };
        Link(place, target);
        string[] before = Directory.GetFiles(target);
        for (int i = 0; i < 2; i++)
            Assert.Contains("text=", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        Assert.Equal(before, Directory.GetFiles(target));
        Assert.Equal(["a.txt", "b.txt"], Directory.GetFiles(backup).Select(Path.GetFileName).Order());
    }

    /// <summary>A kill has left a folder with a link in it aside. Wine shows a folder in the link's place.</summary>
    [RealProcessFact]
    public void WhatALinkAmongWhatIsNotWholeLeadsToStays()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string aside = OverwriteRuns.Temporary(folder, "9-1"), saves = Path.Combine(folder.Root, "saves", "1.sav");
        Directory.CreateDirectory(Path.GetDirectoryName(saves)!);
        File.WriteAllText(saves, "save");
        Directory.CreateDirectory(aside);
        File.WriteAllText(Path.Combine(aside, "half"), "half");
        Link(Path.Combine(aside, "saves"), Path.GetDirectoryName(saves)!);
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.Equal("save", File.ReadAllText(saves));
    }

    /// <summary>The player has put a file there that equals the game's own; no run has made it.</summary>
    [RealProcessFact]
    public void AFileThatNoRunHasRecordedStays()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string name = Path.Combine("Data", "only-game.txt"), place = OverwriteRuns.Place(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(place)!);
        File.Copy(Path.Combine(folder.Game, name), place);
        File.SetLastWriteTimeUtc(place, File.GetLastWriteTimeUtc(Path.Combine(folder.Game, name)));
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.Equal([name], OverwriteRuns.Files(folder));
    }

    /// <summary>The folder for the fallback isn't used if saves lie in the usual one.</summary>
    [RealProcessFact]
    public void WhatLiesInTheUsualFolderIsNeverLeftBehind()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.Run(folder, @"append | Data\a.txt | _saved");
        string temporary = OverwriteRuns.Temporary(folder, "").TrimEnd(Path.DirectorySeparatorChar);
        Directory.Delete(temporary, recursive: true);
        File.WriteAllText(temporary, "");
        Assert.Contains("text=game a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        Assert.Contains("nothing is redirected, because the game wouldn't see what it has written there",
            OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        File.Delete(temporary);
        Assert.Contains("text=mod a_saved", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
    }

    /// <summary>A target's drive isn't plugged in: the other target's saves stay in their place.</summary>
    [RealProcessFact]
    public void APartStaysInItsPlaceWhereAnotherTargetIsMissing()
    {
        using MergedFolder folder = WritingTests.Build();
        string docs = Path.Combine(folder.Root, "v", "docs"), away = docs + "-away";
        FixtureTree.Parse("docs", "Data/a.txt = docs a\n").WriteTo(docs);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder, """, "targets": ["..", "../../docs"]""");
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _1\nappend | ..\\docs\\Data\\a.txt | _docs");
        string[] parts = OverwriteRuns.Files(folder);
        Directory.Move(docs, away);
        Assert.Contains("text=mod a_1", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        OverwriteRuns.Run(folder, @"append | Data\a.txt | _2");
        Directory.Move(away, docs);
        string both = OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | ..\\docs\\Data\\a.txt");
        Assert.Contains("text=mod a_1_2", both, StringComparison.Ordinal);
        Assert.Contains("text=mod a_docs", both, StringComparison.Ordinal);
        Assert.Equal(parts, OverwriteRuns.Files(folder));

        // The same holds for a target on the command line.
        GameResult one = OverwriteRuns.Run(folder, @"read | Data\a.txt", new GameOptions { VfsArguments = ["--target", folder.Game] });
        Assert.Contains("mod a_1_2", one.Text, StringComparison.Ordinal);
    }

    /// <summary>An update changes files that the game has changed, replaced or deleted before: a start reports it, with a remedy.</summary>
    [RealProcessFact]
    public void AnUpdateThatTheFolderHidesIsTold()
    {
        using MergedFolder folder = WritingTests.Build();
        File.WriteAllText(Path.Combine(folder.Game, "Data", "moved-over.txt"), "game");
        File.WriteAllText(Path.Combine(folder.Game, "Data", "kept.txt"), "game");
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.Run(folder, """
            append | Data\b.txt | _more
            create | Data\only-game.txt | rewritten
            create | Data\temporary | text
            rename | Data\temporary | Data\moved-over.txt | replace
            delete | Data\kept.txt
            """);
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.DoesNotContain("an update", OverwriteRuns.Reports(folder), StringComparison.Ordinal);

        // The time must be later than that of the last write, even with a coarse clock.
        Thread.Sleep(50);
        string[] updated = ["b.txt", "only-game.txt", "moved-over.txt", "kept.txt"];
        foreach (string name in updated)
            File.WriteAllText(Path.Combine(folder.Game, "Data", name), "updated");
        GameResult told = OverwriteRuns.Run(folder, @"read | Data\b.txt", new GameOptions());
        Assert.Contains("game b_more", told.Text, StringComparison.Ordinal);
        Assert.All(updated, name => Assert.Contains($@"an update changed 'Data\{name}'", told.Errors, StringComparison.Ordinal));
        foreach (string name in updated)
            Assert.Equal(0, OverwriteRuns.Launch(folder, "overwrite", "clear", $@"Data\{name}", "--yes").Code);
        told = OverwriteRuns.Run(folder, @"read | Data\b.txt", new GameOptions());
        Assert.Contains("updated", told.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("an update", told.Errors, StringComparison.Ordinal);
        _ = untouched.FindChange(); // the game was updated
    }

    private static void Link(string link, string target)
    {
        if (!OperatingSystem.IsWindows())
            Directory.CreateSymbolicLink(link, target);
        else
            Assert.Equal(0, GameProcess.RunCommand(["cmd", "/c", "mklink", "/J", link, target]).ExitCode);
    }
}
