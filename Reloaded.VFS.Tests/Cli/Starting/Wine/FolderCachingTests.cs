using System.IO.Compression;
using System.Text.Json;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wine;

/// <summary>
/// What <c>rvfs run</c> caches of folders, taken by the DLL under Wine, which shows a link as what it leads to, and hides one that leads
/// nowhere.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class FolderCachingTests : IDisposable
{
    private const int Folders = 80;

    private readonly TemporaryFolder _folder = new();

    public FolderCachingTests()
    {
        _folder.Folder("game");
        foreach (string name in (string[])["probe.exe", "storm.exe", "starting.exe"])
            File.Copy(NativePrograms.Get(name), _folder.At("game/" + name));
    }

    public void Dispose() => _folder.Dispose();

    private string Mods => _folder.At("game/rvfs/mods");

    private string Cache => CacheFiles.Of(Mods)!;

    [LinuxFact(Needs.Published)]
    public void ASecondStartSeesWhatOneSeesThatTakesNothing()
    {
        for (int i = 0; i < Folders; i++)
            _folder.File($"game/rvfs/mods/mod/d{i}/f{i}");
        foreach (string name in (string[])["file", "folder/inner"])
            _folder.File($"outside/{name}");
        File.CreateSymbolicLink(_folder.At("game/rvfs/mods/mod/d0/link"), _folder.At("outside/file"));
        File.CreateSymbolicLink(_folder.At("game/rvfs/mods/mod/d1/dangling"), _folder.At("outside/sometimes"));
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/mod/d2/linked"), _folder.At("outside/folder"));
        Thread.Sleep(2100);

        string first = Tree();
        Assert.True(File.Exists(Cache));
        Assert.Contains("linked/inner", first, StringComparison.Ordinal);
        Assert.DoesNotContain("dangling", first, StringComparison.Ordinal);
        Assert.Equal(first, Tree());
        Assert.Equal(first, Tree(TakesNothing));
        // The mods folder, the mod, and all folders but those with links.
        Assert.Equal(Folders - 1, Confirmed());

        // What links lead to changes, and no folder of the mod does.
        _folder.File("outside/sometimes");
        _folder.File("outside/folder/another");
        File.Delete(_folder.At("outside/file"));
        DateTime time = Directory.GetLastWriteTimeUtc(_folder.At("game/rvfs/mods/mod/d10"));
        _folder.File("game/rvfs/mods/mod/d10/new");
        Directory.Move(_folder.At("game/rvfs/mods/mod/d11"), _folder.At("outside/moved"));
        Directory.Move(_folder.At("game/rvfs/mods/mod/d12"), _folder.At("game/rvfs/mods/mod/d11"));
        Directory.Move(_folder.At("outside/moved"), _folder.At("game/rvfs/mods/mod/d12"));
        Directory.Delete(_folder.At("game/rvfs/mods/mod/d13"), recursive: true);
        File.Delete(_folder.At("game/rvfs/mods/mod/d14/f14"));
        _folder.File("game/rvfs/mods/mod/d14/f14/is a folder");
        foreach (string changed in (string[])["d10", "d11", "d12", "d14", ""])
            Directory.SetLastWriteTimeUtc(_folder.At("game/rvfs/mods/mod/" + changed), time);
        Directory.SetLastWriteTimeUtc(Mods, time);

        // By rvfs.exe, which caches nothing: with what was cached before the changes.
        string second = Tree(direct: true);
        Assert.Contains("dangling", second, StringComparison.Ordinal);
        Assert.Contains("d10/new", second, StringComparison.Ordinal);
        Assert.Equal(Tree(TakesNothing), second);
        Assert.InRange(Confirmed(direct: true), Folders - 10, Folders - 2);
        Assert.Equal(second, Tree());
        Assert.Equal(second, Tree());
    }

    [LinuxFact(Needs.Published)]
    public void ADamagedFileCostsNothingButTime()
    {
        for (int i = 0; i < Folders; i++)
            _folder.File($"game/rvfs/mods/mod/d{i}/f{i}");
        Thread.Sleep(2100);
        string seen = Tree();
        byte[] content = File.ReadAllBytes(Cache);
        Assert.Equal(Folders + 2, Confirmed(direct: true));
        Assert.Equal(Folders + 2, ConfirmedByChild());

        foreach (byte[] damaged in (byte[][])[content[..(content.Length / 2)], [], [.. content[..^1], (byte)(content[^1] ^ 1)]])
        {
            File.WriteAllBytes(Cache, damaged);
            Assert.Equal(seen, Tree(direct: true));
            Assert.Equal(0, Confirmed(direct: true));
        }

        // The next start mends it.
        Assert.Equal(seen, Tree());
        Assert.Equal(content, File.ReadAllBytes(Cache));
    }

    /// <summary>The folders of an archive's content are cached in a file of its own.</summary>
    [LinuxFact(Needs.Published)]
    public void TheContentOfAnArchiveIsNotListedAgain()
    {
        for (int i = 0; i < Folders; i++)
            _folder.File($"packed/data/d{i}/f{i}");
        _folder.Folder("game/rvfs/mods");
        ZipFile.CreateFromDirectory(_folder.At("packed"), _folder.At("game/rvfs/mods/m.zip"));
        string first = Tree();
        Assert.Contains("d0/f0", first, StringComparison.Ordinal);
        Thread.Sleep(2100);
        Assert.Equal(first, Tree());
        Assert.Equal(first, Tree());
        string content = Assert.Single(Directory.GetDirectories(_folder.At("game/rvfs/cache")));
        Assert.True(File.Exists(CacheFiles.OfContent(content)));
        Assert.False(File.Exists(Cache));
        // The content, its one folder, and those in it.
        Assert.Equal(Folders + 2, Confirmed());

        DateTime time = Directory.GetLastWriteTimeUtc(Path.Combine(content, "data", "d10"));
        File.WriteAllText(Path.Combine(content, "data", "d10", "new"), "");
        Directory.Delete(Path.Combine(content, "data", "d11"), recursive: true);
        Directory.SetLastWriteTimeUtc(Path.Combine(content, "data", "d10"), time);
        string second = Tree(direct: true);
        Assert.Contains("d10/new", second, StringComparison.Ordinal);
        Assert.DoesNotContain("d11/", second, StringComparison.Ordinal);
        Assert.Equal(Tree(TakesNothing), second);
        Assert.Equal(second, Tree());
    }

    private static KeyValuePair<string, string?>[] TakesNothing { get; } = [new(CacheFiles.Variable, "off")];

    private string Tree(KeyValuePair<string, string?>[]? environment = null, bool direct = false) =>
        Run("probe.exe", ["script", WinePrefix.ToWindows(_folder.File("script", "tree\t.\n"))], environment, direct).Text
            .Replace('\\', '/').ReplaceLineEndings("\n");

    private int Confirmed(bool direct = false)
    {
        string text = Run("storm.exe", ["footprint"], null, direct).Text;
        using JsonDocument json = JsonDocument.Parse(
            text[(text.IndexOf("describe ", StringComparison.Ordinal) + "describe ".Length)..(text.LastIndexOf('}') + 1)]);
        return json.RootElement.GetProperty("confirmedFolders").GetInt32();
    }

    /// <summary>Returns how many cached folders a program took that the game had started, without <c>rvfs</c> on Linux.</summary>
    private int ConfirmedByChild()
    {
        const string Said = "described\t";
        string line = Run("starting.exe", ["followed", "1"], null, direct: true).Text.Split('\n')
            .Single(line => line.StartsWith(Said, StringComparison.Ordinal));
        using JsonDocument json = JsonDocument.Parse(line[Said.Length..]);
        return json.RootElement.GetProperty("confirmedFolders").GetInt32();
    }

    private GameResult Run(string name, string[] arguments, KeyValuePair<string, string?>[]? environment, bool direct)
    {
        string program = _folder.At("game/" + name);
        GameOptions options = new()
        {
            Environment = (environment ?? []).ToDictionary(),
            WorkingDirectory = _folder.At("game"),
        };
        GameResult result = GameProcess.RunCommand(
            direct
                ? [WinePrefix.Command!, PublishedArtifacts.WindowsLauncher, "run", WinePrefix.ToWindows(program), .. arguments]
                : [PublishedArtifacts.Launcher, "run", program, .. arguments],
            options);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result;
    }
}
