using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;
using Reloaded.VFS.Tests.Cli.Game;

namespace Reloaded.VFS.Tests.Dll.CoreClr;

/// <summary>
/// Tests of a 32-bit game that a loader gives the DLL for 32-bit games: it sees what it would see if the mods were copied into its folder.
/// The scenarios are those of the 64-bit tests, all in one process on each backend.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class Game32Tests
{
    [RealProcessFact(Needs.Bits32)]
    public void AGameThatReadsSeesWhatAMergedFolderShows()
    {
        using MergedFolder folder = ReadingFixture.Build(NativePrograms.Get32("probe.exe"), NativePrograms.Get32("payload.dll"));
        AssertSame(folder, ReadingScenarios.All);
    }

    /// <summary>
    /// A game that can use 4 GB of addresses and has none left below 2 GB: the DLL, its runtime and its trees, and what the game passes to
    /// the system, are where a pointer's highest bit is set.
    /// </summary>
    [RealProcessFact(Needs.Bits32)]
    public void AGameWithoutLowAddressesSeesWhatAMergedFolderShows()
    {
        using TemporaryFolder programs = new();
        string probe = LargeAddresses.Make(NativePrograms.Get32("probe.exe"), programs.At("probe.exe"));
        using MergedFolder folder = ReadingFixture.Build(probe, NativePrograms.Get32("payload.dll"));
        Assert.Contains("above 2 GB: 1", BackendRunner.Run(folder, Backend.Merged, "takelow\n", is32Bit: true), StringComparison.Ordinal);
        AssertSame(folder, ReadingScenarios.All, "takelow\n");
    }

    [RealProcessFact(Needs.Bits32)]
    public void AGameThatWritesSeesWhatAMergedFolderShows()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        AssertSame(folder, WritingTests.All);
    }

    /// <summary>Settings of other runtimes, a profiler among them, don't reach the one in the DLL.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void SettingsInTheEnvironmentAreForTheGamesRuntime()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        string script = folder.Root + "/script.txt";
        File.WriteAllText(script, "startvfs\nread\tData\\only-mod.txt\n");
        string game = Path.Combine(folder.Game, BackendRunner.GameName);
        GameResult result = GameProcess.Run(game, ["script", WinePrefix.ToWindows(script)], new GameOptions
        {
            Is32Bit = true,
            Environment = new Dictionary<string, string?>
            {
                ["RVFS_TEST_LIBRARY"] = WinePrefix.ToWindows(PublishedArtifacts.Library32),
                ["DOTNET_gcServer"] = "1",
                ["DOTNET_GCHeapHardLimit"] = "1000",
                ["DOTNET_ReadyToRun"] = "0",
                ["CORECLR_ENABLE_PROFILING"] = "1",
                ["CORECLR_PROFILER"] = "{00000000-0000-0000-0000-000000000001}",
                ["CORECLR_PROFILER_PATH"] = @"C:\missing.dll",
                ["DOTNET_STARTUP_HOOKS"] = @"C:\missing.dll",
            },
        });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("text=mod only", result.Text, StringComparison.Ordinal);
    }

    /// <summary>A pointer that leads nowhere gets the system's own status, and the caller's registers and stack are as they were.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void APointerThatLeadsNowhereIsTheSystemsMatter()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("unreadable.exe"));
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName),
            [WinePrefix.ToWindows(PublishedArtifacts.Library32)], new GameOptions { Is32Bit = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] parts = result.Text.Replace("\r", "", StringComparison.Ordinal).Split("started\n");
        Assert.Equal(2, parts.Length);
        Assert.Equal(6, parts[0].Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.DoesNotContain("changed", parts[1], StringComparison.Ordinal);
        Assert.Equal(parts[0], parts[1]);
    }

    /// <summary>The 64-bit launcher starts a 32-bit game, and its mods are there before its first instruction.</summary>
    [RealProcessFact(Needs.Bits32 | Needs.Published)]
    public void TheLauncherGivesA32BitGameItsMods()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        string script = folder.Root + "/script.txt", game = WinePrefix.ToWindows(Path.Combine(folder.Game, BackendRunner.GameName));
        File.WriteAllText(script, "read\tData\\only-mod.txt\nread\tData\\a.txt\n");
        string[] command = [WholeRelease.WindowsLauncher, "run", game, "script", WinePrefix.ToWindows(script)];
        GameOptions options = new() { Is32Bit = true, WorkingDirectory = folder.Game };
        GameResult result = GameProcess.RunCommand(WinePrefix.IsNeeded ? [WinePrefix.Command!, .. command] : command, options);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(result.Text.Contains("text=mod only", StringComparison.Ordinal), result.ToString());
        Assert.True(result.Text.Contains("text=mod a", StringComparison.Ordinal), result.ToString());
    }

    /// <summary>
    /// A game of either width follows a program of the other one, and what that starts: each sees the mods, by name and through a handle that
    /// it has inherited. Three starts of the DLL for 32-bit games take their time.
    /// </summary>
    [RealProcessTheory(Needs.Bits32 | Needs.Published)]
    [InlineData(true)]
    [InlineData(false)]
    public void EachWidthFollowsTheOther(bool beginsWith32Bit)
    {
        using ChainOfWidths chain = new();
        string[] names = ["game.exe", "tool.exe", "sub.exe", "other.exe"];
        for (int i = 0; i < names.Length; i++)
            chain.Program(names[i], is32Bit: beginsWith32Bit == (i % 2 == 0));
        Assert.Equal(
            ["game.exe path=game.exe a=mod", .. names.Skip(1).Select(name => $"{name} path={name} a=mod inherited=mod")],
            chain.Run(WholeRelease.Launcher, out string errors, names));
        Assert.DoesNotContain("without mods", errors, StringComparison.Ordinal);
    }

    /// <summary>A program of the other width that only manages the game sees no mods, and what it starts does.</summary>
    [RealProcessFact(Needs.Bits32 | Needs.Published)]
    public void ALauncherOfTheOtherWidthSeesNoMods()
    {
        using ChainOfWidths chain = new();
        chain.Program("start.exe", is32Bit: true);
        chain.Program("launcher.exe", is32Bit: false);
        chain.Program("game.exe", is32Bit: true);
        Assert.Equal(["start.exe path=start.exe a=mod", "launcher.exe path=launcher.exe a=game inherited=game",
            "game.exe path=game.exe a=mod inherited=mod"], chain.Run(WholeRelease.Launcher, "start.exe", "launcher.exe", "game.exe"));
    }

    /// <summary>
    /// A game in <c>Program Files (x86)</c> and the programs that it starts from both of Windows' system folders see the mods, and in those
    /// folders what they see without the VFS: the system leads a 32-bit program's <c>System32</c> to <c>SysWOW64</c>, and the children
    /// are of both widths. A folder that an installer has written into the registry's view for 32-bit programs, and that a 64-bit program
    /// reads there, has its mods.
    /// </summary>
    [LinuxFact(Needs.Bits32 | Needs.Published)]
    public void WindowsOwnFoldersAreWhatTheyAreWithoutTheVfs()
    {
        string place = Path.Combine(WinePrefix.Folder, "drive_c", "Program Files (x86)", "rvfs-" + Path.GetRandomFileName());
        Directory.CreateDirectory(place);
        using MergedFolder folder = MergedFolder.BuildPairIn(place, FixtureTree.Parse("game", "Data/a.txt = game a\n"),
            [FixtureTree.Parse("mod", "Data/a.txt = mod a\nData/only.txt = mod only\n")],
            (NativePrograms.Get32("probe.exe"), BackendRunner.GameName));
        string script = Scenario.ToScript([new("programs and files of the system", """
            read | Data\a.txt
            run | - | C:\windows\system32\cmd.exe /c echo %PROCESSOR_ARCHITECTURE% & type Data\only.txt
            run | - | C:\windows\sysnative\cmd.exe /c echo %PROCESSOR_ARCHITECTURE% & type Data\only.txt
            run | C:\windows\syswow64\cmd.exe | cmd /c type Data\only.txt & C:\windows\system32\cmd.exe /c type Data\a.txt
            compressed | C:\windows\system32\kernel32.dll
            compressed | C:\windows\syswow64\kernel32.dll
            compressed | C:\windows\sysnative\kernel32.dll
            searchpath | C:\windows\system32 | kernel32.dll
            run | - | C:\windows\system32\reg.exe add HKLM\Software\rvfs-test /v place /d "<ROOT>\Data" /f
            run | - | C:\windows\sysnative\cmd.exe /c reg query HKLM\Software\rvfs-test /v place
            run | - | C:\windows\sysnative\cmd.exe /c for /f "tokens=2*" %a in ('reg query HKLM\Software\rvfs-test /v place /reg:32') do type "%b\only.txt"
            run | - | C:\windows\system32\reg.exe delete HKLM\Software\rvfs-test /f
            """)]);
        string merged = BackendRunner.Run(folder, Backend.Merged, script, is32Bit: true);
        Assert.Equal(4, merged.Split("mod only").Length - 1);
        Assert.Contains("x86", merged, StringComparison.Ordinal);
        Assert.Contains("AMD64", merged, StringComparison.Ordinal);
        Assert.Equal(merged, BackendRunner.Run(folder, Backend.Vfs, script, is32Bit: true));
    }

    /// <summary>A mod's DLL that a program of the other width imports is resolved once the VFS runs, also where the program is the game.</summary>
    [RealProcessTheory(Needs.Bits32 | Needs.Published)]
    [InlineData(null, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public void AModsDllIsImported(bool? isGame32Bit, bool isProgram32Bit)
    {
        using ChainOfWidths chain = new();
        chain.Importer("tool.exe", isProgram32Bit);
        string[] lines = ["mod 1, callback mod 1, engine.dll beside the game"];
        if (isGame32Bit is { } width)
        {
            chain.Program("game.exe", width);
            Assert.Equal(["game.exe path=game.exe a=mod", .. lines], chain.Run(WholeRelease.Launcher, "game.exe", "tool.exe")[..2]);
        }
        else
            Assert.Equal(lines, chain.Run(WholeRelease.Launcher, "tool.exe"));
    }

    /// <summary>
    /// An import names a DLL in a code page. A path of Latin letters can be given under Wine; where none can be given, the program runs
    /// without mods, and the message says what to do.
    /// </summary>
    [RealProcessTheory(Needs.Bits32 | Needs.Published)]
    [InlineData("Spiel ü")]
    [InlineData("игра")]
    public void APathOfOtherLetters(string name)
    {
        using ChainOfWidths chain = new();
        chain.Program("game.exe", is32Bit: true);
        string release = chain.Folder.Folder(name), launcher = Path.Combine(release, Path.GetFileName(WholeRelease.Launcher));
        string[] linked = OperatingSystem.IsWindows() ? [] : [Path.GetDirectoryName(WholeRelease.Launcher)!];
        foreach (string part in (string[])[.. linked, Path.GetDirectoryName(WholeRelease.WindowsLauncher)!])
            CopyTree(part, release);
        string errors = "";
        string seen = chain.Run(launcher, out errors, "game.exe")[0];
        if (seen.EndsWith("a=mod", StringComparison.Ordinal))
            return;
        Assert.EndsWith("a=game", seen, StringComparison.Ordinal);
        Assert.Contains("move Reloaded VFS to a folder whose path has only those of English", errors, StringComparison.Ordinal);
        Assert.False(name.All(c => c <= 0xFF) && WinePrefix.IsNeeded, errors);
    }

    private static void CopyTree(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string path = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.Copy(file, path);
        }
    }

    /// <summary>A game's folder with a mod, and programs of either width in it that start each other (Native/processes/chain.c).</summary>
    private sealed class ChainOfWidths : IDisposable
    {
        public ChainOfWidths()
        {
            Folder.File("g/Data/a.txt", "game");
            Folder.File("g/rvfs/mods/m/Data/a.txt", "mod");
        }

        public TemporaryFolder Folder { get; } = new();

        public void Dispose() => Folder.Dispose();

        public void Program(string name, bool is32Bit) =>
            File.Copy(is32Bit ? NativePrograms.Get32("chain.exe") : NativePrograms.Get64("chain.exe"), Folder.At("g/" + name));

        public void Importer(string name, bool is32Bit)
        {
            Folder.Folder("library");
            string library = Folder.At("library/engine.dll");
            NativePrograms.BuildFor(is32Bit, "engine.c", library, "-shared", "-DENGINE_NAME=\"mod\"");
            File.Copy(library, Folder.At("g/rvfs/mods/m/engine.dll"));
            NativePrograms.BuildFor(is32Bit, "importer.c", Folder.At("g/" + name), "-DENGINE_DLL=\"engine.dll\"", library);
        }

        public string[] Run(string launcher, params string[] names) => Run(launcher, out _, names);

        public string[] Run(string launcher, out string errors, params string[] names)
        {
            string[] command = [launcher, "run", Folder.At("g/" + names[0]), .. names.Skip(1)];
            GameResult result = GameProcess.RunCommand(command, new GameOptions { Is32Bit = true, Vfs = true, WorkingDirectory = Folder.At("g") });
            errors = result.Errors;
            Assert.True(result.Text.Length > 0, result.ToString());
            return result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        }
    }

    private static void AssertSame(MergedFolder folder, IReadOnlyCollection<Scenario> scenarios, string first = "")
    {
        Dictionary<string, string> merged = Outputs(folder, Backend.Merged, scenarios, first),
            seen = Outputs(folder, Backend.Vfs, scenarios, first);
        Assert.Equal(scenarios.Count, merged.Count);
        string[] differences = [.. scenarios
            .Select(scenario => Scenario.Compare(merged[scenario.Name], seen.GetValueOrDefault(scenario.Name, "(not run)")) is { } difference
                ? $"{scenario.Name}\n{difference}" : null)
            .OfType<string>()];
        Assert.True(differences.Length == 0, $"{differences.Length} of {scenarios.Count}\n{string.Join('\n', differences)}");
    }

    private static Dictionary<string, string> Outputs(
        MergedFolder folder, Backend backend, IEnumerable<Scenario> scenarios, string first)
    {
        bool isOracle = WinePrefix.IsNeeded && backend == Backend.Merged;
        string output = BackendRunner.Run(folder, backend, first + "startvfs\n" + Scenario.ToScript(scenarios, isOracle), tolerant: true,
            VfsStart.ByScript, is32Bit: true);
        Assert.DoesNotContain("not started", output, StringComparison.Ordinal);
        Dictionary<string, string> outputs = Scenario.SplitOutput(output);
        foreach (Scenario scenario in scenarios.Where(scenario => isOracle && outputs.ContainsKey(scenario.Name)))
            outputs[scenario.Name] = scenario.RenameOracle(outputs[scenario.Name]);
        return outputs;
    }
}
