using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>
/// What package managers get of a release: made, checked against the formats, and installed as far as that goes on Linux.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class PackagingTests(ReleaseFixture release) : IClassFixture<ReleaseFixture>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Packaging => Path.Combine(release.Folder, "packaging");

    private static string Download =>
        $"{ReleaseFixture.Repository}/releases/download/v{ReleaseFixture.Version}/reloaded-vfs-{ReleaseFixture.Version}";

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [ReleaseFact]
    public void ManifestsNameTheReleasesFilesAndTheirSums()
    {
        Dictionary<string, string> sums = File.ReadAllLines(release.PathOf("SHA256SUMS")).Select(line => line.Split("  "))
            .ToDictionary(parts => parts[1], parts => parts[0]);
        string zip = sums[$"reloaded-vfs-{ReleaseFixture.Version}.zip"], tar = sums[$"reloaded-vfs-{ReleaseFixture.Version}.tar.gz"];
        const string Winget = "winget/ReloadedVFS.ReloadedVFS";
        foreach ((string file, string[] expected) in ((string, string[])[])
        [
            ($"{Winget}.installer.yaml", [$"{Download}.zip\"", zip.ToUpperInvariant(), "ArchiveBinariesDependOnPath: true"]),
            ($"{Winget}.locale.en-US.yaml", [ReleaseFixture.Repository]),
            ($"{Winget}.yaml", [$"PackageVersion: \"{ReleaseFixture.Version}\""]),
            ("scoop/reloaded-vfs.json", [$"{Download}.zip\"", zip]),
            ("aur/PKGBUILD", [$"{Download}.tar.gz'", tar]),
            ("aur/.SRCINFO", [$"{Download}.tar.gz\n", tar]),
        ])
        {
            string text = File.ReadAllText(Path.Combine(Packaging, file));
            Assert.All(expected, part => Assert.Contains(part, text, StringComparison.Ordinal));
        }

        // Each is of its language: what a manager would read is what was written.
        foreach (string file in Directory.GetFiles(Path.Combine(Packaging, "winget")))
            ReleaseFixture.Run(_folder.Root, "yamllint", "--strict", "-d", "{extends: relaxed, rules: {line-length: disable}}", file);
        using JsonDocument scoop = JsonDocument.Parse(File.ReadAllText(Path.Combine(Packaging, "scoop", "reloaded-vfs.json")));
        Assert.Equal(zip, scoop.RootElement.GetProperty("architecture").GetProperty("64bit").GetProperty("hash").GetString());
        // The archive has what the manifests say is in it.
        string unpacked = release.Unpack("reloaded-vfs-*.zip");
        Assert.All(scoop.RootElement.GetProperty("bin").EnumerateArray(), program => Assert.True(File.Exists(Path.Combine(unpacked,
            scoop.RootElement.GetProperty("extract_dir").GetString()!, program.GetString()!.Replace('\\', '/')))));
    }

    /// <summary>The function of the PKGBUILD installs from the archive, and the launcher finds its DLLs through the link in bin.</summary>
    [ReleaseFact]
    public void ArchsPackageIsInstalledAndPlays()
    {
        string root = InstallArchsPackage(release.Unpack("reloaded-vfs-*.tar.gz"));
        Assert.True(File.Exists(Path.Combine(root, "usr/share/licenses/reloaded-vfs-bin/LICENSE")));
        using var game = new LoaderGame();
        game.Add("probe.exe");
        game.Write("script.txt", "read\t<ROOT>\\data\\a.txt\n");
        GameResult run = GameProcess.RunCommand(
            [Path.Combine(root, "usr/bin/rvfs"), "run", Path.Combine(game.Folder, "probe.exe"), "script", "script.txt"],
            new GameOptions { WorkingDirectory = game.Folder });
        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("text=mod", run.Text, StringComparison.Ordinal);
        // What the PKGBUILD and its .SRCINFO say is the same.
        string said = ReleaseFixture.Run(_folder.Root, "bash", "-euc",
            "source \"$1\"; printf '%s\\n' \"pkgver = $pkgver\" \"pkgrel = $pkgrel\" \"source = ${source[0]}\" "
            + "\"sha256sums = ${sha256sums[0]}\" \"optdepends = ${optdepends[0]}\" \"url = $url\" \"options = ${options[0]}\"",
            "bash", Path.Combine(Packaging, "aur", "PKGBUILD"));
        string[] info = [.. File.ReadAllLines(Path.Combine(Packaging, "aur", ".SRCINFO")).Select(line => line.Trim())];
        Assert.All(said.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.Contains(line, info));
    }

    /// <summary>Every file of the launcher's two folders is installed, in whatever folder below it lies.</summary>
    [ReleaseFact]
    public void ArchsPackageHasEveryProgramOfTheArchive()
    {
        string source = release.Unpack("reloaded-vfs-*.tar.gz"), archive = Path.Combine(source, $"reloaded-vfs-{ReleaseFixture.Version}");
        // What is for 32-bit games is in the archive only where it has been published, so that a file is added in its place.
        string runtime = Path.Combine(archive, "win-x64", "x86", "reloaded_vfs_runtime");
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(runtime).FullName, "added.dll"), "");
        string installed = Path.Combine(InstallArchsPackage(source), "usr/lib/rvfs");
        foreach (string folder in (string[])["linux-x64", "win-x64"])
            Assert.Equal(Files(Path.Combine(archive, folder)), Files(Path.Combine(installed, folder)));

        static IEnumerable<string> Files(string folder) => Directory.GetFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file)).Order(StringComparer.Ordinal);
    }

    [ReleaseTheory]
    [InlineData("0.1.0", "reloaded-vfs.example", 64, "winget.defaultLocale.PackageUrl: 'reloaded-vfs.example' isn't of the form")]
    [InlineData("0.1/0", "https://example.org/a", 64, "winget.version.PackageVersion: '0.1/0' isn't of the form")]
    [InlineData("0.1.0", "https://example.org/a", 63, "winget.installer.Installers[0].InstallerSha256")]
    [InlineData("0.1.0", "https://example.org/$a", 64, "scoop.architecture.64bit.url")]
    [InlineData("0.1.0", "https://example.org/a'b", 64, "arch.url")]
    public void WhatTheFormatsForbidIsAnErrorAndNothingIsWritten(string version, string repository, int digits, string expected)
    {
        string sum = new('a', digits), sums = _folder.File("SHA256SUMS",
            $"{sum}  reloaded-vfs-{version}.zip\n{sum}  reloaded-vfs-{version}.tar.gz\n");
        (int code, string text) = ReleaseFixture.TryRun(RepositoryFolders.Root,
            "python3", "packaging/generate.py", version, repository, sums, "1700000000", _folder.At("out"));
        Assert.Equal(1, code);
        Assert.StartsWith(expected, text, StringComparison.Ordinal);
        Assert.False(Path.Exists(_folder.At("out")));
    }

    /// <summary>Runs the function of the PKGBUILD on an unpacked archive, and returns the folder that stands for the root.</summary>
    private string InstallArchsPackage(string source)
    {
        string root = _folder.Folder("root");
        ReleaseFixture.Run(_folder.Root, "bash", "-euc", "srcdir=$1 pkgdir=$2; source \"$3\"; package", "bash", source, root,
            Path.Combine(Packaging, "aur", "PKGBUILD"));
        return root;
    }
}
