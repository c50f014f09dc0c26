using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Exports;

/// <summary>Tests of every export of the shipped DLL, called by a C program through the shipped header.</summary>
[Collection(RealProcesses.Name)]
public sealed class ExportTests
{
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void EveryExportDoesWhatTheHeaderSays()
    {
        using var game = new LoaderGame();
        string version = VersionOfTheProject();
        string[] parts = version.Split('.');
        int number = (int.Parse(parts[0]) << 16) | (int.Parse(parts[1]) << 8) | int.Parse(parts[2]);
        Assert.Equal(
        [
            $"version {number:x} {version}",
            "remove before start -3",
            "last error: Not started: call rvfs_start or rvfs_start_config first.",
            "start without size -4",
            "start without options -4",
            "start with an unknown flag -4",
            "start with an unknown field -4",
            "start 0, thread's error 4711, MXCSR kept",
            "started disabled: base",
            "enable 0",
            "enabled: other",
            "listed: the VFS's 0 0, the game's 1",
            "disable 0",
            "disabled: base",
            "resumed: other",
            "start again 2, 2",
            "loaders 1 1 1, can suspend 1, can unload 0",
            "add a file 0, handle given",
            "file added: third",
            "remove 0",
            "file removed: other",
            "remove again -7",
            "last error: No redirection has the handle 2.",
            "add a folder 0",
            "new file seen",
            "add what isn't there -6 -6",
            "add nothing -4, relative -4",
            "describe too small: untouched, fits",
            "hide in place 0, create 5, rename 5",
        ], game.Add("loader.exe").Lines("loader.exe", ["plain", "reloaded_vfs.dll"]));
    }

    /// <summary>
    /// Hidden paths, the names of a folder, the state in numbers, messages, the policy of writes, and the wait for changes: folders are
    /// looked at every second only, so that a call that didn't wait would see none of them.
    /// </summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ALoaderHidesEnumeratesCountsLogsWaitsAndSetsThePolicy()
    {
        using var game = new LoaderGame();
        game.Write("data/keep.txt", "keep");
        Assert.Equal(
        [
            "before a start: hide -3, enumerate -3, stats -3, wait -3",
            "wrong: policy -4 -4 -4, log -4, configuration -4",
            "policy 0, log 0",
            "start 0",
            "message of level 1, seen by its callback: other",
            "log off 0, policy too late -15",
            "stats too small -4, none -4, newer 0 (known, zero), enabled 1, files 1, hooks in",
            "data: a.txt<-other\\a.txt|other=other keep.txt<-data\\keep.txt|-=keep: 0, 2 names",
            "missing:: -6, 0 names",
            "relative:: -4, 0 names",
            "no callback -4",
            "disabled: a.txt<-data\\a.txt|-=base keep.txt<-data\\keep.txt|-=keep: 0, 2 names",
            "hide nothing -4, relative -4, a drive -4",
            "hide 0, hidden: (none)",
            "hidden: keep.txt<-data\\keep.txt|-=keep: 0, 1 names",
            "add 0, above: third",
            "remove 0, hidden again: (none)",
            "disable 0, not hidden: other",
            "remove 0, removed: other",
            "hide a folder 0, attributes missing, listed 0, remove 0, listed 1",
            "written anew: written",
            "not ready 0, not seen 0",
            "messages 1",
        ], game.Add("loader.exe").Lines("loader.exe", ["ask", "reloaded_vfs.dll"], new() { ["RVFS_LIVE"] = "poll" }));
        Assert.Equal("base", File.ReadAllText(Path.Combine(game.Folder, "data", "a.txt")));
        Assert.Equal("other", File.ReadAllText(Path.Combine(game.Folder, "other", "a.txt")));
        Assert.Equal("written", File.ReadAllText(Path.Combine(game.Folder, "rvfs", "overwrite", "data", "a.txt")));
    }

    [RealProcessTheory]
    [InlineData("1")]
    [InlineData("2")]
    [Trait("Processors", "All")]
    public void RedirectionsAreAddedRemovedSwitchedAndReorderedWhile16ThreadsRead(string seed)
    {
        using var game = new LoaderGame();
        game.Write("second/a.txt", "second");
        Assert.Equal(
        [
            "of no redirection -7 -7, of none at all 0, null -4",
            "failed 0, wrong 0, strange 0, readers read",
        ], game.Add("loader.exe").Lines("loader.exe", ["layers", "reloaded_vfs.dll", seed]));
    }

    /// <summary>Handles that are unknown, named twice, zero, known only by their lower half, or the largest.</summary>
    [RealProcessFact]
    public void ANewOrderWithAHandleThatIsNoneChangesNothing()
    {
        using var game = new LoaderGame();
        game.Write("second/a.txt", "second");
        string[] lines = game.Add("loader.exe").Lines("loader.exe", ["reorder", "reloaded_vfs.dll"]);
        Assert.Equal(11, lines.Length);
        for (int i = 0; i < 10; i += 2)
        {
            Assert.Matches("^-7, last error: No layer has the handle [0-9]+, or it is named twice\\.$", lines[i]);
            Assert.Equal("then: second", lines[i + 1]);
        }

        Assert.Equal(["99", "2", "0"], lines[..6].Where((_, i) => i % 2 == 0).Select(line => line.Split("handle ")[1].Split(',')[0]));
        Assert.Equal("0, in a new order: other", lines[10]);
    }

    [RealProcessFact]
    public void WhatIsBehindAPathIsToldWithWhoLoses()
    {
        using var game = new LoaderGame();
        game.Write("rvfs/mods/other mod/data/a.txt", "other");
        game.Write("rvfs/mods/other mod/data/only.txt", "only");
        game.Write("rvfs/mods/order.txt", "m1\nother mod\n");
        string folder = WinePrefix.ToWindows(game.Folder);
        string output = game.Add("loader.exe")
            .Run("loader.exe", ["which", "reloaded_vfs.dll", folder + @"\data\A.TXT", folder + @"\data\only.txt", folder + @"\data",
                folder + @"\nothing", "relative"]).Text;
        string[] answers = output.ReplaceLineEndings("\n").Split("\n}\n");
        Assert.Equal(5, answers.Length);
        string[] all = [.. answers[..4].Select(a => { using var json = System.Text.Json.JsonDocument.Parse(a + "}");
        return Short(json.RootElement); })];
        Assert.Equal(@"other mod>rvfs\mods\other mod\data\a.txt; losers m1>rvfs\mods\m1\data\a.txt ->data\A.TXT; merged", all[0]);
        Assert.Equal(@"other mod>rvfs\mods\other mod\data\only.txt; losers; merged", all[1]);
        Assert.Equal(@"other mod>rvfs\mods\other mod\data; losers; merged other mod>rvfs\mods\other mod\data m1>rvfs\mods\m1\data ->data",
            all[2]);
        Assert.Equal("none; losers; merged", all[3]);
        Assert.Equal("status -4", answers[4].Trim());

        string Short(System.Text.Json.JsonElement answer) =>
            $"{One(answer.GetProperty("winner"))}; losers{Many(answer.GetProperty("losers"))}; merged{Many(answer.GetProperty("merged"))}";
        string Many(System.Text.Json.JsonElement list) => string.Concat(list.EnumerateArray().Select(p => " " + One(p)));
        string One(System.Text.Json.JsonElement p) => p.ValueKind == System.Text.Json.JsonValueKind.Null
            ? "none"
            : $"{p.GetProperty("mod").GetString() ?? "-"}>"
                + $"{p.GetProperty("source").GetString()!.Replace(folder + "\\", "", StringComparison.OrdinalIgnoreCase)}";
    }

    [RealProcessFact]
    public void BesideAntiCheatSoftwareNothingIsRedirectedUnlessTheGameIsPlayedOffline()
    {
        using var game = new LoaderGame();
        game.Add("loader.exe").Write("EasyAntiCheat/EasyAntiCheat_EOS.sys", "");
        File.Copy(PublishedArtifacts.Library, Path.Combine(game.Folder, "copy.asi"));
        string refused = game.Run("loader.exe", ["second", "reloaded_vfs.dll", "copy.asi"]).Text;
        Assert.Contains("start by the copy 0", refused, StringComparison.Ordinal);
        Assert.Contains("started: base", refused, StringComparison.Ordinal);

        game.Write("rvfs/rvfs.json", """{ "offline": true }""");
        string offline = game.Run("loader.exe", ["second", "reloaded_vfs.dll", "copy.asi"]).Text;
        Assert.Contains("start by the copy 1", offline, StringComparison.Ordinal);
        Assert.Contains("started: mod", offline, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ASecondCopyJoinsTheFirst()
    {
        using var game = new LoaderGame();
        File.Copy(PublishedArtifacts.Library, Path.Combine(game.Folder, "copy.asi"));
        Assert.Equal(
        [
            "two modules 1",
            "start by the copy 1",
            "started: mod",
            "start by the first 2",
            "disable by the first 0",
            "disabled: base",
            "enable by the copy 0",
            "enabled: mod",
            "remove by the copy -7",
            "last error: No redirection has the handle 12345.",
        ], game.Add("loader.exe").Lines("loader.exe", ["second", "reloaded_vfs.dll", "copy.asi"]));
    }

    [RealProcessFact]
    [Trait("Processors", "All")]
    public void AStartFromADllMainOfARunningProgramHappensRightAfterIt()
    {
        using var game = new LoaderGame();
        // The two ways race with each other and with the program's calls meanwhile, so this is tried several times.
        for (int round = 0; round < 10; round++)
        {
            Assert.Equal(["before: base", "status in DllMain: 1", "after: mod", "start again 2"],
                game.Add("loader.exe", "loaderhook.dll").Lines("loader.exe", ["late", "reloaded_vfs.dll", "loaderhook.dll"]));
        }
    }

    [RealProcessTheory]
    [InlineData(null, "mod")]
    [InlineData("1", "other")]
    public void AStartFromADllMainBeforeTheProgramHappensBeforeItsFirstInstruction(string? options, string seen)
    {
        using var game = new LoaderGame();
        Compile(game, "loaderhook.c", "loaderhook.dll", "-shared");
        Compile(game, "loaderstatic.c", "loaderstatic.exe", Path.Combine(game.Folder, "loaderhook.dll"));
        for (int round = 0; round < 10; round++)
            Assert.Equal(["status 1", "entry as it was", $"first: {seen}"],
                game.Lines("loaderstatic.exe", [], new() { ["RVFS_TEST_OPTIONS"] = options }));
    }

    /// <summary>An imported DLL loads it and calls nothing: it starts by itself, and an explicit start from there comes first.</summary>
    [RealProcessFact]
    public void ADLLThatIsOnlyLoadedBeforeTheProgramStartsBeforeItsFirstInstruction()
    {
        using var game = new LoaderGame();
        Compile(game, "loaderhook.c", "loaderhook.dll", "-shared");
        Compile(game, "loaderstatic.c", "loaderstatic.exe", Path.Combine(game.Folder, "loaderhook.dll"));
        Dictionary<string, string?> bare = new() { ["RVFS_TEST_BARE"] = "1", ["RVFS_NO_AUTOSTART"] = null };
        Assert.Equal(["status 1000", "entry as it was", "first: mod"], game.Lines("loaderstatic.exe", [], bare));
        Assert.Equal(["status 1000", "entry as it was", "first: base"],
            game.Lines("loaderstatic.exe", [], new(bare) { ["RVFS_NO_AUTOSTART"] = "1" }));
        Assert.Equal(["status 1", "entry as it was", "first: other"],
            game.Lines("loaderstatic.exe", [], new() { ["RVFS_TEST_OPTIONS"] = "1", ["RVFS_NO_AUTOSTART"] = null }));
        game.Write("rvfs/rvfs.json", """{ "autostart": false }""");
        Assert.Equal(["status 1000", "entry as it was", "first: base"], game.Lines("loaderstatic.exe", [], bare));
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    [Trait("Processors", "All")]
    public void CodeIsReplacedWhileThreadsRunIt()
    {
        string? clang = Executables.Find("clang");
        Assert.True(clang is not null || OperatingSystem.IsWindows(), "clang is missing; build/setup.sh installs it.");
        if (clang is null)
            return;
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string patch = Path.Combine(folder, "patch.o");
            RunTool(clang, [$"--target={(Width.Is32Bit ? "i686" : "x86_64")}-w64-mingw32", "-fms-extensions", "-std=c11", "-O2",
                "-ffreestanding",
                "-DSuspendThread=tested_suspend", "-DGetThreadContext=tested_get", "-DSetThreadContext=tested_set", "-c",
                Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "Native", "patch.c"), "-o", patch]);
            string program = Path.Combine(folder, "patching.exe");
            RunTool(NativePrograms.Compiler!,
                ["-O1", "-std=gnu11", "-static", "-o", program, NativePrograms.SourceOf("patching.c"), patch]);
            GameResult result = GameProcess.Run(program, ["100"]);
            Assert.Equal(
                """
                several 0 c0000018 0 c000000d: changed, changed
                failed 0, wrong 0, ran yes, conflict c0000018, none c000000d, many c000000d, protection 20
                refused suspending: c0000022, nothing written
                refused asking: c0000022, nothing written
                refused moving: c0000022, nothing written
                refused moving the second: c0000022, nothing written
                refused nothing: 0, changed; 4 came back, 0 wrong
                """.ReplaceLineEndings("\n"),
                result.Text.ReplaceLineEndings("\n").Trim());
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Compile(LoaderGame game, string source, string program, string argument) =>
        NativePrograms.Build(source, Path.Combine(game.Folder, program), argument);

    private static void RunTool(string tool, string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(tool, arguments) { RedirectStandardError = true })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors);
    }

    private static string VersionOfTheProject()
    {
        string properties = File.ReadAllText(Path.Combine(RepositoryFolders.Root, "Directory.Build.props"));
        int start = properties.IndexOf("<Version>", StringComparison.Ordinal) + "<Version>".Length;
        return properties[start..properties.IndexOf('<', start)];
    }
}
