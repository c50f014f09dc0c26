using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>
/// Tests of folders like those of <see cref="RandomLayoutTests"/>, with a game that really starts: before, with and after the installation.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomGameTests : IDisposable
{
    // The game's import, how it is compiled for that, and whether another program's preloader already exists.
    private static readonly (string Module, string[] Arguments, bool Preloaded)[] Games =
    [
        ("version.dll", ["-lversion"], false),
        ("winmm.dll", ["-DWINMM", "-lwinmm"], false),
        ("winhttp.dll", ["-DWINHTTP", "-lwinhttp"], false),
        ("winhttp.dll", ["-DWINHTTP", "-lwinhttp"], true),
        ("version.dll", ["-DPART"], false),
    ];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Game => _folder.At("game/game.exe");

    [RealProcessTheory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(10)]
    public void ItHasItsModsWhileTheyAreInstalledAndNoTraceAfterwards(int seed)
    {
        (string module, string[] arguments, bool preloaded) = Games[seed % Games.Length];
        Fill(new Random(seed), module, arguments, preloaded);
        string before = FolderFingerprint.Of(_folder.At("game"));
        IReadOnlyDictionary<string, string> state = InstallFixture.StateOf(_folder.At("game"));
        string[] plain = Start(module);
        Assert.Equal("first: plain", plain[0]);
        Assert.Equal(state, InstallFixture.StateOf(_folder.At("game")));

        using StringWriter output = new();
        (Placement placement, _) = new Installation(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!, output)
            .Install(Game, InstalledGameTests.Prefix);
        Assert.Equal(preloaded ? "winhttp_alt.dll" : module, placement.File);
        // The first start's report exists at the second.
        for (int i = 0; i < 2; i++)
            Assert.Equal(["first: modded", plain[1]], Start(module));

        Assert.True(new Removal(output).Uninstall(Game));
        Assert.Equal(state, InstallFixture.StateOf(_folder.At("game")));
        Assert.Contains($"before: {before}", output.ToString(), StringComparison.Ordinal);
        Assert.Contains($"now:    {before}", output.ToString(), StringComparison.Ordinal);
        Assert.Equal(plain, Start(module));
        Assert.Equal(state, InstallFixture.StateOf(_folder.At("game")));
    }

    private void Fill(Random random, string module, string[] arguments, bool preloaded)
    {
        _folder.Folder("game");
        string part = _folder.At("game/part.dll");
        bool throughPart = arguments.Contains("-DPART");
        if (throughPart)
            NativePrograms.Build("proxied_part.c", part, "-shared", "-lversion");
        NativePrograms.Build("proxied.c", Game, throughPart ? [.. arguments, part] : arguments);
        if (preloaded)
            NativePrograms.Build("alternate.c", _folder.At("game/" + module), "-shared", "-Wl,--kill-at");
        // The system's own DLLs load none of these.
        foreach (string name in ProxyNames.All.Where(name => name[0] is 'd' or 'x' && random.Next(3) == 0))
            _folder.File("game/" + (random.Next(2) == 0 ? name : name.ToUpperInvariant()), "a DLL of the game");
        RandomLayoutTests.AddFiles(_folder, random);
        _folder.File("game/data.txt", "plain");
        string own = "game/" + (random.Next(3) == 0 ? "RVFS" : "rvfs");
        _folder.File(own + "/mods/one/data.txt", "modded");
        if (random.Next(3) == 0)
            _folder.File(own + "/rvfs.json", "{}");
        if (random.Next(4) == 0)
            File.Copy(PublishedArtifacts.Library, _folder.At(own + "/reloaded_vfs.dll"));
    }

    private string[] Start(string module) => InstalledGameTests.Lines(GameProcess.Run(Game, [], InstalledGameTests.Options(module)));
}
