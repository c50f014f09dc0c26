using System.Security.Cryptography;
using System.Text.Json;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of the files that <c>build/release.sh</c> makes, used as players and packagers use them. Linux only.</summary>
[Collection(RealProcesses.Name)]
public sealed partial class ReleaseTests(ReleaseFixture release) : IClassFixture<ReleaseFixture>
{
    private static readonly string[] Players =
    [
        "CHANGELOG.md", "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "linux-x64/rvfs", "linux-x64/rvfs-ui", "win-x64/reloaded_vfs.dll",
        "win-x64/rvfs-ui.exe", "win-x64/rvfs.exe", "win-x64/rvfs_proxy.dll", "win-x64/rvfsw.exe",
    ];

    [ReleaseFact]
    public void AVersionThatTheTreeDoesNotHaveIsRefusedWithTheLineToChange()
    {
        (int code, string text) = ReleaseFixture.TryRun(RepositoryFolders.Root, "bash", "build/release.sh", "9.8.7");
        Assert.Equal(1, code);
        string[] lines = File.ReadAllLines(Path.Combine(RepositoryFolders.Root, "Directory.Build.props"));
        int line = Array.FindIndex(lines, l => l.Contains("<Version>", StringComparison.Ordinal)) + 1;
        Assert.Contains($"Directory.Build.props, line {line}, to <Version>9.8.7</Version>", text, StringComparison.Ordinal);
    }

    [ReleaseTheory]
    [InlineData("reloaded-vfs-*.zip")]
    [InlineData("reloaded-vfs-*.tar.gz")]
    public void ThePlayersArchivePlaysFromAnEmptyFolder(string archive)
    {
        string top = Assert.Single(Directory.GetDirectories(release.Unpack(archive)));
        Assert.Equal($"reloaded-vfs-{ReleaseFixture.Version}", Path.GetFileName(top));
        Assert.Equal(Players.Concat(Of32Bit()).Order(StringComparer.Ordinal), Directory.GetFiles(top, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(top, file)).Order(StringComparer.Ordinal));
        foreach (string file in Players)
            Assert.True(!OperatingSystem.IsLinux() || (File.GetUnixFileMode(Path.Combine(top, file)) & UnixFileMode.OtherExecute) != 0
                == file is "linux-x64/rvfs" or "linux-x64/rvfs-ui" or "win-x64/rvfs.exe" or "win-x64/rvfsw.exe" or "win-x64/rvfs-ui.exe", file);

        using var game = new LoaderGame();
        game.Add("probe.exe");
        game.Write("script.txt", "read\t<ROOT>\\data\\a.txt\n");
        string[] play = ["run", Path.Combine(game.Folder, "probe.exe"), "script", "script.txt"];
        var options = new GameOptions { WorkingDirectory = game.Folder };
        GameResult[] runs =
        [
            GameProcess.RunCommand([Path.Combine(top, "linux-x64", "rvfs"), .. play], options),
            GameProcess.Run(Path.Combine(top, "win-x64", "rvfs.exe"), [play[0], WinePrefix.ToWindows(play[1]), .. play[2..]], options),
        ];
        foreach (GameResult run in runs)
        {
            Assert.True(run.ExitCode == 0, run.ToString());
            Assert.Contains("text=mod", run.Text, StringComparison.Ordinal);
        }
    }

    /// <summary>Returns the files for 32-bit games, which are in the archive where they have been published.</summary>
    private static IEnumerable<string> Of32Bit()
    {
        DirectoryInfo folder = new(Path.GetDirectoryName(PublishedArtifacts.Library32)!);
        return !folder.Exists ? [] : folder.EnumerateFiles("*.dll", SearchOption.AllDirectories)
            .Select(file => "win-x64/x86/" + Path.GetRelativePath(folder.FullName, file.FullName).Replace('\\', '/'));
    }

    /// <summary>The notes are those of this version, and the sums those of every other file.</summary>
    [ReleaseFact]
    public void EveryFileHasItsSum()
    {
        Dictionary<string, string> sums = File.ReadAllLines(release.PathOf("SHA256SUMS")).Select(line => line.Split("  "))
            .ToDictionary(parts => parts[1], parts => parts[0]);
        string[] files = [.. Directory.GetFiles(release.Folder).Select(Path.GetFileName).Where(name => name != "SHA256SUMS")!];
        Assert.Equal(files.Order(StringComparer.Ordinal), sums.Keys.Order(StringComparer.Ordinal));
        foreach (string file in files)
            Assert.Equal(Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(release.PathOf(file)))), sums[file]);
        Assert.StartsWith($"# Reloaded VFS {ReleaseFixture.Version}\n", File.ReadAllText(release.PathOf("CHANGELOG.md")),
            StringComparison.Ordinal);
    }

    /// <summary>
    /// Tests that the notices and the bill of materials name everything that the native compiler was given from NuGet's
    /// folder.
    /// </summary>
    [ReleaseFact]
    public void NoticesAndMaterialsNameWhatIsReallyLinked()
    {
        HashSet<string> linked = new(StringComparer.OrdinalIgnoreCase);
        foreach (string project in (string[])["Reloaded.VFS.Dll/obj", "Reloaded.VFS.Cli/obj/win-x64", "Reloaded.VFS.Cli/obj/linux-x64",
            "Reloaded.VFS.Ui/obj/win-x64", "Reloaded.VFS.Ui/obj/linux-x64"])
        {
            string answers = Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "src", project, "Release"), "*.ilc.rsp",
                SearchOption.AllDirectories).Single();
            linked.UnionWith(PackagePath().Matches(File.ReadAllText(answers)).Select(m => m.Groups[1].Value));
        }

        // A reader that sees nothing would miss nothing.
        Assert.True(linked.Count >= 5, string.Join(' ', linked));
        string notices = File.ReadAllText(Path.Combine(release.Unpack("reloaded-vfs-*.zip"), $"reloaded-vfs-{ReleaseFixture.Version}",
            "THIRD-PARTY-NOTICES.txt"));
        using JsonDocument bill = JsonDocument.Parse(File.ReadAllText(release.PathOf("reloaded-vfs-*.cdx.json")));
        Assert.Equal("CycloneDX", bill.RootElement.GetProperty("bomFormat").GetString());
        string[] components = [.. bill.RootElement.GetProperty("components").EnumerateArray()
            .Where(c => c.GetProperty("type").GetString() == "file" || c.GetProperty("scope").GetString() == "required")
            .Select(c => c.GetProperty("name").GetString()!)];
        foreach (string package in linked)
        {
            string title = package.Contains("NativeAOT", StringComparison.OrdinalIgnoreCase)
                || package.Contains("ILCompiler", StringComparison.OrdinalIgnoreCase) ? ".NET runtime and class library"
                : package.StartsWith("Microsoft.AspNetCore.App.Runtime", StringComparison.OrdinalIgnoreCase) ? "ASP.NET Core" : package;
            Assert.Contains($"\n{title} ", notices, StringComparison.OrdinalIgnoreCase);
            if (title == package)
                Assert.Contains(package, components, StringComparer.OrdinalIgnoreCase);
        }

        foreach (string runtime in (string[])["win-x64", "linux-x64"])
            Assert.Contains($"Microsoft.NETCore.App.Runtime.NativeAOT.{runtime}", components, StringComparer.OrdinalIgnoreCase);
        foreach (string file in Players.Where(file => file.Contains('/', StringComparison.Ordinal)))
            Assert.Contains(file, components);
        // Each has a licence's text, not its name alone.
        foreach (Match entry in Notice().Matches(notices))
            Assert.Matches("(?i)redistribut|permission is hereby granted|as above, under", entry.Groups[1].Value);
        Assert.DoesNotContain("\nCOPYRIGHT\n", notices, StringComparison.Ordinal);
    }

    /// <summary>A final release wants its version's own part of the changelog, and nothing besides; turning over makes it.</summary>
    [ReleaseFact(Needs.WindowsPrograms)]
    public void WhatIsNotReleasedBecomesTheVersionsPart()
    {
        using TemporaryFolder folder = new();
        string script = Path.Combine(RepositoryFolders.Root, "build", "release", "changes.py");
        string log = folder.File("CHANGELOG.md", "# Changelog\n\n## Unreleased\nNew.\n\n### Added\n- [A](docs/a.md)\n\n## 0.1.0\nOld.\n");
        (int Code, string Text) Call(params string[] arguments) => ReleaseFixture.TryRun(folder.Root, "python3", [script, .. arguments]);

        Assert.Contains("release.sh 0.2.0 --turn-over", Refused("0.2.0", "", "--final"), StringComparison.Ordinal);
        Assert.Contains("already", Refused("0.1.0", "--turn-over", "2026-01-02"), StringComparison.Ordinal);
        Assert.Equal(0, Call("0.2.0", "--turn-over", "2026-01-02").Code);
        Assert.Equal("# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-01-02\nNew.\n\n### Added\n- [A](docs/a.md)\n\n## 0.1.0\nOld.\n",
            File.ReadAllText(log));
        Assert.Equal((0, "# Reloaded VFS 0.2.0\n\nNew.\n\n### Added\n- [A](https://a.b/blob/v0.2.0/docs/a.md)\n"),
            Call("0.2.0", "https://a.b", "--final"));
        Assert.Contains("nothing under", Refused("0.3.0", "--turn-over", "2026-01-03"), StringComparison.Ordinal);

        string Refused(params string[] arguments)
        {
            string before = File.ReadAllText(log);
            (int code, string text) = Call(arguments);
            Assert.Equal((1, before), (code, File.ReadAllText(log)));
            return text;
        }
    }

    /// <summary>A final release is refused before anything is built, and ends with the first build that fails.</summary>
    [ReleaseFact(Needs.WindowsPrograms)]
    public void PagesThatKnowOfNoReleaseAndAFailedBuildEndAFinalOne()
    {
        using TemporaryFolder folder = new();
        foreach (string file in (string[])["build/release.sh", "build/release/changes.py", "Directory.Build.props"])
            folder.File(file, File.ReadAllText(Path.Combine(RepositoryFolders.Root, file)));
        folder.File("CHANGELOG.md", $"# Changelog\n\n## Unreleased\n\n## {ReleaseFixture.Version}\nNew.\n");
        folder.File("README.md", "# A program\nThere is no release to download yet. Build it.\n");
        folder.File("docs/index.md", "# A page\n");
        folder.File("build/publish.sh", "echo \"published $*.\"\nexit 3\n");
        (int Code, string Text) Make() => ReleaseFixture.TryRun(folder.Root, "env", "SOURCE_DATE_EPOCH=1", "bash", "build/release.sh",
            ReleaseFixture.Version, "--final", "--repository", ReleaseFixture.Repository);

        (int code, string text) = Make();
        Assert.Equal(1, code);
        Assert.EndsWith("and commit it: README.md:2\n", text, StringComparison.Ordinal);
        Assert.DoesNotContain("published", text, StringComparison.Ordinal);
        folder.File("README.md", "# A program\nDownload it.\n");
        Assert.Equal((3, "published .\n"), Make());
    }

    [ReleaseFact]
    public void AnArchiveDependsOnNamesContentAndRunBitsAlone()
    {
        using TemporaryFolder folder = new();
        string[] names = ["b/two.txt", "a/one.txt", "a/run.sh"];
        foreach ((string place, string[] order, int year) in ((string, string[], int)[])
            [("x", names, 2001), ("y", [.. names.Reverse()], 2020)])
        {
            foreach (string name in order)
            {
                string file = folder.File($"{place}/top/{name}", name);
                if (name.EndsWith(".sh", StringComparison.Ordinal))
                    ReleaseFixture.Run(folder.Root, "chmod", year == 2001 ? "755" : "711", file);
                File.SetLastWriteTimeUtc(file, new DateTime(year, 2, 3, 4, 5, 6, DateTimeKind.Utc));
            }

            foreach (string kind in (string[])["zip", "tar.gz"])
                ReleaseFixture.Run(RepositoryFolders.Root, "python3", "build/release/pack.py", "1700000001", folder.At($"{place}.{kind}"),
                    folder.At($"{place}/top"));
        }

        foreach (string kind in (string[])["zip", "tar.gz"])
            Assert.Equal(File.ReadAllBytes(folder.At($"x.{kind}")), File.ReadAllBytes(folder.At($"y.{kind}")));
    }

    [GeneratedRegex("""^-r:"?[^\n]*/\.?(?:nuget/)?packages/([^/\n]+)/""", RegexOptions.Multiline)]
    private static partial Regex PackagePath();

    [GeneratedRegex("(?s)={20,}\n[^\n]+\n={20,}\n(.*?)(?=\n={20,}|$)")]
    private static partial Regex Notice();
}

/// <summary>A test of the release, which is made on Linux.</summary>
[AttributeUsage(AttributeTargets.Method)]
[Xunit.Sdk.TraitDiscoverer("Reloaded.VFS.Testing.ProcessTrait", "Reloaded.VFS.Testing")]
internal sealed class ReleaseFactAttribute : FactAttribute, Xunit.Sdk.ITraitAttribute
{
    public ReleaseFactAttribute(Needs needs = Needs.Published) => Skip = ReleaseNeeds.WhySkip(needs)!;
}

/// <summary>Like <see cref="ReleaseFactAttribute"/>, with data.</summary>
[AttributeUsage(AttributeTargets.Method)]
[Xunit.Sdk.TraitDiscoverer("Reloaded.VFS.Testing.ProcessTrait", "Reloaded.VFS.Testing")]
internal sealed class ReleaseTheoryAttribute : TheoryAttribute, Xunit.Sdk.ITraitAttribute
{
    public ReleaseTheoryAttribute(Needs needs = Needs.Published) => Skip = ReleaseNeeds.WhySkip(needs)!;
}

/// <summary>The requirements of the release's tests beyond those of other tests.</summary>
internal static class ReleaseNeeds
{
    public static string? WhySkip(Needs needs) => OperatingSystem.IsLinux()
        ? RealProcesses.WhySkip(needs)
        : "a release is made on Linux alone";
}
