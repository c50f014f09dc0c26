using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

/// <summary>
/// Tests of DLLs that the game's program imports and a mod supplies: Windows maps the mod's. The oracle is the same program in a folder
/// into which the mod was copied.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ImportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ImportTests()
    {
        _folder.Folder("g/rvfs/mods/a");
        _folder.Folder("g/rvfs/mods/b");
        _folder.Folder("library");
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void AModsDLLIsImportedInsteadOfTheGames()
    {
        Engine("g", "game");
        Engine("g/rvfs/mods/a", "mod");
        AssertLikeMerged("mod 1, callback mod 1, engine.dll beside the game");
    }

    [RealProcessFact]
    public void ADLLThatOnlyAModHasIsImported()
    {
        Engine("g/rvfs/mods/a", "mod");
        AssertLikeMerged("mod 1, callback mod 1, engine.dll beside the game");
    }

    [RealProcessFact]
    public void ADLLThatAnImportedDLLImportsIsTheMods()
    {
        DllOf("g", "part.dll", "-DPART", """-DENGINE_NAME="game" """);
        DllOf("g", "engine.dll", "-DENGINE_PART", _folder.At("g/part.dll"));
        DllOf("g/rvfs/mods/a", "part.dll", "-DPART", """-DENGINE_NAME="mod" """);
        AssertLikeMerged("mod 2, callback mod 1, engine.dll beside the game");
    }

    /// <summary>The game's own DLL isn't mapped: it counts as missing, as in a folder from which it was deleted.</summary>
    [RealProcessTheory]
    [InlineData("engine.dll.rvfshide", "")]
    [InlineData("mod.json", """{ "hide": ["*.dll"] }""")]
    public void ADLLThatAModHidesIsNotImported(string file, string content)
    {
        Engine("g", "game");
        Program();
        _folder.File("g/rvfs/mods/a/" + file, content);
        AssertEnds(0xC0000135, "the game needs engine.dll, which can't be loaded");
        // A higher mod supplies the name again; a mod below the hiding one doesn't.
        Engine("g/rvfs/mods/b", "higher");
        Assert.Equal("higher 1, callback higher 1, engine.dll beside the game", Run().Text.Trim());
        _folder.File("g/rvfs/mods/order.txt", "b\na\n");
        AssertEnds(0xC0000135, "the game needs engine.dll, which can't be loaded");
    }

    /// <summary>Mod Organizer's marker hides the mod's own file.</summary>
    [RealProcessFact]
    public void ADLLThatItsModLeavesOutIsTheGames()
    {
        Engine("g", "game");
        Engine("library", "mod");
        Program();
        File.Copy(_folder.At("library/engine.dll"), _folder.At("g/rvfs/mods/a/engine.dll.mohidden"));
        Assert.Equal("game 1, callback game 1, engine.dll beside the game", Run().Text.Trim());
        // It doesn't hide a lower mod's either.
        _folder.File("g/rvfs/mods/order.txt", "b\na\n");
        Engine("g/rvfs/mods/b", "lower");
        Assert.Equal("lower 1, callback lower 1, engine.dll beside the game", Run().Text.Trim());
    }

    [RealProcessTheory]
    [InlineData("bin", ".", "mod 1, callback mod 1, engine.dll beside the game")]
    [InlineData("BIN/engine.dll", ".", "mod 1, callback mod 1, engine.dll beside the game")]
    [InlineData("bin", "data", "game 1, callback game 1, engine.dll beside the game")]
    public void AMappedDLLIsImportedWhereTheMapSendsItBesideTheGame(string from, string to, string expected)
    {
        Engine("g", "game");
        _folder.Folder("g/rvfs/mods/a/bin");
        Engine("g/rvfs/mods/a/bin", "mod");
        // Files that the map doesn't name aren't laid over anything.
        Engine("g/rvfs/mods/a", "unmapped");
        _folder.File("g/rvfs/mods/a/mod.json", $$"""{ "map": [{ "from": "{{from}}", "to": "{{to}}" }] }""");
        Program();
        GameResult result = Run();
        Assert.True(result.Text.Trim() == expected, result.ToString());
    }

    /// <summary>The marker in a mapped part hides the game's DLL, so the program can't start.</summary>
    [RealProcessFact]
    public void AMappedDLLThatTheModHidesIsNotImported()
    {
        Engine("g", "game");
        _folder.File("g/rvfs/mods/a/bin/engine.dll.rvfshide", "");
        _folder.File("g/rvfs/mods/a/mod.json", """{ "map": [{ "from": "bin", "to": "." }] }""");
        Program();
        AssertEnds(0xC0000135, "the game needs engine.dll, which can't be loaded");
    }

    [RealProcessFact]
    public void AModThatIsSwitchedOffChangesNothing()
    {
        Engine("g", "game");
        Engine("g/rvfs/mods/a", "mod");
        _folder.File("g/rvfs/mods/order.txt", "-a\n");
        Program();
        Assert.Equal("game 1, callback game 1, engine.dll beside the game", Run().Text.Trim());
    }

    /// <summary>
    /// A file that an updater, or a tool's setup, has written beside the program under the policy "overwrite" lies over all mods.
    /// </summary>
    [RealProcessFact]
    public void ADLLInTheOverwriteFolderIsImported()
    {
        Overwrite();
        Engine("g", "game");
        Engine("g/rvfs/overwrite", "written");
        Program();
        Assert.Equal("written 1, callback written 1, engine.dll beside the game", Run().Text.Trim());
        Engine("g/rvfs/mods/a", "mod");
        Assert.Equal("written 1, callback written 1, engine.dll beside the game", Run().Text.Trim());
        // Under the other policy its content isn't seen.
        File.Delete(_folder.At("g/rvfs/rvfs.json"));
        Assert.Equal("mod 1, callback mod 1, engine.dll beside the game", Run().Text.Trim());
    }

    [RealProcessFact]
    public void ADLLThatTheGameHasDeletedUnderOverwriteIsNotImported()
    {
        Overwrite();
        Engine("g", "game");
        Engine("g/rvfs/mods/a", "mod");
        _folder.File("g/rvfs/overwrite/engine.dll.rvfshide", "");
        Program();
        AssertEnds(0xC0000135, "the game needs engine.dll, which can't be loaded");
    }

    [LinuxFact(Needs.Published)]
    public void WineIsToldToPreferADLLOfTheOverwriteFolderToItsOwn()
    {
        Overwrite();
        _folder.Folder("g/rvfs/overwrite");
        Engine("g/rvfs/overwrite", "written", "dinput8.dll");
        Program("dinput8.dll");
        GameResult result = Run();
        Assert.True(result.Text.Trim() == "written 1, callback written 1, dinput8.dll beside the game", result.ToString());
        Assert.Contains("WINEDLLOVERRIDES=dinput8=n,b", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>The named program is started, and a newer one isn't silently ignored.</summary>
    [RealProcessTheory]
    [InlineData("rvfs/overwrite", "the overwrite folder has a program of that name")]
    [InlineData("rvfs/mods/a", "a mod has a program of that name")]
    public void AnotherProgramOfTheGamesNameIsTold(string folder, string cause)
    {
        Overwrite();
        Engine("g", "game");
        Program();
        Assert.DoesNotContain("importer.exe", Run().Errors, StringComparison.Ordinal);
        _folder.File($"g/{folder}/Importer.exe", "another");
        GameResult result = Run();
        Assert.Equal("game 1, callback game 1, engine.dll beside the game", result.Text.Trim());
        Assert.Contains($"the game's own importer.exe is started, although {cause}", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>A mod's metadata and prefer.txt determine which of its files are seen.</summary>
    [LinuxFact(Needs.Published)]
    public void WineIsToldNothingOfADLLThatItsModExcludes()
    {
        Engine("g/rvfs/mods/a", "mod", "dinput8.dll");
        _folder.File("g/rvfs/mods/a/mod.json", """{ "exclude": ["*.dll"] }""");
        Program("dinput8.dll");
        Assert.DoesNotContain("n,b", Run().Errors, StringComparison.Ordinal);
        Engine("g/rvfs/mods/b", "lower", "dinput8.dll");
        _folder.File("g/rvfs/mods/order.txt", "b\na\n");
        Assert.Equal("lower 1, callback lower 1, dinput8.dll beside the game", Run().Text.Trim());
    }

    [LinuxFact(Needs.Published)]
    public void WineIsToldOfADLLThatIsPreferredToTheModThatHidesIt()
    {
        Engine("g/rvfs/mods/a", "a", "dinput8.dll");
        _folder.File("g/rvfs/mods/b/dinput8.dll.rvfshide", "");
        _folder.File("g/rvfs/mods/order.txt", "a\nb\n");
        _folder.File("g/rvfs/mods/prefer.txt", "a: dinput8.dll\n");
        Program("dinput8.dll");
        GameResult result = Run();
        Assert.True(result.Text.Trim() == "a 1, callback a 1, dinput8.dll beside the game", result.ToString());
        Assert.Contains("WINEDLLOVERRIDES=dinput8=n,b", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void AFunctionThatTheModsDLLLacksIsNamed()
    {
        DllOf("g/rvfs/mods/a", "engine.dll", "-DENGINE_EMPTY");
        Program();
        AssertEnds(0xC0000139, "the game needs the function engine_name of engine.dll");
    }

    [RealProcessFact]
    public void ADLLThatIsMissingIsNamed()
    {
        DllOf("library", "part.dll", "-DPART", """-DENGINE_NAME="none" """);
        DllOf("g/rvfs/mods/a", "engine.dll", "-DENGINE_PART", _folder.At("library/part.dll"));
        Program();
        AssertEnds(0xC0000135, "the game needs engine.dll, which can't be loaded");
    }

    [LinuxFact(Needs.Published)]
    public void WineIsToldToPreferAModsDLLToItsOwn()
    {
        Engine("g/rvfs/mods/a", "mod", "dinput8.dll");
        Program("dinput8.dll");
        GameResult result = Run();
        Assert.True(result.Text.Trim() == "mod 1, callback mod 1, dinput8.dll beside the game", result.ToString());
        Assert.Contains("WINEDLLOVERRIDES=dinput8=n,b", result.Errors, StringComparison.Ordinal);

        result = Run(new() { Environment = new Dictionary<string, string?> { ["WINEDLLOVERRIDES"] = "dinput8=b" } });
        Assert.DoesNotContain("n,b", result.Errors, StringComparison.Ordinal);
        Assert.Contains("of dinput8.dll, which that DLL doesn't have", result.Errors, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void ADLLOfWinesThatOurOwnBringsStandsAside()
    {
        Engine("g/rvfs/mods/a", "mod", "version.dll");
        Program("version.dll");
        GameResult result = Run();
        Assert.True(result.Text.StartsWith("mod 1, callback mod 1, version.dll", StringComparison.Ordinal), result.ToString());
    }

    /// <summary>An Unreal game: the started program is at the top, the game three folders below, and the loader beside the game.</summary>
    [LinuxFact(Needs.Published)]
    public void ADLLOfWinesBesideAnotherProgramThanTheOneThatIsStartedStandsAside()
    {
        _folder.Folder("g/Game/Binaries/Win64");
        _folder.Folder("g/rvfs/mods/a/game/binaries/win64");
        Engine("g/rvfs/mods/a/game/binaries/win64", "mod", "version.dll");
        Engine("library", "none", "version.dll");
        NativePrograms.Build("importer.c", _folder.At("g/Game/Binaries/Win64/Game-Win64-Shipping.exe"),
            "-DENGINE_DLL=\"version.dll\"", _folder.At("library/version.dll"));
        _folder.File("g/Data/a.txt", "game");
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At("g/Boot.exe"));
        GameResult result = GameProcess.RunCommand(
            [PublishedArtifacts.Launcher, "run", _folder.At("g/Boot.exe"), @"Game\Binaries\Win64\Game-Win64-Shipping.exe"]);
        Assert.Contains("mod 1, callback mod 1, version.dll beside the game", result.Text, StringComparison.Ordinal);
        Assert.Contains("WINEDLLOVERRIDES=version=n,b", result.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "dinput8=n,b;version=n,b")]
    [InlineData("mscoree,mshtml=", "dinput8=n,b;version=n,b")]
    [InlineData("dinput8=b;*VERSION=n", "")]
    [InlineData("d3d9,dinput8.dll=n,b", "version=n,b")]
    public void WhatTheUserHasSaidOfADLLStays(string given, string added) =>
        Assert.Equal(added,
            DllOverrides.Missing(given, ["version.dll", "DINPUT8.DLL".ToLowerInvariant(), "mine.dll"], name => name != "mine.dll"));

    private void Overwrite()
    {
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        _folder.Folder("g/rvfs/overwrite");
    }

    private void AssertLikeMerged(string expected)
    {
        Program();
        GameResult result = Run();
        Assert.True(result.Text.Trim() == expected, result.ToString());
        foreach (string file in Directory.GetFiles(_folder.At("g/rvfs/mods/a")))
            File.Copy(file, _folder.At("g/" + Path.GetFileName(file)), overwrite: true);
        Assert.Equal(result.Text,
            GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", "--no-mods", _folder.At("g/importer.exe")]).Text);
    }

    private void AssertEnds(uint code, string message)
    {
        GameResult result = Run();
        Assert.Equal(OperatingSystem.IsWindows() ? (int)code : VFS.Cli.Terminal.ExitCodes.ToUnix(code), result.ExitCode);
        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.Equal("", result.Text);
    }

    private GameResult Run(GameOptions? options = null) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", _folder.At("g/importer.exe")], options);

    private void Engine(string folder, string name, string dll = "engine.dll") => DllOf(folder, dll, $"-DENGINE_NAME=\"{name}\"");

    private void DllOf(string folder, string name, params string[] arguments) =>
        NativePrograms.Build("engine.c", _folder.At($"{folder}/{name}"), ["-shared", .. arguments.Select(argument => argument.Trim())]);

    /// <summary>Builds the program, linked to a complete DLL.</summary>
    private void Program(string dll = "engine.dll")
    {
        Engine("library", "none", dll);
        NativePrograms.Build("importer.c", _folder.At("g/importer.exe"), [$"-DENGINE_DLL=\"{dll}\"", _folder.At("library/" + dll)]);
    }
}
