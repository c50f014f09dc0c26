using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of script extenders that are separate programs (<c>Native/processes/extender.c</c>): they start the game suspended and make a new
/// thread in it load their DLL before its main thread runs. The DLL may be a mod's, and its <c>DllMain</c> opens the same files as the
/// game.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ScriptExtenderTests : IDisposable
{
    private const string OnNewThread = "game: mod, extension: mod, on a new thread, 1 time";
    private const string OnMainThread = "game: mod, extension: mod, on the main thread, 1 time";
    private const string InMod = "game/rvfs/mods/extender/extension.dll";
    private const string BesideGame = "game/extension.dll";

    private readonly TemporaryFolder _folder = new();

    public ScriptExtenderTests()
    {
        _folder.File("game/Data/a.txt", "game");
        _folder.File("game/rvfs/mods/extender/Data/a.txt", "mod");
        if (NativePrograms.Compiler is null)
            return;
        File.Copy(NativePrograms.Get("extender.exe"), Extender);
        File.Copy(NativePrograms.Get("extended.exe"), _folder.At("game/game.exe"));
    }

    public void Dispose() => _folder.Dispose();

    private string Extender => _folder.At("game/extender.exe");

    /// <summary>The DLL is in a mod only, and then beside the game, where it is for a game without mods.</summary>
    [RealProcessTheory]
    [InlineData("code", "loaded", OnNewThread)]
    [InlineData("library", "loaded", OnNewThread)]
    [InlineData("user", "loaded", OnNewThread)]
    [InlineData("few", "loaded", OnNewThread)]
    [InlineData("later", "its id is right, it was suspended 1 times", "loaded", OnNewThread)]
    [InlineData("two", "loaded", "loaded", OnNewThread)]
    [InlineData("ended", "loaded", OnNewThread)]
    [InlineData("apc", OnMainThread)]
    public void TheDllIsAModsOrTheGamesOwn(string way, params string[] lines)
    {
        File.Copy(NativePrograms.Get("extension.dll"), _folder.At(InMod));
        Assert.Equal(["the DLL is there", .. lines], Run(way));
        File.Move(_folder.At(InMod), _folder.At(BesideGame));
        Assert.Equal(["the DLL is there", .. lines], Run(way));
    }

    /// <summary>The main thread runs at once. Whichever thread starts the VFS, the other waits for it.</summary>
    [RealProcessFact]
    [Trait("Processors", "All")]
    public void TheMainThreadMayRunBesideIt()
    {
        File.Copy(NativePrograms.Get("extension.dll"), _folder.At(InMod));
        for (int i = 0; i < 5; i++)
            Assert.Equal([OnNewThread, "loaded", "the DLL is there"], Run("beside").Order(StringComparer.Ordinal));
    }

    /// <summary>
    /// A DLL that the game imports makes the new thread run its APC while the loader lock is held: the start is deferred to the program's
    /// entry point, which the thread may reach first.
    /// </summary>
    [RealProcessFact]
    [Trait("Processors", "All")]
    public void ADllOfTheGamesMayHaveTheThreadTakeApcsEarlier()
    {
        File.Copy(NativePrograms.Get("extension.dll"), _folder.At(BesideGame));
        NativePrograms.Build("added.c", _folder.At("game/added.dll"), "-shared");
        NativePrograms.Build("extended.c", _folder.At("game/game.exe"), "-DWAITING", _folder.At("game/added.dll"), "-lntdll");
        for (int i = 0; i < 3; i++)
        {
            string[] lines = Run(i == 0 ? "code" : "beside", new() { ["ADDED_WAITS"] = "1" });
            Assert.Contains("loaded", lines);
            Assert.Contains(lines, line => line.StartsWith("game: mod, extension: ", StringComparison.Ordinal));
        }
    }

    /// <summary>
    /// After <c>rvfs install</c>, without a launcher, the extender or the game or both import the DLL that the proxy replaces. An extender
    /// that doesn't sees no mods itself, but the game that it starts does.
    /// </summary>
    [RealProcessTheory]
    [InlineData(true, true, "there")]
    [InlineData(true, false, "there")]
    [InlineData(false, true, "not there")]
    public void AnInstalledExtenderOrGameNeedsNoLauncher(bool isExtender, bool isGame, string seen)
    {
        File.Copy(NativePrograms.Get("extension.dll"), _folder.At(InMod));
        string game = _folder.At("game/game.exe");
        if (isExtender)
            NativePrograms.Build("extender.c", Extender, "-DPROXIED", "-municode", "-lntdll", "-lversion");
        if (isGame)
            NativePrograms.Build("extended.c", game, "-DPROXIED", "-lntdll", "-lversion");
        GameResult installed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", isExtender ? Extender : game]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        Dictionary<string, string?> environment = new() { ["RVFS_NO_AUTOSTART"] = null };
        if (WinePrefix.IsNeeded)
            environment["WINEDLLOVERRIDES"] = "version=n,b";
        string[] ready = isExtender ? ["the extender is ready"] : [];
        Assert.Equal([$"the DLL is {seen}", .. ready, "loaded", OnNewThread],
            Lines(GameProcess.Run(Extender, ["code"], new GameOptions { Environment = environment })));
    }

    private string[] Run(string way, Dictionary<string, string?>? environment = null) =>
        Lines(GameProcess.Run(Extender, [way], new GameOptions { Vfs = true, Environment = environment ?? [] }));

    private static string[] Lines(GameResult result)
    {
        Assert.True(result.ExitCode == 7, result.ToString());
        return result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
    }
}
