using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Exports;

/// <summary>Tests of each mod loader's conventions for a DLL, followed exactly (Native/starting/conventions.c).</summary>
[Collection(RealProcesses.Name)]
public sealed class LoaderConventionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessTheory]
    [InlineData("reloaded", "reloaded_vfs.dll", "no extension")]
    [InlineData("asi", "reloaded_vfs.asi", "no extension")]
    [InlineData("me3", "reloaded_vfs.dll", "initialized|no extension")]
    [InlineData("me3-plain", "reloaded_vfs.dll", "no extension")]
    [InlineData("modengine2", "reloaded_vfs.dll", "no extension, but loaded|no extension")]
    public void TheModsAreThereAfterIt(string convention, string dll, string between)
        => Assert.Equal(["plain", .. between.Split('|'), "modded"], Run(convention, dll));

    /// <summary>With me3's load_early the game's first call sees the mods; without it, later calls do.</summary>
    [RealProcessTheory]
    [InlineData("modded", "-DEARLY", "-Wl,--entry=before_game_main")]
    [InlineData("plain")]
    public void Me3LoadsItEarlyWhereTheProfileSaysSo(string first, params string[] arguments)
    {
        string game = Path.Combine(_folder.Folder("game"), "game.exe");
        // Symbols of 32-bit code begin with an underscore.
        NativePrograms.Build("early.c", game, !Width.Is32Bit
            ? arguments
            : [.. arguments.Select(argument => argument.Replace("=before", "=_before", StringComparison.Ordinal))]);
        PublishedArtifacts.CopyLibrary(_folder.At("game/reloaded_vfs.dll"));
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        Assert.Equal(["initialized", first, "modded"], Lines(GameProcess.Run(game, ["data.txt"], WithVariable(null))));
    }

    /// <summary>A refused start has no effect: the next one starts. A missing folder isn't a fault of a configuration.</summary>
    [RealProcessFact]
    public void ARefusedStartSaysWhyAndLeavesTheNextOneFree()
    {
        string game = Path.Combine(_folder.Folder("game"), "game.exe"), gone = WinePrefix.ToWindows(_folder.At("gone"));
        File.Copy(NativePrograms.Get("refusals.exe"), game);
        PublishedArtifacts.CopyLibrary(_folder.At("game/reloaded_vfs.dll"));
        string[] lines = Lines(GameProcess.Run(game, [WinePrefix.ToWindows(_folder.At("game")), gone], WithVariable("1")));
        Assert.Equal("relative target: -4 a target isn't an absolute path: data", lines[0]);
        Assert.Equal("relative mods: -4 the mods folder isn't an absolute path: mods", lines[1]);
        Assert.Equal("relative report: -4 the report isn't an absolute path: report.json", lines[2]);
        Assert.Equal($"missing target: -6 error: {gone}: the target doesn't exist.", lines[3]);
        Assert.StartsWith($"missing mods: -6 error: {gone}", lines[4], StringComparison.Ordinal);
        Assert.Equal("good: 0", lines[5].TrimEnd());
    }

    /// <summary>Nothing is called at all: the DLL soon starts by itself.</summary>
    [RealProcessFact]
    public void TheModsComeByThemselves() => Assert.Equal(["plain", "modded"], Run("nothing"));

    /// <summary>A slow loader still gets its way: its start replaces the automatic one.</summary>
    [RealProcessFact]
    public void AStartWithArgumentsTakesTheAutomaticOnesPlace()
    {
        _folder.File("game/own/two/data.txt", "own");
        Assert.Equal(["plain", "modded", "ReloadedStart 1", "modded", "rvfs_start 2", "modded"], Run("late"));
        Assert.Equal(["plain", "modded", "rvfs_start 0", "own"], Run("late-own"));
    }

    /// <summary>Whichever start is first, the explicit one holds.</summary>
    [RealProcessFact]
    public void AStartWithArgumentsWinsAtAnyMoment()
    {
        _folder.File("game/own/two/data.txt", "own");
        for (int delay = 180; delay <= 240; delay += 10)
            Assert.Equal(["plain", "rvfs_start 0", "own"], Run($"after-{delay}"));
    }

    [RealProcessTheory]
    [InlineData("1", null, true)]
    [InlineData(null, """{ "autostart": false }""", true)]
    [InlineData(null, null, false)]
    public void NothingComesWhereItIsntWanted(string? variable, string? configuration, bool hasMods)
    {
        if (configuration is not null)
            _folder.File("game/rvfs/rvfs.json", configuration);
        Assert.Equal(["plain", "plain", "not started"], Run("quiet", variable: variable, hasMods: hasMods));
    }

    private string[] Run(string convention, string dll = "reloaded_vfs.dll", string? variable = null, bool hasMods = true)
    {
        string game = Path.Combine(_folder.Folder("game"), "game.exe");
        File.Copy(NativePrograms.Get("conventions.exe"), game, overwrite: true);
        _folder.File("game/data.txt", "plain");
        if (hasMods)
            _folder.File("game/rvfs/mods/one/data.txt", "modded");
        // Not beside the game, because loaders have their own folder.
        string library = Path.Combine(_folder.Folder("loader/plugins"), dll);
        PublishedArtifacts.CopyLibrary(library);
        return Lines(GameProcess.Run(game,
            [convention, Path.GetRelativePath(Path.GetDirectoryName(game)!, library).Replace('/', '\\'), "data.txt"],
            WithVariable(variable)));
    }

    private static GameOptions WithVariable(string? value) =>
        new() { Environment = new Dictionary<string, string?> { ["RVFS_NO_AUTOSTART"] = value } };

    private static string[] Lines(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
    }
}
