using System.Reflection.PortableExecutable;
using System.Text.Json;
using Reloaded.VFS.Cli.SelfTesting;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.SelfTesting;

/// <summary>
/// Tests of <c>rvfs selftest</c> with the published images: it passes here, fails if something is wrong, and leaves nothing.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class SelfTestTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void EverythingPassesHereInTenSecondsAndNothingIsLeft()
    {
        string place = _folder.Folder("place"), data = _folder.Folder("data");
        GameResult result = Rvfs([PublishedArtifacts.Launcher, "selftest", "--json", "--dir", place], data);
        Assert.True(result.ExitCode == 0, result.ToString());
        using JsonDocument json = JsonDocument.Parse(result.Text);
        JsonElement root = json.RootElement;
        Assert.Equal(1, root.GetProperty("format").GetInt32());
        Assert.True(root.GetProperty("passed").GetBoolean());
        JsonElement[] checks = [.. root.GetProperty("checks").EnumerateArray()];
        Assert.Equal(13, checks.Length);
        Assert.All(checks, check => Assert.Equal("passed", check.GetProperty("outcome").GetString()));
        Assert.True(root.GetProperty("seconds").GetDouble() < 10 * GameProcess.Patience, result.ToString());
        Assert.Contains("functions are hooked", root.GetProperty("hooks")[0].GetString(), StringComparison.Ordinal);
        Assert.True(root.GetProperty("process").GetArrayLength() > 1);
        string? wine = root.GetProperty("wine").GetString();
        Assert.Equal(!OperatingSystem.IsWindows(), wine?.Contains("prefix", StringComparison.Ordinal) == true);
        Assert.Empty(Directory.GetFileSystemEntries(place));
        Assert.Empty(Directory.GetFileSystemEntries(data));
    }

    /// <summary>
    /// A DLL that can't be loaded, because half of it is missing: each check of what mods change fails and says what was seen.
    /// </summary>
    [RealProcessFact]
    public void ADamagedDllFailsTheTestAndIsNamed()
    {
        string launcher = _folder.Folder("rvfs");
        foreach (string file in (string[])[PublishedArtifacts.WindowsLauncher, PublishedArtifacts.Proxy])
            File.Copy(file, Path.Combine(launcher, Path.GetFileName(file)));
        byte[] dll = File.ReadAllBytes(PublishedArtifacts.Library);
        File.WriteAllBytes(Path.Combine(launcher, "reloaded_vfs.dll"), dll[..(dll.Length / 2)]);
        // The launcher of Linux takes the rvfs.exe beside it.
        string rvfs = Path.Combine(launcher, Path.GetFileName(PublishedArtifacts.Launcher));
        if (!File.Exists(rvfs))
            File.Copy(PublishedArtifacts.Launcher, rvfs);
        GameResult result = Rvfs([rvfs, "selftest", "--dir", _folder.Folder("place"), "--keep"], _folder.Folder("data"));
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("  FAILED  files are opened", result.Text, StringComparison.Ordinal);
        Assert.Contains("seen 'open data\\wall.txt: the grey wall', in a plain folder 'open data\\wall.txt: the red wall'", result.Text,
            StringComparison.Ordinal);
        Assert.Contains("  FAILED  installed beside the game", result.Text, StringComparison.Ordinal);
        Assert.Contains("the DLL wasn't in the game's process", result.Text, StringComparison.Ordinal);
        // The folder is kept, and named.
        string kept = Assert.Single(Directory.GetFileSystemEntries(_folder.At("place")));
        Assert.Contains($"The folder: ", result.Text, StringComparison.Ordinal);
        Assert.Contains(Path.GetFileName(kept), result.Text, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^\d+ of 13 passed, in ", result.Text);
    }

    [RealProcessFact(Needs.Published)]
    public void TheGamesProgramImportsOneDllMore()
    {
        byte[] program = File.ReadAllBytes(PublishedArtifacts.WindowsLauncher);
        string before = _folder.File("before.exe", program),
            after = _folder.File("after.exe", GameImages.WithImport(program, SelfTest.ImportedDll, "GetFileVersionInfoSizeW"));
        Assert.Equal([.. Reloaded.VFS.Interop.Entering.ImportedDlls.Read(before), SelfTest.ImportedDll],
            Reloaded.VFS.Interop.Entering.ImportedDlls.Read(after));
        using FileStream stream = File.OpenRead(after);
        Assert.Equal(".imports", new PEHeaders(stream).SectionHeaders[^1].Name);
    }

    private static GameResult Rvfs(string[] command, string data) => GameProcess.RunCommand(command,
        new GameOptions { Timeout = TimeSpan.FromSeconds(90), Environment = new Dictionary<string, string?> { ["XDG_DATA_HOME"] = data } });
}
