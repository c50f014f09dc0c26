using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of <c>rvfs run</c> with a program that only a mod has: it starts as if it lay in the game's folder, with the DLLs that it imports,
/// whether the game or a mod has them.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ModProgramTests : IDisposable
{
    private const string InMod = "game/rvfs/mods/Extender/loader.exe";

    private readonly TemporaryFolder _folder = new();

    public ModProgramTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/Extender/data.txt", "modded");
        _folder.Folder("library");
        if (NativePrograms.Compiler is not null)
            File.Copy(NativePrograms.Get("launched.exe"), _folder.At(InMod));
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessTheory]
    [InlineData("game/loader.exe")]
    [InlineData("game/loader")]
    [InlineData("GAME/LOADER.EXE")]
    [InlineData(InMod)]
    public void ItStartsAsIfItLayInTheGamesFolder(string named)
    {
        GameResult result = Run([_folder.At(named), "place"]);
        string game = WinePrefix.IsNeeded ? WinePrefix.ToWindows(_folder.At("game")) : _folder.At("game");
        Assert.Equal([$@"program {game}\loader.exe", $"folder {game}", $@"line ""{game}\loader.exe"" place"], Lines(result));
        Assert.Equal(["modded"], Lines(Run([_folder.At(named), "cat", "data.txt"])));
        Assert.Equal(77, Run([_folder.At(named), "exit", "77"]).ExitCode);
        Assert.Empty(Directory.GetDirectories(_folder.At("game/rvfs/mods/Extender")));
    }

    /// <summary>A tool in a folder that only mods have is named in each way, from the game's folder and from the mod's own.</summary>
    [RealProcessTheory]
    [InlineData("game", "--target", ".", "Data/Engine/tool.exe")]
    [InlineData("game", "Data/Engine/tool.exe")]
    [InlineData("game", "DATA/engine/Tool")]
    [InlineData("game", "rvfs/mods/Tool/Data/Engine/tool.exe")]
    [InlineData("game/rvfs/mods/Tool/Data/Engine", "--target", "../../../../..", "tool.exe")]
    [InlineData("game/rvfs/mods/Tool/Data/Engine", "tool.exe")]
    public void AToolInAFolderThatOnlyModsHaveStartsThere(string from, params string[] line)
    {
        _folder.Folder("game/rvfs/mods/Tool/Data/Engine");
        File.Move(_folder.At(InMod), _folder.At("game/rvfs/mods/Tool/Data/Engine/tool.exe"));
        _folder.File("game/rvfs/mods/Anim/Data/Engine/other.txt", "another mod's");
        string game = WinePrefix.IsNeeded ? WinePrefix.ToWindows(_folder.At("game")) : _folder.At("game");
        string[] place = Lines(RunIn([.. line, "place"], _folder.At(from)));
        Assert.Equal($@"program {game}\Data\Engine\tool.exe", place[0], ignoreCase: true);
        Assert.Equal(from == "game" ? $"folder {game}" : $@"folder {game}\Data\Engine", place[1], ignoreCase: true);
        string other = from == "game" ? @"Data\Engine\other.txt" : "other.txt";
        Assert.Equal(["another mod's"], Lines(RunIn([.. line, "cat", other], _folder.At(from))));
        Assert.False(Directory.Exists(_folder.At("game/Data")));
    }

    /// <summary>The folder may be the game's, too, and the configuration is that of the folder with the mods.</summary>
    [RealProcessFact]
    public void AToolBelowTheGamesFolderHasTheGamesConfiguration()
    {
        _folder.Folder("game/rvfs/mods/Tool/Data/Engine");
        File.Move(_folder.At(InMod), _folder.At("game/rvfs/mods/Tool/Data/Engine/tool.exe"));
        _folder.Folder("game/Data/Engine");
        _folder.File("game/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        Assert.Empty(RunIn(["Data/Engine/tool.exe", "mark", "new.txt"], _folder.At("game")).Text);
        Assert.True(File.Exists(_folder.At("game/rvfs/overwrite/new.txt")));
        GameResult doctor = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", _folder.At("game/Data/Engine/tool.exe")]);
        Assert.DoesNotContain("There is no", doctor.Errors + doctor.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ItsChildrenSeeTheModsInTheGamesFolder()
    {
        string file = WinePrefix.IsNeeded ? WinePrefix.ToWindows(_folder.At("game/late.txt")) : _folder.At("game/late.txt");
        Assert.Equal(3, Run([_folder.At("game/loader.exe"), "tree", "100", file]).ExitCode);
        Assert.True(File.Exists(_folder.At("game/late.txt")));
    }

    [RealProcessFact]
    public void AnArchiveMayBringIt()
    {
        byte[] program = File.ReadAllBytes(_folder.At(InMod));
        Directory.Delete(_folder.At("game/rvfs/mods/Extender"), recursive: true);
        File.WriteAllBytes(_folder.At("game/rvfs/mods/Extender.zip"),
            ArchiveFiles.Zip(new ZipPart("data.txt", "modded"), new ZipPart("loader.exe"u8.ToArray(), program)));
        Assert.Equal(["modded"], Lines(Run([_folder.At("game/loader.exe"), "cat", "data.txt"])));
    }

    /// <summary>Its imports may lie beside it, in another mod, in the game's folder, or in several of these.</summary>
    [RealProcessTheory]
    [InlineData("game", "game/rvfs/mods/Extender", "mod")]
    [InlineData("game/rvfs/mods/Other", "game", "other")]
    [InlineData("game", null, "game")]
    [InlineData("game/rvfs/mods/Zz", "game/rvfs/mods/Extender", "zz")]
    public void ItsDLLsAreThoseThatTheGameSees(string first, string? second, string expected)
    {
        foreach (string folder in (string[])[first, .. second is null ? (string[])[] : [second]])
        {
            _folder.Folder(folder);
            Engine(folder, Path.GetFileName(folder) switch { "Extender" => "mod", "Other" => "other", "Zz" => "zz", _ => "game" });
        }

        Engine("library", "none");
        File.Delete(_folder.At(InMod));
        NativePrograms.Build("importer.c", _folder.At(InMod), """-DENGINE_DLL="engine.dll" """.Trim(), _folder.At("library/engine.dll"));
        GameResult result = Run([_folder.At("game/loader.exe")]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal($"{expected} 1, callback {expected} 1, engine.dll beside the game", result.Text.Trim());
    }

    /// <summary>The game's own program wins over a mod's. No program is started if its mod is switched off or left out.</summary>
    [RealProcessFact]
    public void ItIsStartedOnlyWhereTheGameSeesIt()
    {
        _folder.File("game/rvfs/mods/order.txt", "-Extender\n");
        AssertNotFound([_folder.At("game/loader.exe"), "exit", "0"]);
        _folder.File("game/rvfs/mods/order.txt", "Extender\n");
        AssertNotFound(["--no-mods", _folder.At("game/loader.exe"), "exit", "0"]);
        AssertNotFound([_folder.At("game/another.exe"), "exit", "0"]);
        _folder.File("game/loader.exe", "no program");
        GameResult result = Run([_folder.At("game/loader.exe"), "exit", "0"]);
        Assert.Equal(126, result.ExitCode);
    }

    /// <summary>Other commands may name it, too.</summary>
    [RealProcessFact]
    public void OtherCommandsTakeItsNameForTheGames()
    {
        _ = Run([_folder.At("game/loader.exe"), "exit", "0"]);
        foreach (string[] command in (string[][])[["last", "--all", _folder.At("game/loader.exe")], ["ls", "--game", _folder.At("game/loader.exe")]])
        {
            GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, .. command]);
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Contains("Extender", result.Text, StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// A mod's folder isn't the game's, so the program doesn't run without mods: neither if rvfs can't start, nor if the DLL is kept out of
    /// the program.
    /// </summary>
    [RealProcessFact]
    public void ItIsNotStartedWithoutMods()
    {
        string ran = _folder.At("game/ran");
        // With a DLL beside it that is empty.
        CopiedLauncher copy = new CopiedLauncher(_folder.Folder("rvfs-copy")).AddLibrary([]);
        AssertWithoutMods(GameProcess.RunCommand(
            [copy.Launcher, "run", _folder.At("game/loader.exe"), "mark", WinePrefix.ToWindows(ran)]));
        // A 64-bit launcher changes the memory of a 32-bit program, and queues nothing.
        if (!Width.Is32Bit)
        {
            AssertWithoutMods(RefusedStartTests.Run(_folder.At("game"), "NtQueueApcThread", 0xC0000022, 1_000_000,
                WinePrefix.ToWindows(_folder.At("game/loader.exe")), "mark", WinePrefix.ToWindows(ran)));
        }

        Assert.False(File.Exists(ran));
        Assert.Empty(Run([_folder.At("game/loader.exe"), "mark", WinePrefix.ToWindows(ran)]).Text);
        Assert.True(File.Exists(ran));

        static void AssertWithoutMods(GameResult result)
        {
            Assert.True(result.ExitCode == 125, result.ToString());
            Assert.Contains("loader.exe belongs to 'Extender', and can't be started without mods.", result.Errors,
                StringComparison.Ordinal);
            Assert.DoesNotContain("runs without its mods", result.Errors, StringComparison.Ordinal);
        }
    }

    /// <summary>The doctor examines the program; nothing is installed beside it, by its name or by its path in the mod.</summary>
    [RealProcessTheory]
    [InlineData("game/loader.exe")]
    [InlineData("game/loader")]
    [InlineData(InMod)]
    public void ItIsExaminedAndNothingIsInstalledBesideIt(string named)
    {
        GameResult healthy = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", _folder.At(named)]);
        Assert.DoesNotContain("There is no", healthy.Errors, StringComparison.Ordinal);
        File.WriteAllText(_folder.At(InMod), "no program");
        GameResult ill = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", _folder.At(named)]);
        Assert.True(ill.ExitCode == 1, ill.ToString());
        Assert.Contains("is no Windows program", ill.Text, StringComparison.Ordinal);

        GameResult refused = GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", _folder.At(named)]);
        Assert.True(refused.ExitCode == 126, refused.ToString());
        Assert.Contains(
            "'loader.exe' is a file of 'Extender': rvfs install puts a DLL beside the program's file, and that folder isn't the game's.",
            refused.Errors, StringComparison.Ordinal);
        Assert.Equal(["data.txt", "loader.exe"],
            Directory.GetFiles(_folder.At("game/rvfs/mods/Extender")).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        GameResult missing = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", _folder.At("game/another.exe")]);
        Assert.Equal(127, missing.ExitCode);
    }

    private static void AssertNotFound(string[] arguments)
    {
        GameResult result = RunIn(arguments, null);
        Assert.Equal(127, result.ExitCode);
        Assert.Contains("There is no '", result.Errors, StringComparison.Ordinal);
    }

    private GameResult Run(string[] arguments) => RunIn(arguments, _folder.At("game"));

    private static GameResult RunIn(string[] arguments, string? folder) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", .. arguments], new GameOptions { WorkingDirectory = folder });

    private void Engine(string folder, string name) =>
        NativePrograms.Build("engine.c", _folder.At($"{folder}/engine.dll"), "-shared", $"-DENGINE_NAME=\"{name}\"");

    private static string[] Lines(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
    }
}
