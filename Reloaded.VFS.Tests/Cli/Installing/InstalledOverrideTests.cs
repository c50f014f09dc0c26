using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Under Wine, a DLL beside a game is loaded only if Wine is told so. <c>rvfs doctor</c> says what is missing.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class InstalledOverrideTests : IDisposable
{
    private const string Key = @"Software\\Wine\\DllOverrides", GameKey = @"Software\\Wine\\AppDefaults\\Game.exe\\DllOverrides";

    private readonly InstallFixture _fixture = new();
    private readonly string? _prefix = Environment.GetEnvironmentVariable("WINEPREFIX");

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("WINEPREFIX", _prefix);
        _fixture.Dispose();
    }

    [LinuxTheory(Needs.Published)]
    [InlineData(null, null, true)]
    [InlineData("winmm=n,b", null, true)]
    [InlineData("version=n,b", null, false)]
    [InlineData(null, $"[{Key}] 1\n\"version\"=\"native,builtin\"\n", false)]
    [InlineData(null, $"[{Key}] 1\n\"*version\"=\"native\"\n", false)]
    [InlineData(null, $"[{Key}] 1\n\"version\"=\"builtin\"\n", true)]
    [InlineData(null, $"[{GameKey}] 1\n\"version\"=\"native,builtin\"\n", false)]
    [InlineData(null, $"[{Key}x] 1\n\"version\"=\"native,builtin\"\n", true)]
    public void WhatWineLacksIsNamed(string? overrides, string? registry, bool isTold)
    {
        Environment.SetEnvironmentVariable("WINEPREFIX", _fixture.Folder.Folder("prefix"));
        if (registry is not null)
            _fixture.Folder.File("prefix/user.reg", "WINE REGISTRY Version 2\n\n[Other] 1\n\"version\"=\"native\"\n\n" + registry);
        _fixture.Program(["version.dll"]);
        Assert.Empty(InstalledOverride.Find(_fixture.Game, overrides));
        _fixture.Install();
        Diagnostic[] found = [.. InstalledOverride.Find(_fixture.Game, overrides)];
        if (!isTold)
        {
            Assert.Empty(found);
            return;
        }

        Diagnostic one = Assert.Single(found);
        Assert.Equal(Severity.Warning, one.Severity);
        Assert.Contains("Wine loads its own version.dll in its place", one.Cause, StringComparison.Ordinal);
        Assert.Equal("start it with WINEDLLOVERRIDES=\"version=n,b\" wine game.exe (once and for all: rvfs install --registry game.exe)", one.Fix);
    }

    /// <summary>Steam's own file can't be asked, so the line is to be compared.</summary>
    [LinuxFact(Needs.Published)]
    public void AGameOfSteamGetsItsLaunchOptions()
    {
        Environment.SetEnvironmentVariable("WINEPREFIX", null);
        _fixture.Program(["version.dll"]);
        _fixture.Install();
        string library = _fixture.Folder.Folder("steamapps");
        _fixture.Folder.File("steamapps/appmanifest_7.acf", "\"AppState\"\n{\n\t\"appid\"\t\t\"7\"\n\t\"installdir\"\t\t\"Game\"\n}\n");
        Directory.CreateDirectory(Path.Combine(library, "common"));
        Directory.Move(_fixture.GameFolder, Path.Combine(library, "common", "Game"));
        string game = Path.Combine(library, "common", "Game", "game.exe");
        Diagnostic one = Assert.Single(InstalledOverride.Find(game, null));
        Assert.Equal((Severity.Notice, "see that the game's launch options in Steam are: WINEDLLOVERRIDES=\"version=n,b\" %command%"),
            (one.Severity, one.Fix));
        _fixture.Folder.File("steamapps/compatdata/7/pfx/user.reg", "[Software\\\\Wine\\\\DllOverrides] 1\n\"version\"=\"native\"\n");
        Assert.Empty(InstalledOverride.Find(game, null));
        // A damaged record is a finding of its own.
        File.WriteAllText(Path.Combine(Path.GetDirectoryName(game)!, "rvfs", "install.json"), "{");
        Assert.Contains("is damaged", Assert.Single(InstalledOverride.Find(game, null)).Cause, StringComparison.Ordinal);
    }
}
