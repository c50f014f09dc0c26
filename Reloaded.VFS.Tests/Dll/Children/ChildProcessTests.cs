using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>Tests of programs that the game starts: which of them see the mods, in chains, and what they see of themselves.</summary>
[Collection(RealProcesses.Name)]
public sealed class ChildProcessTests : IDisposable
{
    // Native/processes/chain.c: CreateProcess has failed.
    private const int NotStarted = 8;

    private readonly TemporaryFolder _folder = new();
    private readonly ITestOutputHelper _output;

    public ChildProcessTests(ITestOutputHelper output)
    {
        _output = output;
        _folder.File("g/Data/a.txt", "game");
        _folder.File("g/rvfs/mods/m/Data/a.txt", "mod");
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    [Trait("Run", "Quick")]
    [Trait("Bits", "Both")]
    public void AGameThatStartsAnotherProgramHasItSeeTheSameFiles()
    {
        Programs("game.exe", "tool.exe", "sub folder/other tool.exe");
        Assert.Equal(
            ["game.exe path=game.exe a=mod", "tool.exe path=tool.exe a=mod inherited=mod",
                @"other tool.exe path=sub folder\other tool.exe a=mod inherited=mod"],
            Run("game.exe", "tool.exe", @"sub folder\other tool.exe"));
    }

    [RealProcessFact]
    public void APatcherWritesIntoTheGameAndTheGameThatItStartsSeesTheMods()
    {
        Programs("start.exe", "Launcher.exe", "patcher.exe", "game.exe");
        Assert.Equal(
            [
                "start.exe path=start.exe a=mod",
                "Launcher.exe path=Launcher.exe a=game inherited=game",
                "patcher.exe path=patcher.exe a=patched inherited=patched",
                "game.exe path=game.exe a=mod inherited=mod",
            ],
            Run("start.exe", "Launcher.exe", "patcher.exe", "game.exe"));
        Assert.Equal("mod", File.ReadAllText(_folder.At("g/rvfs/mods/m/Data/a.txt")));
        Assert.Equal("patched", File.ReadAllText(_folder.At("g/Data/a.txt")));
    }

    [RealProcessFact]
    public void WhatIsLeftAloneSeesTheGamesFilesAndSoDoesWhatItStarts()
    {
        Programs("game.exe", "CrashReporter.exe", "tool.exe");
        Assert.Equal(
            ["game.exe path=game.exe a=mod", "CrashReporter.exe path=CrashReporter.exe a=game inherited=game",
                "tool.exe path=tool.exe a=game inherited=game"],
            Run("game.exe", "CrashReporter.exe", "tool.exe"));
    }

    [RealProcessFact]
    public void TheConfigurationSaysWhichProgramsAreFollowedAndLeft()
    {
        Programs("game.exe", "patcher.exe", "sub.exe", "tool.exe");
        _folder.File("g/rvfs/rvfs.json", """{ "follow": ["SUB*"], "leave": ["tool.exe"] }""");
        Assert.Equal(
            ["game.exe path=game.exe a=mod", "sub.exe path=sub.exe a=game inherited=game", "game.exe path=game.exe a=mod inherited=mod",
                "tool.exe path=tool.exe a=game inherited=game"],
            Run("game.exe", "sub.exe", "game.exe", "tool.exe"));
    }

    /// <summary>
    /// Programs that the game starts use the load order of the game's set, even behind a launcher, and write into the set's overwrite
    /// folder.
    /// </summary>
    [RealProcessFact]
    public void WhatTheGameStartsPlaysWithItsSet()
    {
        Programs("game.exe", "launcher.exe", "dispatch.exe", "tool.exe");
        _folder.File("g/rvfs/mods/other/Data/a.txt", "other");
        _folder.File("g/rvfs/mods/order.txt", "m\nother\n");
        _folder.File("g/rvfs/sets/hard/order.txt", "other\nm\n");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite", "follow": ["launcher.exe"] }""");
        Assert.Equal(
            ["game.exe path=game.exe a=mod", "launcher.exe path=launcher.exe a=game inherited=game",
                "dispatch.exe path=dispatch.exe a=patched inherited=patched", "tool.exe path=tool.exe a=patched inherited=patched"],
            Run(["--set", "hard"], "game.exe", "launcher.exe", "dispatch.exe", "tool.exe"));
        Assert.Equal("patched", File.ReadAllText(_folder.At("g/rvfs/sets/hard/overwrite/Data/a.txt")));
        Assert.Equal("mod", File.ReadAllText(_folder.At("g/rvfs/mods/m/Data/a.txt")));
        Assert.Equal(["game.exe path=game.exe a=other", "tool.exe path=tool.exe a=other inherited=other"],
            Run([], "game.exe", "tool.exe"));
    }

    /// <summary>
    /// A program that only maintains the game sees no mods, and its writes go where the game's own go: the game's folder doesn't change,
    /// every program started afterwards sees the patched files, and one command takes everything back.
    /// </summary>
    [RealProcessFact]
    public void APatcherUnderOverwriteWritesBesideTheGame()
    {
        Programs("start.exe", "Launcher.exe", "patcher.exe", "game.exe");
        // The patcher patches what the game has written, and no mod's file becomes the game's.
        _folder.File("g/rvfs/mods/m/Data/only-mod.txt", "mod");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        Assert.Equal(
            [
                "start.exe path=start.exe a=mod",
                "Launcher.exe path=Launcher.exe a=game inherited=game",
                "patcher.exe path=patcher.exe a=patched inherited=patched",
                "game.exe path=game.exe a=patched inherited=patched",
            ],
            Run("start.exe", "Launcher.exe", "patcher.exe", "game.exe"));
        Assert.Equal("game", File.ReadAllText(_folder.At("g/Data/a.txt")));
        Assert.Equal("mod", File.ReadAllText(_folder.At("g/rvfs/mods/m/Data/a.txt")));
        Assert.Equal(["a.txt"], Directory.GetFiles(_folder.At("g/rvfs/overwrite"), "*", SearchOption.AllDirectories)
            .Select(Path.GetFileName));
        Assert.Equal(["start.exe path=start.exe a=patched", "Launcher.exe path=Launcher.exe a=patched inherited=patched"],
            Run("start.exe", "Launcher.exe"));

        // That run has changed nothing: the previous run is taken back by hand here, the last one by the command.
        File.Delete(_folder.At("g/rvfs/overwrite/Data/a.txt"));
        Run("start.exe", "patcher.exe");
        Assert.True(File.Exists(_folder.At("g/rvfs/overwrite/Data/a.txt")));
        GameResult undo = GameProcess.RunCommand([PublishedArtifacts.Launcher, "undo", "--yes", "--target", _folder.At("g")]);
        Assert.True(undo.ExitCode == 0, undo.ToString());
        Assert.Equal(["start.exe path=start.exe a=mod"], Run("start.exe"));
    }

    /// <summary>
    /// A file that an updater opens for writing without writing to it hides no mod's file, and restores none that a mod hides. Because the
    /// updater sees no mods, the game's own file is copied over them.
    /// </summary>
    [RealProcessTheory]
    [InlineData("a.txt", "mod")]
    [InlineData("a.txt.rvfshide", "(error 2)")]
    public void AnUpdaterUnderOverwriteThatWritesNothingChangesNothing(string name, string seen)
    {
        Programs("start.exe", "updater.exe", "patcher.exe");
        File.Move(_folder.At("g/rvfs/mods/m/Data/a.txt"), _folder.At($"g/rvfs/mods/m/Data/{name}"));
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        string copy = _folder.At("g/rvfs/overwrite/Data/a.txt");
        Assert.Equal([$"start.exe path=start.exe a={seen}", "updater.exe path=updater.exe a=game inherited=game"],
            Run("start.exe", "updater.exe"));
        Assert.Equal("game", File.ReadAllText(copy));
        Assert.Equal([$"start.exe path=start.exe a={seen}"], Run("start.exe"));
        Assert.False(File.Exists(copy));

        // Written content stays, even if it is the game's own.
        Run("start.exe", "patcher.exe");
        File.WriteAllText(copy, "game");
        Assert.Equal(["start.exe path=start.exe a=game"], Run("start.exe"));
    }

    /// <summary>
    /// A launcher sees no mods. The game that it starts is the mod's, or doesn't exist if a mod hides it; its folder may be one that only
    /// mods have.
    /// </summary>
    [RealProcessTheory]
    [InlineData("game")]
    [InlineData("overwrite")]
    public void ALauncherStartsTheGameThatAModHas(string writes)
    {
        Programs("start.exe", "launcher.exe", "hidden.exe");
        _folder.File("g/game.exe", "no program");
        Program("g/rvfs/mods/m/game.exe");
        Program("g/rvfs/mods/m/more/new.exe");
        _folder.File("g/rvfs/mods/m/hidden.exe.rvfshide", "");
        _folder.File("g/rvfs/rvfs.json", $$"""{ "writes": "{{writes}}" }""");
        string[] launched = ["start.exe path=start.exe a=mod", "launcher.exe path=launcher.exe a=game inherited=game"];
        Assert.Equal([.. launched, "game.exe path=game.exe a=mod inherited=mod"], Run("start.exe", "launcher.exe", "path:game.exe"));
        Assert.Equal([.. launched, @"new.exe path=more\new.exe a=mod inherited=mod"],
            Run("start.exe", "launcher.exe", @"path:more\new.exe"));
        Assert.Equal([.. launched, @"new.exe path=more\new.exe a=mod inherited=mod"],
            Run("start.exe", "launcher.exe", @"there:more\new.exe"));
        GameResult result = GameProcess.Run(_folder.At("g/start.exe"), ["launcher.exe", "path:hidden.exe"], new GameOptions { Vfs = true });
        Assert.Equal([.. launched, "CreateProcessW \"hidden.exe\": error 2"], Lines(result));
    }

    /// <summary>By its whole path, which is opened without the hooks, and by its name, which is searched for.</summary>
    [RealProcessTheory]
    [InlineData("path:tool.exe")]
    [InlineData("tool.exe")]
    public void AProgramThatAModHidesIsNotStarted(string name)
    {
        Programs("game.exe", "tool.exe");
        _folder.File("g/rvfs/mods/m/tool.exe.rvfshide", "");
        GameResult result = GameProcess.Run(_folder.At("g/game.exe"), [name], new GameOptions { Vfs = true });
        Assert.Equal((NotStarted, "game.exe path=game.exe a=mod\nCreateProcessW \"tool.exe\": error 2"),
            (result.ExitCode, string.Join('\n', Lines(result))));
    }

    [RealProcessFact]
    public void AProgramThatOnlyAModHasIsStartedAndFindsItselfInTheGame()
    {
        Programs("game.exe");
        Program("g/rvfs/mods/m/tools/new tool.exe");
        Assert.Equal(
            ["game.exe path=game.exe a=mod", @"new tool.exe path=tools\new tool.exe a=mod inherited=mod",
                "game.exe path=game.exe a=mod inherited=mod"],
            Run("game.exe", @"tools\new tool.exe", "game.exe"));
    }

    /// <summary>Without quotes a path with blanks may be that of several programs. A folder isn't one of them.</summary>
    [RealProcessFact]
    public void AProgramInAFolderWithABlankIsStartedWithoutQuotes()
    {
        Programs("game.exe");
        Program("g/rvfs/mods/m/Tool Box/new.exe");
        Directory.CreateDirectory(_folder.At("g/Tool"));
        Assert.Equal(
            ["game.exe path=game.exe a=mod", @"new.exe path=Tool Box\new.exe a=mod inherited=mod", "game.exe path=game.exe a=mod inherited=mod"],
            Run("game.exe", @"bare:Tool Box\new.exe", "game.exe"));
    }

    [RealProcessFact]
    public void WhatIsStartedWhileRedirectingIsOffSeesTheGamesFiles()
    {
        Programs("off.exe", "onoff.exe", "tool.exe", "launcher.exe");
        Assert.Equal(
            ["off.exe path=off.exe a=mod disable 0 a=game", "tool.exe path=tool.exe a=game inherited=game",
                "launcher.exe path=launcher.exe a=game inherited=game", "tool.exe path=tool.exe a=game inherited=game"],
            Run("off.exe", "tool.exe", "launcher.exe", "tool.exe"));
        Assert.Equal(
            ["onoff.exe path=onoff.exe a=mod disable 0 a=game enable 0 a=mod", "launcher.exe path=launcher.exe a=game inherited=game",
                "tool.exe path=tool.exe a=mod inherited=mod"],
            Run("onoff.exe", "launcher.exe", "tool.exe"));
    }

    /// <summary>
    /// A report has the name that was configured, however the name ends; grandchildren write their reports where children do.
    /// </summary>
    [RealProcessTheory]
    [InlineData("report.json")]
    [InlineData("report.child")]
    public void TheReportOfAGameIsItsOwnAndThatOfItsChildrenLiesBeside(string report)
    {
        Programs("game.exe", "tool.exe", "sub.exe");
        _folder.File("g/rvfs/rvfs.json", $$"""{ "report": "{{report}}" }""");
        Run("game.exe", "tool.exe", "sub.exe");
        string[] files =
            [.. Directory.GetFiles(_folder.At("g/rvfs"), "report*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];
        Assert.Equal([report, report + ".child"], files.Select(Path.GetFileName));
        Assert.EndsWith("game.exe", StartReportFile.Read(files[0]).Game, StringComparison.Ordinal);
        Assert.EndsWith("sub.exe", StartReportFile.Read(files[1]).Game, StringComparison.Ordinal);
    }

    /// <summary>
    /// Without the DLL for 32-bit programs, such a one is started as without the VFS (Wine without 32-bit support reports success, but nothing runs), and named in the
    /// report. If RVFS_TEST_32BIT says that such programs run (build/second-wine.sh; always on Windows), it runs to its end.
    /// </summary>
    [RealProcessFact]
    [Trait("Bits", "64")]
    public void A32BitProgramIsStartedAsItIs()
    {
        Programs("game.exe", "sub.exe");
        string compiler = CLayout.FindCompiler(32)
            ?? throw new FileNotFoundException("No C compiler for 32-bit Windows; build/setup.sh installs it.");
        using (Process process = Process.Start(compiler, ["-O1", "-std=gnu11", "-static", "-municode", "-I", NativePrograms.SharedHeaders,
            "-o", _folder.At("g/tool32.exe"), NativePrograms.SourceOf("chain.c"), "-lntdll"]))
        {
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
        }

        GameResult plain = GameProcess.Run(_folder.At("g/game.exe"), ["tool32.exe", "sub.exe"]);
        GameResult seen = GameProcess.Run(_folder.At("g/game.exe"), ["tool32.exe", "sub.exe"], new GameOptions { Vfs = true });
        _output.WriteLine($"without the VFS exit code {plain.ExitCode}: {plain.Text}\nwith it {seen}");

        Assert.Equal(plain.ExitCode, seen.ExitCode);
        Assert.StartsWith("game.exe path=game.exe a=game", plain.Text, StringComparison.Ordinal);
        if (Runs32Bit)
        {
            Assert.Equal(7, plain.ExitCode);
            Assert.Equal(["game.exe path=game.exe a=game", "tool32.exe path=tool32.exe a=game inherited=game",
                "sub.exe path=sub.exe a=game inherited=game"], Lines(plain));
        }

        Assert.Equal(
            WithoutError(plain.Text).Replace("game.exe path=game.exe a=game", "game.exe path=game.exe a=mod", StringComparison.Ordinal),
            WithoutError(seen.Text));
        if (plain.ExitCode == NotStarted)
        {
            _output.WriteLine("Nothing was started, and so nothing is named.");
            return;
        }

        Assert.Contains(Directory.GetFiles(_folder.At("g/rvfs/logs")),
            file => File.ReadAllText(file).Contains("tool32.exe is a 32-bit program", StringComparison.Ordinal));
        Assert.Contains("tool32.exe is a 32-bit program", seen.Errors, StringComparison.Ordinal);

        // For a child that ends while it starts, Wine 10 reports either its exit code or STATUS_INTERNAL_ERROR.
        static string WithoutError(string text) =>
            Runs32Bit ? text : Regex.Replace(text, "error [0-9]+", "error", RegexOptions.None, TimeSpan.FromSeconds(1));
    }

    private void Programs(params string[] names)
    {
        foreach (string name in names)
            Program("g/" + name);
    }

    private void Program(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder.At(path))!);
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At(path));
    }

    private string[] Run(string game, params string[] chain) => Run([], game, chain);

    private string[] Run(string[] options, string game, params string[] chain)
    {
        GameResult result = GameProcess.Run(_folder.At("g/" + game), chain, new GameOptions { Vfs = true, VfsArguments = options });
        Assert.True(result.ExitCode == 7, result.ToString());
        return Lines(result);
    }

    private static bool Runs32Bit => OperatingSystem.IsWindows() || WinePrefix.Command32 is not null || Environment.GetEnvironmentVariable("RVFS_TEST_32BIT") == "1";

    private static string[] Lines(GameResult result) => result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
