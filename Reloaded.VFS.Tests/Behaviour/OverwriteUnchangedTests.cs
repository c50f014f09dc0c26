using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// A file that the game opens to write to it, and doesn't change: its copy goes with the last handle. Whatever may have changed keeps it,
/// and nothing that the game writes is lost.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteUnchangedTests
{
    // In hexadecimal, as the program takes them.
    private const string ReadWrite = "C0000000", Read = "80000000", Append = "100004", Attributes = "100", All = "7";

    private const string Existing = "3", Always = "4";

    private static readonly string A = Path.Combine("Data", "a.txt"), B = Path.Combine("Data", "b.txt");

    /// <summary>A mod's file, the game's, and one in a folder that a mod alone has; with live mods, and without.</summary>
    [RealProcessTheory]
    [InlineData(@"Data\a.txt", "mod a", ReadWrite, Existing, true)]
    [InlineData(@"Data\a.txt", "mod a", Append, Always, true)]
    [InlineData(@"Data\a.txt", "mod a", Attributes, Existing, false)]
    [InlineData(@"Data\b.txt", "game b", ReadWrite, Always, false)]
    [InlineData(@"Data\b.txt", "game b", Append, Existing, true)]
    [InlineData(@"ModFolder\y.txt", "mod y", ReadWrite, Existing, true)]
    [InlineData(@"ModFolder\y.txt", "mod y", Attributes, Always, false)]
    public void ACopyGoesWithTheLastHandle(string name, string content, string access, string disposition, bool isLive)
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = isLive ? OverwriteRuns.StartLive(folder) : StartUnfollowed(folder);
        string path = InGame(folder, name), copy = name.Replace('\\', Path.DirectorySeparatorChar);
        string before = game.Ask("dump", InGame(folder, "Data")) + game.Ask("dump", InGame(folder, "ModFolder"));
        for (int round = 0; round < 3; round++)
        {
            Open(game, 0, path, access, disposition);
            Assert.Equal([copy], OverwriteRuns.Files(folder));
            if (round == 1)
                Assert.Equal(before, game.Ask("dump", InGame(folder, "Data")) + game.Ask("dump", InGame(folder, "ModFolder")));
            Close(game, 0);
            Assert.Empty(OverwriteRuns.Files(folder));
            Assert.Equal(content, game.Ask("read", path));
            Assert.Equal(before, game.Ask("dump", InGame(folder, "Data")) + game.Ask("dump", InGame(folder, "ModFolder")));
        }

        // The name is written to as if nothing had been.
        Open(game, 0, path, Append, Always);
        Assert.Equal("0", game.Ask("file", "put", "0", $"{content.Length}", "_more"));
        Close(game, 0);
        Assert.Equal([copy], OverwriteRuns.Files(folder));
        Assert.Equal(content + "_more", game.Ask("read", path));
        game.Quit();
        Assert.Equal(content + "_more", File.ReadAllText(OverwriteRuns.Place(folder, copy)));
    }

    /// <summary>The layers have come to know the copy by then.</summary>
    [RealProcessFact]
    public void ACopyThatWasListedGoes()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt"), other = InGame(folder, @"Data\b.txt");
        for (int round = 0; round < 3; round++)
        {
            Open(game, 0, path, ReadWrite);
            Open(game, 1, other, ReadWrite);
            // A listing that is new to the layers comes after what came before it.
            string mark = Path.Combine("Data", $"mark{round}.txt");
            File.WriteAllText(OverwriteRuns.Place(folder, mark), "mark");
            Await(game, InGame(folder, mark.Replace('/', '\\')), "mark");
            Close(game, 0);
            Close(game, 1);
            Assert.DoesNotContain(A, OverwriteRuns.Files(folder));
            Assert.DoesNotContain(B, OverwriteRuns.Files(folder));
            Assert.Equal(("mod a", "game b"), (game.Ask("read", path), game.Ask("read", other)));
            string listed = game.Ask("dump", InGame(folder, "Data"));
            Assert.Contains("a.txt=mod a|", listed, StringComparison.Ordinal);
            Assert.Contains("b.txt=game b|", listed, StringComparison.Ordinal);
            // At once, and whatever is known by then: the file is there, and isn't made anew.
            foreach ((string written, string content, string access) in (ReadOnlySpan<(string, string, string)>)[(path, "mod a", Append),
                (other, "game b", ReadWrite)])
            {
                Open(game, 0, written, access, Always);
                Assert.Equal(content, game.Ask("read", written));
                Close(game, 0);
            }
        }

        // A mod's update is seen.
        File.WriteAllText(Path.Combine(folder.Mods, "mod", A), "updated");
        Await(game, path, "updated");
        Open(game, 0, path, ReadWrite);
        Assert.Equal("updated", game.Ask("read", path));
        Close(game, 0);
        File.WriteAllText(Path.Combine(folder.Mods, "mod", A), "mod a");
        game.Quit();
        foreach (string mark in Directory.GetFiles(OverwriteRuns.Place(folder, "Data"), "mark*"))
            File.Delete(mark);
        Assert.Empty(OverwriteRuns.Files(folder));
        _ = untouched.FindChange(); // the mod was written to by this test
    }

    [RealProcessFact]
    public void WhatMayHaveChangedStays()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt");

        // Other content of the same size, with the time of before.
        AssertStays("MOD A", () =>
        {
            Do(game, "remember", "0");
            Do(game, "put", "0", "0", "MOD A");
            Do(game, "restore", "0");
        });
        // The same content, written again.
        AssertStays("mod a", () => Do(game, "put", "0", "0", "mod a"));
        // Written, and written back, with the time of before: nothing tells but that something has changed.
        AssertStays("mod a", () =>
        {
            Do(game, "remember", "0");
            Do(game, "put", "0", "0", "M");
            Do(game, "put", "0", "0", "m");
            Do(game, "restore", "0");
        });
        AssertStays("mod a", () => Do(game, "attributes", "0", "2"));
        AssertStays("mod a", () => Assert.Equal("0", game.Ask("link", path, InGame(folder, @"Data\second.txt"))), "second.txt");
        AssertStays("mod a", () => File.WriteAllText(OverwriteRuns.Place(folder, A + ".rvfshide"), ""), "a.txt.rvfshide");
        game.Quit();

        void AssertStays(string content, Action change, string? other = null)
        {
            Open(game, 0, path, ReadWrite);
            change();
            Close(game, 0);
            string[] files = other is null ? [A] : [A, Path.Combine("Data", other)];
            Assert.Equal(files, OverwriteRuns.Files(folder));
            Assert.Equal(content, File.ReadAllText(OverwriteRuns.Place(folder, A)));
            Assert.Equal(content, game.Ask("read", path));
            foreach (string file in files)
                File.Delete(OverwriteRuns.Place(folder, file));
            Await(game, path, "mod a");
        }
    }

    [RealProcessFact]
    public void AnotherHandleKeepsACopy()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt");

        // Another that may write, whichever is closed first; a duplicate.
        foreach (int first in (ReadOnlySpan<int>)[0, 1])
        {
            Open(game, 0, path, ReadWrite);
            Open(game, 1, path, Append);
            AssertGoesWithSecond(first);
            Open(game, 0, path, ReadWrite);
            Do(game, "twin", "0", "1");
            AssertGoesWithSecond(first);
        }

        // What the second one writes counts.
        Open(game, 0, path, ReadWrite);
        Open(game, 1, path, ReadWrite);
        Close(game, 0);
        Do(game, "put", "1", "0", "MOD");
        Close(game, 1);
        Assert.Equal([A], OverwriteRuns.Files(folder));
        Assert.Equal("MOD a", File.ReadAllText(OverwriteRuns.Place(folder, A)));
        File.Delete(OverwriteRuns.Place(folder, A));
        Await(game, path, "mod a");

        // Of one that only reads, and is closed last, nothing is noted: the next start removes the copy.
        Open(game, 0, path, ReadWrite);
        Open(game, 1, path, Read);
        Close(game, 0);
        Close(game, 1);
        Assert.Equal([A], OverwriteRuns.Files(folder));
        game.Quit();
        Assert.Contains("text=mod a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        Assert.Empty(OverwriteRuns.Files(folder));

        void AssertGoesWithSecond(int first)
        {
            Close(game, first);
            Assert.Equal([A], OverwriteRuns.Files(folder));
            Close(game, 1 - first);
            Assert.Empty(OverwriteRuns.Files(folder));
        }
    }

    /// <summary>A view outlives the handles: what is written through it is no handle's doing.</summary>
    [RealProcessFact]
    public void NothingIsLostThatAViewWrites()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt");

        // Written to once every handle is closed.
        Map();
        Close(game, 0);
        Assert.Equal([A], OverwriteRuns.Files(folder));
        Do(game, "poke", "0", "0", "MOD");
        AssertKept("MOD a");

        // Written to before; the time is that of before.
        Map();
        Do(game, "remember", "0");
        Do(game, "poke", "0", "0", "mOd");
        Do(game, "restore", "0");
        Close(game, 0);
        AssertKept("mOd a");

        // Written to before, and gone when the handle is closed.
        Map();
        Do(game, "remember", "0");
        Do(game, "poke", "0", "0", "moD");
        Do(game, "unmap", "0");
        Do(game, "restore", "0");
        Close(game, 0);
        Assert.Equal("moD a", File.ReadAllText(OverwriteRuns.Place(folder, A)));
        File.Delete(OverwriteRuns.Place(folder, A));
        Await(game, path, "mod a");

        // Never written to.
        Map();
        Do(game, "unmap", "0");
        Close(game, 0);
        Assert.Empty(OverwriteRuns.Files(folder));
        game.Quit();

        void Map()
        {
            Open(game, 0, path, ReadWrite);
            Do(game, "map", "0");
        }

        void AssertKept(string content)
        {
            Do(game, "unmap", "0");
            Assert.Equal(content, game.Ask("read", path));
            Assert.Equal(content, File.ReadAllText(OverwriteRuns.Place(folder, A)));
            File.Delete(OverwriteRuns.Place(folder, A));
            Await(game, path, "mod a");
        }
    }

    /// <summary>While another process uses the folder a copy stays, and the process sees what is written to it.</summary>
    [RealProcessFact]
    public void ACopyStaysWhileAnotherProcessUsesTheFolder()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt"), other = InGame(folder, @"Data\b.txt");
        Assert.Equal("mod a", game.Ask("read", path));
        using (LiveProgram second = OverwriteRuns.StartLive(folder))
        {
            Assert.Equal("mod a", second.Ask("read", path));
            foreach ((LiveProgram program, string written, int copies) in
                (ReadOnlySpan<(LiveProgram, string, int)>)[(game, path, 1), (second, other, 2)])
            {
                Open(program, 0, written, ReadWrite);
                Close(program, 0);
                Assert.Equal(copies, OverwriteRuns.Files(folder).Length);
            }

            second.Quit();
        }

        // Alone again.
        Assert.Equal([A, B], OverwriteRuns.Files(folder));
        string own = InGame(folder, @"Data\only-game.txt");
        Open(game, 0, own, ReadWrite);
        Close(game, 0);
        Assert.Equal([A, B], OverwriteRuns.Files(folder));
        game.Quit();
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.Empty(OverwriteRuns.Files(folder));
    }

    [RealProcessFact]
    public void ARunWithCopiesThatGoIsTakenBack()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites: true);
        OverwriteRuns.Run(folder, "append | Data\\b.txt | _earlier\nmkdir | Earlier\ncreate | Earlier\\e.txt | earlier");
        FolderContent before = RecordedRuns.Content(folder, overwrites: true);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        foreach (string name in (string[])[@"Data\a.txt", @"Data\b.txt", @"ModFolder\y.txt", @"Earlier\e.txt"])
        {
            Open(game, 0, InGame(folder, name), ReadWrite);
            Close(game, 0);
        }

        // What an earlier run has left is no copy of this one.
        Assert.Equal([B, Path.Combine("Earlier", "e.txt")], OverwriteRuns.Files(folder));
        Open(game, 0, InGame(folder, @"Data\a.txt"), ReadWrite);
        Do(game, "put", "0", "0", "MOD");
        Close(game, 0);
        game.Quit();
        Assert.Equal([A, B, Path.Combine("Earlier", "e.txt")], OverwriteRuns.Files(folder));
        RecordedRuns.AssertTakenBack(folder, overwrites: true, before);
    }

    /// <summary>In a merged folder no program is told of a file that is opened and closed.</summary>
    [RealProcessTheory]
    [InlineData(Existing)]
    [InlineData(Always)]
    public void AWatchIsToldNothingOfACopyThatGoes(string disposition)
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        foreach (string name in (string[])[@"Data\a.txt", @"Data\b.txt"])
        {
            // The first round makes the folder, and the watch is there before it, or after.
            for (int round = 0; round < 2; round++)
            {
                Assert.Equal("0", game.Ask("watch", "1", InGame(folder, "Data"), "event", "0", "5f", "4096"));
                Open(game, 0, InGame(folder, name), ReadWrite, disposition);
                Assert.Equal("", game.Ask("changes", "1", "700"));
                Close(game, 0);
                Assert.Equal("", game.Ask("changes", "1", "700"));
                Open(game, 0, InGame(folder, name), ReadWrite, disposition);
                Close(game, 0);
                Assert.Equal("", game.Ask("changes", "1", "700"));
                game.Ask("end", "1", "close");
            }
        }

        Assert.Empty(OverwriteRuns.Files(folder));
        Assert.Equal("0", game.Ask("watch", "1", InGame(folder, "Data"), "event", "0", "5f", "4096"));
        Open(game, 0, InGame(folder, @"Data\a.txt"), ReadWrite, disposition);
        Do(game, "put", "0", "0", "MOD");
        Close(game, 0);
        Assert.Contains("3 a.txt", game.Ask("changes", "1", "700"), StringComparison.OrdinalIgnoreCase);
        game.Quit();
    }

    /// <summary>The name was a copy's that has gone. Another program puts its file there in one step.</summary>
    [RealProcessFact]
    public void AWatchIsToldOfAFileThatComesWhereACopyHasGone()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = InGame(folder, @"Data\a.txt"), coming = OverwriteRuns.Place(folder, "coming.txt");
        Open(game, 0, path, ReadWrite);
        Close(game, 0);
        Assert.Empty(OverwriteRuns.Files(folder));
        File.WriteAllText(coming, "put there");
        Assert.Equal("0", game.Ask("watch", "1", InGame(folder, "Data"), "event", "0", "5f", "4096"));
        Assert.Equal("", game.Ask("changes", "1", "700"));
        File.Move(coming, OverwriteRuns.Place(folder, A));
        Await(game, path, "put there");
        Assert.Contains("3 a.txt", game.Ask("changes", "1", "700"), StringComparison.OrdinalIgnoreCase);
        game.Quit();
    }

    private static LiveProgram StartUnfollowed(MergedFolder folder) => new(Path.Combine(folder.Game, "live.exe"), new GameOptions
    {
        Vfs = true,
        Timeout = TimeSpan.FromSeconds(150),
        Environment = new Dictionary<string, string?> { ["RVFS_LIVE"] = "off" },
    });

    private static string InGame(MergedFolder folder, string name) => WinePrefix.ToWindows(folder.Game) + "\\" + name;

    private static void Open(LiveProgram game, int number, string path, string access, string disposition = Existing) =>
        Do(game, "open", $"{number}", path, access, All, disposition);

    private static void Close(LiveProgram game, int number) => Do(game, "close", $"{number}");

    private static void Do(LiveProgram game, params string[] words) => Assert.Equal("0", game.Ask(["file", .. words]));

    private static void Await(LiveProgram game, string path, string content)
    {
        string answer = game.Ask("await", path, content);
        Assert.True(long.TryParse(answer, CultureInfo.InvariantCulture, out _), $"{path}, {content}: {answer}");
    }
}
