using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking;

/// <summary>Tests of what <c>rvfs doctor</c> reports about folders that a Steam game can't see.</summary>
public sealed class ContainerCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact]
    public void LinksOutOfWhatTheContainerShowsAreNamed()
    {
        string game = Game("home/.steam/steam/steamapps/common/Game");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/System"), "/usr/share");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/Other"), "/var/log");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/Optional"), "/opt");
        _folder.File("home/.steam/steam/steamapps/common/Game/rvfs/mods/Own/a.txt");
        Diagnostic[] found = [.. Check(game)];
        Assert.Equal([("/usr/share", Severity.Warning), ("/var/log", Severity.Notice)],
            found.Select(f => (f.File!, f.Severity)).OrderBy(f => f.Item1, StringComparer.Ordinal));
        Assert.All(found, f => Assert.NotNull(f.Fix));
    }

    [LinuxFact]
    public void AGameOutsideSteamsLibrariesHasNoContainer()
    {
        string game = Game("games/Game");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/System"), "/usr/share");
        Assert.Empty(Check(game));
    }

    [LinuxFact]
    public void SteamFromFlatpakSeesItsSandboxAndWhatWasGranted()
    {
        string game = Game("home/.var/app/com.valvesoftware.Steam/.local/share/Steam/steamapps/common/Game");
        string mods = _folder.Folder("home/mods"), granted = _folder.Folder("home/granted/mod"), own = _folder.Folder("home/rvfs");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/Elsewhere"), mods);
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/Granted"), granted);
        Assert.Equal([own, mods, granted], Check(game, own).Select(f => f.File).OrderBy(f => f!.Length));
        _folder.File("home/.local/share/flatpak/overrides/com.valvesoftware.Steam",
            $"[Context]\nfilesystems=xdg-music:ro;~/granted:rw;!{mods};{own}\n");
        Diagnostic left = Assert.Single(Check(game, own));
        Assert.Equal((mods, Severity.Warning), (left.File, left.Severity));
        Assert.Contains($"--filesystem='{mods}'", left.Fix, StringComparison.Ordinal);
        _folder.File("home/.local/share/flatpak/overrides/com.valvesoftware.Steam", "[Context]\nfilesystems=host;\n");
        Assert.Empty(Check(game, own));
    }

    /// <summary>Tests any launcher from Flatpak, and its own permissions.</summary>
    [LinuxTheory]
    [InlineData("com.usebottles.bottles", "bottles")]
    [InlineData("net.lutris.Lutris", "Lutris")]
    public void AnotherLauncherFromFlatpakDoesLikewise(string id, string name)
    {
        string game = Game($"home/.var/app/{id}/data/prefix/drive_c/Game"), mods = _folder.Folder("home/mods");
        _folder.File($"home/.var/app/{id}/data/prefix/drive_c/Game/rvfs/mods/Own/a.txt");
        Directory.CreateSymbolicLink(Path.Combine(game, "rvfs/mods/Elsewhere"), mods);
        Diagnostic found = Assert.Single(Check(game));
        Assert.Equal((mods, $"{name} from Flatpak doesn't see this folder, so neither does the game"), (found.File, found.Cause));
        Assert.EndsWith($"flatpak override --user --filesystem='{mods}' {id}", found.Fix, StringComparison.Ordinal);
        _folder.File($"home/.local/share/flatpak/app/{id}/current/active/metadata", "[Context]\nfilesystems=xdg-download;home;\n");
        Assert.Empty(Check(game));
    }

    private string Game(string folder)
    {
        _folder.File(folder + "/game.exe");
        _folder.Folder(folder + "/rvfs/mods");
        return _folder.At(folder);
    }

    private IEnumerable<Diagnostic> Check(string game, string? own = null) => ContainerCheck.Run(
        SystemFacts.Real with { Variable = name => name == "HOME" ? _folder.At("home") : null }, game,
        new VfsConfiguration().WithDefaults(game), own);
}
