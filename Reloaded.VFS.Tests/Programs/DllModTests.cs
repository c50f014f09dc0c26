using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of mods that are DLLs under the name of a system DLL, with their settings and plugins, as ordinary mod folders: BepInEx with its
/// preloader, and ReShade (Native/dllmods). The oracle is the same game with the mod copied into it. RVFS_DOORSTOP names the winhttp.dll of
/// the real preloader, UnityDoorstop, to use instead of the tests' own; no package registry has it (docs/proof.md).
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class DllModTests : IDisposable
{
    private const string Overrides = "WINEDLLOVERRIDES";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void BepInExLivesInAModsFolder()
    {
        BuildUnityGame();
        string mod = _folder.Folder("g/rvfs/mods/BepInEx");
        string doorstop = Environment.GetEnvironmentVariable("RVFS_DOORSTOP") is { Length: > 0 } real
            ? real
            : _folder.At("library/winhttp.dll");
        File.Copy(doorstop, Path.Combine(mod, "winhttp.dll"));
        _folder.File("g/rvfs/mods/BepInEx/doorstop_config.ini",
            "[General]\r\nenabled=true\r\ntarget_assembly=BepInEx\\core\\BepInEx.Preloader.dll\r\n");
        _folder.File("g/rvfs/mods/BepInEx/BepInEx/core/BepInEx.Preloader.dll", "the chainloader");
        _folder.File("g/rvfs/mods/BepInEx/BepInEx/config/BepInEx.cfg", "logging=off\n");
        // A plugin is a separate mod.
        _folder.File("g/rvfs/mods/Plugin/BepInEx/plugins/Plugin.dll");
        string merged = Merge("BepInEx", "Plugin");

        string first = AssertLikeMerged(merged);
        Assert.Contains("winhttp 1, closed 1, line 1\n", first, StringComparison.Ordinal);
        Assert.Contains(
            "running the chainloader\nplugin Plugin.dll\nconfig\\BepInEx.cfg: logging=off|\nconfig\\Plugin.cfg: (none)\n", first,
            StringComparison.Ordinal);
        Assert.Contains("domain made\n", first, StringComparison.Ordinal);
        string second = AssertLikeMerged(merged);
        Assert.Contains("config\\BepInEx.cfg: logging=off|logging=on|\nconfig\\Plugin.cfg: seen=yes|\n", second, StringComparison.Ordinal);

        AssertFiles(mod, "BepInEx/config/BepInEx.cfg", "BepInEx/core/BepInEx.Preloader.dll", "doorstop_config.ini", "winhttp.dll");
        AssertFiles(_folder.At("g"), "BepInEx/LogOutput.log", "BepInEx/cache/types.dat", "BepInEx/config/Plugin.cfg",
            "MonoBleedingEdge/EmbedRuntime/mono-2.0-bdwgc.dll", "UnityPlayer.dll", "game.exe");
    }

    /// <summary>
    /// A game made with IL2CPP has no managed runtime, so the mod brings CoreCLR with all its assemblies. It makes .NET's own file calls,
    /// from a runtime that is itself redirected.
    /// </summary>
    [RealProcessFact]
    [Trait("Bits", "64")] // The runtime is a 64-bit one.
    public void BepInEx6BringsItsRuntimeInAModsFolder()
    {
        BuildUnityGame();
        Directory.Delete(_folder.At("g/MonoBleedingEdge"), recursive: true);
        NativePrograms.Build("il2cpp.c", _folder.At("g/GameAssembly.dll"), "-shared");
        _folder.File("g/data/wall.txt", "the game's wall");
        string mod = _folder.Folder("g/rvfs/mods/BepInEx");
        File.Copy(_folder.At("library/winhttp.dll"), Path.Combine(mod, "winhttp.dll"));
        _folder.File("g/rvfs/mods/BepInEx/doorstop_config.ini", """
            [General]
            enabled=true
            target_assembly=BepInEx\core\managedpreloader.dll

            [Il2Cpp]
            coreclr_path=dotnet\coreclr.dll
            corlib_dir=dotnet

            """.ReplaceLineEndings("\r\n"));
        string runtime = Path.GetDirectoryName(DotNetPrograms.Get("ManagedGame"))!;
        _folder.Folder("g/rvfs/mods/BepInEx/dotnet");
        foreach (string library in Directory.GetFiles(runtime, "*.dll").Where(file => Path.GetFileName(file) != "managedgame.dll"))
            File.Copy(library, Path.Combine(mod, "dotnet", Path.GetFileName(library)));
        _folder.Folder("g/rvfs/mods/BepInEx/BepInEx/core");
        File.Copy(DotNetPrograms.GetLibrary("ManagedPreloader"), Path.Combine(mod, "BepInEx/core/managedpreloader.dll"));
        _folder.File("g/rvfs/mods/BepInEx/BepInEx/config/BepInEx.cfg", "logging=off");
        _folder.Folder("g/rvfs/mods/Plugin/BepInEx/plugins/Walls");
        File.Copy(DotNetPrograms.GetLibrary("ManagedPlugin"), _folder.At("g/rvfs/mods/Plugin/BepInEx/plugins/Walls/managedplugin.dll"));
        _folder.File("g/rvfs/mods/Walls/data/wall.txt", "a mod's wall");
        string merged = Merge("BepInEx", "Plugin", "Walls");

        string first = AssertLikeMerged(merged, "mshtml=");
        Assert.EndsWith("""
            IL2CPP Root Domain begun
            CoreCLR 00000000
            CoreCLR of dotnet\System.Private.CoreLib.dll
            preloader of BepInEx\core\managedpreloader.dll
            plugin BepInEx\plugins\Walls\managedplugin.dll
            160 of 160 right
            settings logging=off

            """.ReplaceLineEndings("\n"), first, StringComparison.Ordinal);
        Assert.EndsWith("settings logging=on\n", AssertLikeMerged(merged, "mshtml="), StringComparison.Ordinal);
        AssertFiles(_folder.At("g"), "BepInEx/LogOutput.log", "BepInEx/cache/chainloader.dat", "GameAssembly.dll", "UnityPlayer.dll",
            "data/wall.txt", "game.exe");
    }

    [RealProcessFact]
    public void ReShadeLivesInAModsFolder()
    {
        string mod = _folder.Folder("g/rvfs/mods/ReShade");
        NativePrograms.Build("shader.c", Path.Combine(mod, "dxgi.dll"), "-shared");
        NativePrograms.Build("shaded.c", _folder.At("g/game.exe"), Path.Combine(mod, "dxgi.dll"));
        _folder.File("g/rvfs/mods/ReShade/ReShade.ini",
            "[GENERAL]\r\nEffectSearchPaths=reshade-shaders\\Shaders\r\nPresetPath=presets\\mine.ini\r\n");
        _folder.File("g/rvfs/mods/ReShade/reshade-shaders/Shaders/Bloom.fx");
        _folder.File("g/rvfs/mods/ReShade/presets/readme.md");
        // The player's own effect, and one of another mod.
        _folder.File("g/reshade-shaders/Shaders/Own.fx");
        _folder.File("g/rvfs/mods/More/reshade-shaders/Shaders/Curves.fx");
        string merged = Merge("ReShade", "More");

        string first = AssertLikeMerged(merged);
        Assert.Contains("effect Bloom.fx\neffect Curves.fx\neffect Own.fx\npreset (none)\ntutorial to come\n", first,
            StringComparison.Ordinal);
        string second = AssertLikeMerged(merged);
        Assert.Contains("preset Techniques=Bloom\ntutorial done\n", second, StringComparison.Ordinal);

        // The mod's own settings are edited in place; new files go to the game's folder (docs/writes.md).
        Assert.EndsWith("TutorialProgress=4\r\n", File.ReadAllText(Path.Combine(mod, "ReShade.ini")), StringComparison.Ordinal);
        Assert.Equal("Techniques=Bloom", File.ReadAllText(_folder.At("g/presets/mine.ini")));
        Assert.Equal("initialising\r\neffects loaded\r\n", File.ReadAllText(_folder.At("g/ReShade.log")));
        AssertFiles(mod, "ReShade.ini", "dxgi.dll", "presets/readme.md", "reshade-shaders/Shaders/Bloom.fx");
        AssertFiles(_folder.At("g"), "ReShade.log", "game.exe", "presets/mine.ini", "reshade-shaders/Shaders/Own.fx");
    }

    private void BuildUnityGame()
    {
        _folder.Folder("g/MonoBleedingEdge/EmbedRuntime");
        _folder.Folder("library");
        // A library to link against, under the imported name.
        NativePrograms.Build("preloader.c", _folder.At("library/winhttp.dll"), "-shared");
        NativePrograms.Build("mono.c", _folder.At("g/MonoBleedingEdge/EmbedRuntime/mono-2.0-bdwgc.dll"), "-shared");
        NativePrograms.Build("unity_player.c", _folder.At("g/UnityPlayer.dll"), "-shared", _folder.At("library/winhttp.dll"));
        NativePrograms.Build("unity_game.c", _folder.At("g/game.exe"), _folder.At("g/UnityPlayer.dll"));
    }

    private string Merge(params string[] mods)
    {
        string merged = _folder.At("m");
        MergedFolder.CopyOver(_folder.At("g"), merged);
        Directory.Delete(Path.Combine(merged, "rvfs"), recursive: true);
        foreach (string mod in mods)
            MergedFolder.CopyOver(_folder.At($"g/rvfs/mods/{mod}"), merged);
        return merged;
    }

    // Wine's loader needs mscoree.dll for every assembly that CoreCLR has mapped as a DLL.
    private string AssertLikeMerged(string merged, string withoutDlls = "mscoree,mshtml=")
    {
        // If a mod brings the DLL, rvfs tells Wine about it; if it is beside the program, the player does.
        GameResult plain = GameProcess.Run(Path.Combine(merged, "game.exe"), [],
            new GameOptions { Environment = new Dictionary<string, string?> { [Overrides] = withoutDlls + ";winhttp,dxgi=n,b" } });
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", _folder.At("g/game.exe")],
            new GameOptions { Environment = new Dictionary<string, string?> { [Overrides] = withoutDlls } });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(plain.Text, result.Text);
        return result.Text.ReplaceLineEndings("\n");
    }

    private static void AssertFiles(string folder, params string[] expected) => Assert.Equal(expected,
        Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(folder, path).Replace('\\', '/'))
            .Where(path => !path.StartsWith("rvfs/", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
}
