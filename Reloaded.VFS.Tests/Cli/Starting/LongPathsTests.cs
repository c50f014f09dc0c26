using System.IO.Compression;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Paths longer than MAX_PATH in the launcher of Windows: archives, mods and second folders have them; programs can't.</summary>
[Collection(RealProcesses.Name)]
public sealed class LongPathsTests : IDisposable
{
    private static readonly string s_deep = "data/" + string.Join('/', Enumerable.Range(0, 8).Select(i => $"{i}{new string('d', 40)}"));

    private readonly TemporaryFolder _folder = new();

    // .NET deletes long paths on each system.
    public void Dispose() => _folder.Dispose();

    [RealProcessFact(Needs.WindowsPrograms)]
    public void ADeepArchiveIsAModThatComesAndGoes()
    {
        _folder.File("g/rvfs/mods/order.txt", "");
        _folder.File("g/data/own.dds");
        using (ZipArchive zip = ZipFile.Open(_folder.At("deep.zip"), ZipArchiveMode.Create))
            zip.CreateEntry(s_deep + "/file.dds").Open().Dispose();
        string mod = _folder.At($"g/rvfs/mods/deep/{s_deep}/file.dds");
        Assert.True(mod.Length > 259);
        Rvfs("add", WinePrefix.ToWindows(_folder.At("deep.zip")));
        Assert.True(File.Exists(mod));
        Assert.Contains(s_deep.Replace('/', '\\') + @"\file.dds", Rvfs("ls"), StringComparison.Ordinal);
        Rvfs("remove", "deep");
        Assert.False(File.Exists(mod));
        Rvfs("remove", "--undo");
        Assert.True(File.Exists(mod));

        string made = WinePrefix.ToWindows(_folder.At("made"));
        Rvfs("materialise", made);
        Assert.True(File.Exists(_folder.At($"made/{s_deep}/file.dds")));
        Assert.Contains("0 files made, 0 deleted, 2 as before", Rvfs("materialise", made), StringComparison.Ordinal);
        Assert.Contains("is gone: 2 files", Rvfs("materialise", "--remove", made), StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder.At("made")));
        Assert.True(File.Exists(mod));
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AProgramThatLiesTooDeepIsToldWhy()
    {
        string game = _folder.At($"{s_deep}/game.exe");
        Directory.CreateDirectory(_folder.At($"{s_deep}/rvfs/mods"));
        File.Copy(NativePrograms.Get("watched.exe"), game);
        GameResult result = GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["run", WinePrefix.ToWindows(game)]);
        Assert.Equal(126, result.ExitCode);
        Assert.Contains($"its path has {WinePrefix.ToWindows(game).Length} characters, and Windows starts no program with more than 259.",
            result.Errors.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    private string Rvfs(string command, params string[] arguments)
    {
        GameResult result = GameProcess.Run(PublishedArtifacts.WindowsLauncher,
            [command, "--target", WinePrefix.ToWindows(_folder.At("g")), .. arguments]);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text;
    }
}
