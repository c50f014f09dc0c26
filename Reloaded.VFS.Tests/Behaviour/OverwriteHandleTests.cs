using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of handles that stay open, under the policy "overwrite": files are deleted and renamed, and dispositions are undone, as in the
/// merged folder, whether or not the files are in the overwrite folder yet; attributes and times of folders can be set; a handle's share
/// mode keeps a name from being deleted, renamed or replaced. Nothing in the game's folder or in a mod changes.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteHandleTests
{
    /// <summary>The access DELETE, all share modes, and OPEN_EXISTING.</summary>
    private const string ToDelete = "00010080 | 7 | 3";

    public static TheoryData<string> Files => [@"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", "saved.txt"];

    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void ADispositionThatIsTakenBackLeavesTheFile(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | {ToDelete} | 0
        keptdispose | 0 | 13 | 1
        find | {file}*
        read | {file}
        keptdispose | 0 | 13 | 0
        keptclose | 0
        find | {file}*
        read | {file}
        keep | 0 | {file} | {ToDelete} | 0
        keptrename | 0 | 10 | 0 | \??\<ROOT>\bin.tmp
        keptclose | 0
        read | bin.tmp
        attributes | {file}
        tree | .
        """);

    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void AHandleWithoutTheRightToDeleteDeletesNothing(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | 80000000 | 7 | 3 | 0
        keptdispose | 0 | 13 | 1
        keptclose | 0
        find | {file}*
        read | {file}
        tree | .
        """);

    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void ADeletionByAHandleTakesTheNameAwayWhenItIsClosed(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | {ToDelete} | 0
        keptcopy | 1 | 0
        keptdispose | 0 | 13 | 1
        keptdispose | 1 | 13 | 1
        find | {file}*
        attributes | {file}
        read | {file}
        keptclose | 0
        find | {file}*
        keptclose | 1
        find | {file}*
        attributes | {file}
        createnew | {file} | made again
        read | {file}
        tree | .
        """);

    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void AFileThatGoesWithItsHandleIsThereUntilThen(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | {ToDelete} | 04000000
        attributes | {file}
        find | {file}*
        read | {file}
        keptclose | 0
        attributes | {file}
        find | {file}*
        tree | .
        """);

    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void AFileIsRenamedAndThenDeletedByOneHandle(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | 80010080 | 7 | 3 | 0
        keptrename | 0 | 10 | 0 | \??\<ROOT>\Data\first.tmp
        keptnames | 0
        read | Data\first.tmp
        attributes | {file}
        keptrename | 0 | 10 | 0 | \??\<ROOT>\ModFolder\second.tmp
        keptread | 0
        read | ModFolder\second.tmp
        keptdispose | 0 | 13 | 1
        find | ModFolder\*
        keptdispose | 0 | 13 | 0
        keptdispose | 0 | 13 | 1
        keptclose | 0
        find | ModFolder\*
        find | Data\*
        tree | .
        """);

    /// <summary>
    /// A file that is deleted by one handle and created again stays if another handle, opened to delete the old file, is closed.
    /// </summary>
    [RealProcessFact]
    public void WhatIsMadeAgainStays()
    {
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string printed = OverwriteRuns.Run(folder, $"""
            keep | 0 | Data\a.txt | {ToDelete} | 0
            keep | 1 | Data\a.txt | {ToDelete} | 0
            keptdispose | 0 | 13 | 1
            keptdispose | 1 | 13 | 1
            keptclose | 0
            create | Data\a.txt | new
            keptclose | 1
            read | Data\a.txt
            """);
        Assert.Contains("text=new", printed, StringComparison.Ordinal);
    }

    /// <summary>If a process is killed before it closes such a handle, the next start hides the file.</summary>
    [LinuxFact(Needs.Published)]
    public void AKilledProcessDeletesWhatItsHandlesWereToDelete()
    {
        const string deletesOnClose = "04000000";
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string script = Scenario.ToScript([new("killed", $"""
            keep | 0 | Data\a.txt | {ToDelete} | {deletesOnClose}
            keep | 1 | ModFolder\y.txt | {ToDelete} | 0
            keptdispose | 1 | 13 | 1
            keep | 2 | Data\only-game.txt | {ToDelete} | 0
            keptdispose | 2 | 13 | 1
            keptdispose | 2 | 13 | 0
            create | begun.txt | begun
            pause | 60000
            """)]);
        OverwriteRuns.KillScript(folder, script, () => File.Exists(OverwriteRuns.Place(folder, "begun.txt")), 100_000);
        string next = OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | ModFolder\\y.txt\nread | Data\\only-game.txt");
        Assert.Equal(3, next.Split("CreateFileW: error 2\n").Length);
        Assert.Contains("text=game only", next, StringComparison.Ordinal);
    }

    /// <summary>
    /// One handle marks a file for deletion while this process has other handles of it: for reading, for writing, and one that was opened
    /// after the file was written to.
    /// </summary>
    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void AFileThatOthersHaveOpenIsDeletedByAHandle(string file) => AssertSame($"""
        create | saved.txt | saved
        keep | 0 | {file} | 80000000 | 7 | 3 | 0
        keep | 1 | {file} | {ToDelete} | 0
        keptdispose | 1 | 13 | 1
        keptread | 0
        read | {file}
        find | {file}*
        keptdispose | 1 | 13 | 0
        read | {file}
        keep | 2 | {file} | C0000000 | 7 | 3 | 0
        keptwrite | 2 | 0 | XY
        keep | 3 | {file} | 80000000 | 7 | 3 | 0
        keptread | 3
        keptdispose | 1 | 13 | 1
        keptclose | 1
        keptread | 3
        keptwrite | 2 | 2 | Z
        keptclose | 2
        keptread | 3
        keptclose | 3
        keptclose | 0
        attributes | {file}
        find | {file}*
        createnew | {file} | made again
        read | {file}
        tree | .
        """);

    /// <summary>Compares a deletion of a file that another process has open, or that both processes mark for deletion.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Files))]
    public void AFileThatAnotherProcessHasOpenIsDeletedByAHandle(string file)
    {
        using MergedFolder folder = SavingTests.Build();
        string merged = Path.Combine(folder.Merged, "live.exe");
        File.Copy(NativePrograms.Get("live.exe"), merged);
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string[] expected, seen;
        using (LiveProgram one = new(merged, new GameOptions()), other = new(merged, new GameOptions()))
            expected = DeleteBeside(one, other, Path.Combine(folder.Merged, file.Replace('\\', '/')));
        using (LiveProgram one = OverwriteRuns.StartLive(folder), other = OverwriteRuns.StartLive(folder))
            seen = DeleteBeside(one, other, Path.Combine(folder.Game, file.Replace('\\', '/')));
        Assert.Equal(string.Join('\n', expected), string.Join('\n', seen));
        BackendRunner.AssertSame(folder, [new("look", $"tree | Data\ntree | ModFolder\nattributes | {file}")], "the next start");
    }

    private static string[] DeleteBeside(LiveProgram one, LiveProgram other, string file)
    {
        string path = WinePrefix.ToWindows(file);
        List<string> answers = [];
        Do(one, "write", path, "saved");
        Do(one, "file", "open", "0", path, "80000000", "7", "3");
        Do(other, "file", "open", "0", path, "00010080", "7", "3");
        Do(other, "file", "dispose", "0", "1");
        Do(one, "read", path);
        Do(other, "file", "dispose", "0", "0");
        Do(one, "read", path);
        Do(one, "file", "open", "1", path, "00010080", "7", "3");
        Do(one, "file", "dispose", "1", "1");
        Do(other, "file", "dispose", "0", "1");
        Do(other, "file", "close", "0");
        Do(other, "read", path);
        Do(one, "file", "close", "0");
        Do(one, "file", "close", "1");
        Do(one, "read", path);
        Do(other, "read", path);
        // The other program has a handle that doesn't share deletion.
        Do(one, "write", path, "again");
        Do(other, "await", path, "again");
        Do(other, "file", "open", "2", path, "80000000", "3", "3");
        Do(one, "file", "open", "2", path, "00010080", "7", "3");
        Do(other, "file", "close", "2");
        Do(one, "file", "open", "2", path, "00010080", "7", "3");
        Do(one, "file", "dispose", "2", "1");
        Do(one, "file", "close", "2");
        Do(one, "read", path);
        Do(other, "await", path, "-");
        one.Quit();
        other.Quit();
        return [.. answers];

        // Times differ between the two runs.
        void Do(LiveProgram who, params string[] words)
        {
            string answer = who.Ask(words);
            answers.Add($"{(who == one ? "one" : "other")} {string.Join(' ', words.Where(word => word != path))}: "
                + (words[0] is "write" or "await" ? "" : answer));
        }
    }

    [RealProcessFact]
    public void AttributesAndTimesOfAFolderAreSetAndSeen() => AssertSame("""
        settime | Data | 1000
        settime | ModFolder | 2000
        settime | Both | 3000
        setattributes | Data | 2
        setattributes | ModFolder | 4
        setattributes | Both | 22
        attributes | Data
        attributes | ModFolder
        attributes | Both
        lasttime | Data
        lasttime | ModFolder
        lasttime | Both
        info | Data
        info | ModFolder
        info | Both
        find | *
        find | Data\*
        find | Data
        find | ModFolder\*
        ntlist | Both | 1 | 4096 | all
        append | Both\game.txt | _more
        lasttime | Both
        setattributes | ModFolder\inner | 2
        lasttime | ModFolder
        settime | ModFolder\inner | 4000
        create | ModFolder\inner\new.txt | text
        read | ModFolder\inner\x.txt
        find | ModFolder\inner\*
        attributes | ModFolder\inner
        keep | 0 | Data | C0000000 | 7 | 3 | 0
        keptbasic | 0 | 5000 | 6
        keptinfo | 0
        keptclose | 0
        attributes | Data
        lasttime | Data
        move | ModFolder | Renamed
        attributes | Renamed
        attributes | Renamed\inner
        move | Both | Both renamed
        attributes | Both renamed
        mkdir | New
        setattributes | New | 2
        settime | New | 6000
        lasttime | New
        setattributes | Data | 10
        attributes | Data
        delete | Renamed\inner\x.txt
        delete | Renamed\inner\new.txt
        rmdir | Renamed\inner
        attributes | Renamed\inner
        tree | .
        """, "attributes | Data\nattributes | Renamed\nattributes | Both renamed\nlasttime | Data\nlasttime | New\nfind | *");

    /// <summary>
    /// Wine requires no access right to set attributes or times by a handle. A handle for reading changes nothing all the same.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void AHandleThatOnlyReadsSetsNothing()
    {
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string[] names = ["Data", "ModFolder", "Both", @"Data\a.txt", @"Data\only-game.txt", "."];
        string printed = OverwriteRuns.Run(folder, string.Concat(names.Select(name => $"""
            keep | 0 | {name} | 80000000 | 7 | 3 | 0
            keptbasic | 0 | 1000 | 0
            keptclose | 0

            """)));
        Assert.Equal(names.Length + 1, printed.Split("status=c0000022").Length);
    }

    /// <summary>Gets share modes for GENERIC_READ, before and after another handle writes to the file.</summary>
    public static TheoryData<int, bool> Shares =>
        new() { { 1, false }, { 3, false }, { 3, true }, { 7, false }, { 7, true }, { 5, false } };

    [RealProcessTheory]
    [MemberData(nameof(Shares))]
    public void AnOpenHandleKeepsTheNameAsOnOneFile(int share, bool isWritten) => AssertSame(string.Concat(
        new[] { @"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", "saved.txt" }.Select(file => $"""
        create | saved.txt | saved
        create | new.tmp | new
        keep | 0 | {file} | 80000000 | {share} | 3 | 0
        {(isWritten ? $"append | {file} | _more" : "")}
        rename | new.tmp | {file}
        move | {file} | {file}.moved
        attributes | {file}
        attributes | {file}.moved
        move | {file}.moved | {file}
        rename | Data\b2.txt | {file}
        replace | {file} | new.tmp | replaced.bak
        keptclose | 0
        create | new.tmp | new
        rename | new.tmp | {file}
        read | {file}

        """)) + "tree | .");

    /// <summary>DeleteFile, NtDeleteFile and a disposition are tried while a handle doesn't share deletion.</summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AnOpenHandleKeepsAFileFromBeingDeleted(bool isWritten) => AssertSame(string.Concat(
        new[] { @"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt" }.Select(file => $"""
        keep | 0 | {file} | 80000000 | 3 | 3 | 0
        {(isWritten ? $"append | {file} | _more" : "")}
        delete | {file}
        ntdelete | {file}
        ntdispose | 13 | 1 | {file}
        deleteonclose | {file}
        read | {file}
        keptclose | 0
        delete | {file}
        attributes | {file}

        """)) + "tree | .");

    private static void AssertSame(string commands, string second = "tree | .\nfind | Data\\*\nfind | ModFolder\\*")
    {
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        BackendRunner.AssertSame(folder, [new("handles", commands)], "handles");
        BackendRunner.AssertSame(folder, [new("look", second)], "second run");
    }
}
