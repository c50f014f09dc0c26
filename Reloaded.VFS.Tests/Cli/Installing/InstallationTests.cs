using System.Diagnostics;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Tests of how an installation and its removal treat files that exist, have changed, or are in use.</summary>
public sealed class InstallationTests : IDisposable
{
    private readonly InstallFixture _fixture = new();

    public void Dispose() => _fixture.Dispose();

    [RealProcessFact]
    public void AFileThatHasChangedSinceIsLeftAlone()
    {
        _fixture.Program(["version.dll", "dxgi.dll"]).Install();
        string proxy = _fixture.Folder.File("game/version.dll", "another mod's");
        (bool isGone, string output) = _fixture.Uninstall();
        Assert.False(isGone);
        Assert.Contains("Not everything", output, StringComparison.Ordinal);
        Assert.Equal("another mod's", File.ReadAllText(proxy));
        Assert.False(File.Exists(_fixture.Folder.At("game/rvfs/reloaded_vfs.dll")));
        // The manifest stays with the file, until that is unchanged again or gone.
        File.Delete(proxy);
        Assert.Contains("as it was", _fixture.Uninstall().Output, StringComparison.Ordinal);
        Assert.Equal(["game.exe"], _fixture.State().Keys);
    }

    [RealProcessFact]
    public void ASecondInstallationGoesRoundAFileThatHasChanged()
    {
        _fixture.Program(["version.dll", "dxgi.dll"]).Install();
        _fixture.Folder.File("game/version.dll", "another mod's");
        Assert.Equal("dxgi.dll", _fixture.Install().Placement.File);
        Assert.True(_fixture.Uninstall().IsGone);
        Assert.Equal(["game.exe", "version.dll"], _fixture.State().Keys.Order(StringComparer.Ordinal));
    }

    [RealProcessFact]
    public void ASecondInstallationBringsUpToDate()
    {
        _fixture.Program(["version.dll"]).Install();
        byte[] newer = [1, 2, 3];
        _fixture.Folder.File("published/reloaded_vfs.dll", newer);
        File.Delete(_fixture.Folder.At("game/version.dll"));
        Assert.StartsWith("Installed in", _fixture.Install().Output, StringComparison.Ordinal);
        Assert.Equal(newer, File.ReadAllBytes(_fixture.Folder.At("game/rvfs/reloaded_vfs.dll")));
        Assert.True(File.Exists(_fixture.Folder.At("game/version.dll")));
        Assert.Contains("as it was", _fixture.Uninstall().Output, StringComparison.Ordinal);
    }

    /// <summary>A kill, or a full disk, in the middle of an update leaves the old manifest or the new one.</summary>
    [LinuxFact]
    public void TheManifestIsReplacedAndNeverWrittenOver()
    {
        _fixture.Program(["version.dll"]).Install();
        string manifest = _fixture.Folder.At("game/rvfs/install.json"), same = _fixture.Folder.At("same.json");
        using (Process link = Process.Start("ln", [manifest, same]))
            link.WaitForExit();
        string before = File.ReadAllText(same);
        _fixture.Folder.File("published/reloaded_vfs.dll", [1, 2, 3]);
        _fixture.Install();
        Assert.NotEqual(before, File.ReadAllText(manifest));
        Assert.Equal(before, File.ReadAllText(same));
        Assert.Equal(["install.json"], Directory.GetFiles(_fixture.Folder.At("game/rvfs"), "install*").Select(Path.GetFileName));
    }

    [RealProcessFact]
    public void AnotherReloadedVfsIsntWrittenOver()
    {
        _fixture.Program(["version.dll"]).Folder.File("game/rvfs/reloaded_vfs.dll", "older");
        IReadOnlyDictionary<string, string> before = _fixture.State();
        CliException e = Assert.Throws<CliException>(() => _fixture.Install());
        Assert.Contains("already exists, and rvfs install hasn't put it there", e.Message, StringComparison.Ordinal);
        Assert.Equal(before, _fixture.State());
    }

    [RealProcessFact]
    public void WhereNothingIsInstalledNothingIsTakenAway()
    {
        _fixture.Program(["version.dll"]);
        CliException e = Assert.Throws<CliException>(() => _fixture.Uninstall());
        Assert.Contains("rvfs isn't installed in", e.Message, StringComparison.Ordinal);
        Assert.Equal(ExitCodes.NothingFound, e.ExitCode);
    }

    [RealProcessTheory]
    [InlineData("{")]
    [InlineData("""{"format":1,"game":"g","before":"","hadLogs":false,"files":[{"path":"../outside","sha256":"00"}]}""")]
    [InlineData("""{"format":1,"game":"g","before":"","hadLogs":false,"files":[{"path":"/etc/passwd","sha256":"00"}]}""")]
    [InlineData("""{"format":2,"game":"g","before":"","hadLogs":false}""")]
    [InlineData("""{"format":1,"game":"g","before":"","hadLogs":false,"files":null}""")]
    public void AManifestThatIsDamagedDeletesNothing(string manifest)
    {
        _fixture.Program(["version.dll"]).Folder.File("game/rvfs/install.json", manifest);
        CliException e = Assert.Throws<CliException>(() => _fixture.Uninstall());
        Assert.Contains("is damaged, or written by another version", e.Message, StringComparison.Ordinal);
    }

    /// <summary>Names and ordinals are those of the real DLL, and each leads to its own thunk.</summary>
    [RealProcessFact]
    public void AProxyExportsWhatTheRealDllExports()
    {
        DllExport[] exports =
            [new(2, [], 1, false), new(3, ["b", "a"], 1, false), new(700, ["Zeta"], 1, false), new(701, ["_x@4"], 1, false)];
        byte[] template = File.ReadAllBytes(PublishedArtifacts.Proxy);
        IReadOnlyList<DllExport> made = DllExports.Read(_fixture.Folder.File("made.dll", ProxyImage.Make(template, "real.dll", exports)));
        Assert.Equal(exports.Select(e => e.Ordinal), made.Select(e => e.Ordinal));
        Assert.Equal(["", "a,b", "Zeta", "_x@4"], made.Select(e => string.Join(',', e.Names)));
        Assert.Equal(exports.Length, made.Select(e => e.Rva).Distinct().Count());
        Assert.DoesNotContain(made, e => e.IsData);
        Assert.NotNull(ProxyImage.WhyUnfit([.. exports, new(800, ["variable"], 1, true)]));
        Assert.NotNull(ProxyImage.WhyUnfit(
            [.. Enumerable.Range(1, ProxyImage.MostExports + 1).Select(i => new DllExport(i, [], 1, false))]));
        Assert.NotNull(ProxyImage.WhyUnfit([]));
        Assert.Null(ProxyImage.WhyUnfit(exports));
    }
}
