using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of mods' DLLs that are imported by a program which the game starts: the program gets them as the game itself does, however it is
/// started (<c>Native/processes/extender.c</c> starts <c>Native/libraries/importer.c</c>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ImportedModDllTests : IDisposable
{
    private const string Imported = "mod 1, callback mod 1, engine.dll beside the game";

    private readonly TemporaryFolder _folder = new();

    public ImportedModDllTests()
    {
        _folder.File("game/Data/a.txt", "game");
        _folder.File("game/rvfs/mods/a/Data/a.txt", "mod");
        _folder.Folder("library");
        if (NativePrograms.Compiler is null)
            return;
        File.Copy(NativePrograms.Get("extender.exe"), _folder.At("game/extender.exe"));
        File.Copy(NativePrograms.Get("extension.dll"), _folder.At("game/extension.dll"));
        File.Copy(NativePrograms.Get("added.dll"), _folder.At("game/added.dll"));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// Tests script extenders' ways of starting and the ordinary one, with the DLL in the mod only, and then beside the game, too.
    /// </summary>
    [RealProcessTheory]
    [InlineData("plain")]
    [InlineData("code", "loaded")]
    [InlineData("library", "loaded")]
    [InlineData("later", "its id is right, it was suspended 1 times", "loaded")]
    [InlineData("two", "loaded", "loaded")]
    [InlineData("ended", "loaded")]
    [InlineData("apc")]
    public void TheModsIsImported(string way, params string[] lines)
    {
        Engine("game/rvfs/mods/a", "mod");
        Game();
        Assert.Equal([.. lines, Imported], Run(way));
        Engine("game", "game");
        Assert.Equal([.. lines, Imported], Run(way));
    }

    /// <summary>The main thread runs at once. Whichever thread is first, the imports are resolved.</summary>
    [RealProcessFact]
    [Trait("Processors", "All")]
    public void TheModsIsImportedWhereTwoThreadsBegin()
    {
        Engine("game/rvfs/mods/a", "mod");
        Game();
        for (int i = 0; i < 5; i++)
            Assert.Equal(["loaded", Imported], Run("beside").Order(StringComparer.Ordinal));
    }

    /// <summary>Like ENB and ReShade: Wine itself has a DLL of that name.</summary>
    [LinuxTheory(Needs.Published)]
    [InlineData("plain")]
    [InlineData("library", "loaded")]
    public void AGraphicsModIsImportedInPlaceOfTheSystemsDll(string way, params string[] lines)
    {
        Engine("game/rvfs/mods/a", "mod", "d3d11.dll");
        Game("d3d11.dll");
        Assert.Equal([.. lines, Imported.Replace("engine", "d3d11", StringComparison.Ordinal)], Run(way));
    }

    [RealProcessFact]
    public void WhatNoModHasIsImportedAsEver()
    {
        Engine("game", "game");
        Engine("game/rvfs/mods/a", "another", "another.dll");
        Game();
        Assert.Equal(["loaded", "game 1, callback game 1, engine.dll beside the game"], Run("library"));
        File.Delete(_folder.At("game/rvfs/mods/a/another.dll"));
        Assert.Equal(["loaded", "game 1, callback game 1, engine.dll beside the game"], Run("library"));
    }

    [RealProcessFact]
    public void WhatTheGamesDllImportsIsTheMods()
    {
        Dll("game", "part.dll", "-DPART", "-DENGINE_NAME=\"game\"");
        Dll("game", "engine.dll", "-DENGINE_PART", _folder.At("game/part.dll"));
        Dll("game/rvfs/mods/a", "part.dll", "-DPART", "-DENGINE_NAME=\"mod\"");
        Game();
        Assert.Equal(["mod 2, callback mod 1, engine.dll beside the game"], Run("plain"));
    }

    /// <summary>
    /// The program ends at once, as Windows ends such a program, and the user is told what is missing. (A thread that ends with its process
    /// has the process's exit code, which the extender takes for a module.)
    /// </summary>
    [RealProcessTheory]
    [InlineData("plain")]
    [InlineData("library", "loaded")]
    public void AMissingImportEndsTheProgram(string way, params string[] lines)
    {
        Engine("game", "game");
        Game();
        _folder.File("game/rvfs/mods/a/engine.dll.rvfshide", "");
        Assert.Equal([.. lines, "the game ended with 3221225781"], Run(way, out string errors)); // C0000135h
        Assert.Contains("game.exe wasn't let run: it needs engine.dll, which can't be loaded", errors, StringComparison.Ordinal);
        File.Delete(_folder.At("game/rvfs/mods/a/engine.dll.rvfshide"));
        Dll("game/rvfs/mods/a", "engine.dll", "-DENGINE_EMPTY");
        Assert.Equal([.. lines, "the game ended with 3221225785"], Run(way, out errors)); // C0000139h
        Assert.Contains("game.exe wasn't let run: it needs the function engine_name of engine.dll", errors, StringComparison.Ordinal);
    }

    /// <summary>As with Detours: a program that holds this one suspended finds its imports, and what it adds to them is loaded.</summary>
    [RealProcessTheory]
    [InlineData("patched", "loaded")]
    [InlineData("again", "it was suspended 2 times")]
    public void AnImportIsAddedToASuspendedProgram(string way, params string[] lines)
    {
        Engine("game/rvfs/mods/a", "mod");
        Game();
        Assert.Equal([.. lines, Imported + ", added"], Run(way));
        // The added DLL may be a mod's, too.
        File.Move(_folder.At("game/added.dll"), _folder.At("game/rvfs/mods/a/added.dll"));
        Assert.Equal([.. lines, Imported + ", added"], Run(way));
    }

    /// <summary>Uses a launcher that sees no mods itself, with each policy.</summary>
    [RealProcessTheory]
    [InlineData("""{ "follow": ["launcher.exe"] }""")]
    [InlineData("""{ "follow": ["launcher.exe"], "writes": "overwrite" }""")]
    public void ALauncherThatSeesNoModsStartsAGameThatDoes(string configuration)
    {
        _folder.File("game/rvfs/rvfs.json", configuration);
        Engine("game/rvfs/mods/a", "mod");
        Game();
        File.Move(_folder.At("game/extender.exe"), _folder.At("game/launcher.exe"));
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At("game/start.exe"));
        GameResult result = GameProcess.Run(_folder.At("game/start.exe"), ["launcher.exe", "library"], new GameOptions { Vfs = true });
        Assert.Equal(["start.exe path=start.exe a=mod", "loaded", Imported], Lines(result));
    }

    /// <summary>The game's own DLLs aren't beside the real file of a program that only a mod has.</summary>
    [RealProcessFact]
    public void AProgramOfAModHasTheGamesDlls()
    {
        Engine("game", "game");
        Game();
        File.Move(_folder.At("game/game.exe"), _folder.At("game/rvfs/mods/a/game.exe"));
        Assert.Equal(["loaded", "game 1, callback game 1, engine.dll beside the game"], Run("library"));
    }

    /// <summary>If the VFS doesn't start, the program imports the game's own DLLs.</summary>
    [RealProcessFact]
    public void AProgramWithoutTheVfsHasItsOwnImports()
    {
        Engine("game", "game");
        Engine("game/rvfs/mods/a", "mod");
        Game();
        Assert.Equal(["game 1, callback game 1, engine.dll beside the game"], Run("cheated", out string errors));
        Assert.Contains("game.exe runs without mods", errors, StringComparison.Ordinal);
    }

    private string[] Run(string way) => Run(way, out _);

    private string[] Run(string way, out string errors)
    {
        GameResult result = GameProcess.Run(_folder.At("game/extender.exe"), [way], new GameOptions { Vfs = true });
        errors = result.Errors;
        return Lines(result);
    }

    private static string[] Lines(GameResult result)
    {
        Assert.True(result.ExitCode == 7, result.ToString());
        string[] lines = result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        return [.. lines.Where(line => line != "the DLL is there")];
    }

    private void Engine(string folder, string name, string dll = "engine.dll") => Dll(folder, dll, $"-DENGINE_NAME=\"{name}\"");

    private void Dll(string folder, string name, params string[] arguments) =>
        NativePrograms.Build("engine.c", _folder.At($"{folder}/{name}"), ["-shared", .. arguments]);

    /// <summary>Builds the program, linked to a complete DLL; it ends with the exit code that the extender expects.</summary>
    private void Game(string dll = "engine.dll")
    {
        Engine("library", "none", dll);
        NativePrograms.Build("importer.c", _folder.At("game/game.exe"),
            [$"-DENGINE_DLL=\"{dll}\"", "-DENDS_WITH=42", _folder.At("library/" + dll)]);
    }
}
