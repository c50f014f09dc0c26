using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>
/// Tests of the repository in a folder unlike its authors': below one named src, with spaces and letters beyond ASCII. Every run checks how
/// MSBuild sees the projects there; with RVFS_CLONE=1 all of it is built, published and demonstrated there (minutes).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class StrangersMachineTests : IDisposable
{
    private readonly string _folder = RepositoryFolders.CreateTemporary();

    private string Strange => Path.Combine(_folder, "src", "Mods für Spiele", "Reloaded VFS");

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>A path that contains /src/ once made every project count as one of src/: tests and benchmarks then didn't build.</summary>
    [Theory]
    [InlineData("src/Reloaded.VFS/Reloaded.VFS.csproj", "true", "true")]
    [InlineData("src/Reloaded.VFS.Dll/Reloaded.VFS.Dll.csproj", "true", "true")]
    [InlineData("Reloaded.VFS.Tests/Reloaded.VFS.Tests.csproj", "false", "")]
    [InlineData("Reloaded.VFS.Benchmarks/Reloaded.VFS.Benchmarks.csproj", "false", "")]
    public void AProjectIsWhatItIsInAnyFolder(string project, string documented, string aot)
    {
        Copy(Strange, file => Path.GetExtension(file) is ".props" or ".targets" or ".csproj" or ".json");
        string answer = Run(Strange, "dotnet",
            ["msbuild", project, "-nologo", "-p:Configuration=Release", "-getProperty:GenerateDocumentationFile,IsAotCompatible"]);
        Assert.Contains($"\"GenerateDocumentationFile\": \"{documented}\"", answer, StringComparison.Ordinal);
        Assert.Contains($"\"IsAotCompatible\": \"{aot}\"", answer, StringComparison.Ordinal);
    }

    /// <summary>
    /// What build/setup.sh takes as the sign of a package is there where the package is. Otherwise it would install it at each call.
    /// </summary>
    [DebianFact]
    public void WhatTellsOfAPackageComesWithIt()
    {
        string text = File.ReadAllText(Path.Combine(RepositoryFolders.Root, "build", "setup.sh"));
        (string Package, string Sign)[] entries = [.. Regex.Matches(text, @"\b([a-z][a-z0-9-]+):(/[a-z0-9/._-]+)(?=[\s)])")
            .Select(match => (match.Groups[1].Value, match.Groups[2].Value))];
        Assert.NotEmpty(entries);
        foreach ((string package, string sign) in entries)
        {
            string installed = Run(RepositoryFolders.Root, "bash", ["-c", $"dpkg-query -W -f='${{Status}}' {package} 2>/dev/null || true"]);
            Assert.True(installed != "install ok installed" || Path.Exists(sign), $"{package} is installed, and has no {sign}");
        }
    }

    /// <summary>
    /// Builds everything there, runs the demonstration, and compares the images with those of another folder: the same bytes.
    /// </summary>
    [CloneFact]
    public void ItIsBuiltPublishedAndDemonstratedThereAndItsImagesAreThoseOfAnyFolder()
    {
        string plain = Path.Combine(_folder, "plain");
        foreach (string folder in (string[])[Strange, plain])
            Copy(folder, _ => true);
        string programs = Path.Combine(RepositoryFolders.Cache, "third-party");
        if (Directory.Exists(programs))
            Run(_folder, "cp", ["-r", "--parents", "-t", Strange, ".cache/third-party"], RepositoryFolders.Root);
        string said = Run(Strange, "bash", ["build/demo.sh"]);
        Assert.Contains("Each program saw exactly what it should.", said, StringComparison.Ordinal);
        Run(Strange, "dotnet", ["build", "Reloaded.VFS.sln", "-c", "Release", "-v", "quiet", "-nologo"]);
        Run(plain, "bash", ["build/publish.sh"]);
        foreach (string image in (string[])["win-x64/reloaded_vfs.dll", "win-x64/rvfs_proxy.dll", "win-x64/rvfs.exe", "win-x64/rvfsw.exe",
            "linux-x64/rvfs", "win-x64/rvfs-ui.exe", "linux-x64/rvfs-ui"])
            Assert.Equal(File.ReadAllBytes(Path.Combine(plain, "artifacts", image)),
                File.ReadAllBytes(Path.Combine(Strange, "artifacts", image)));
    }

    /// <summary>
    /// Two states of the repository, each a commit: the second has other documentation, other tests and another launcher, and the same DLL.
    /// </summary>
    [CloneFact]
    public void ADllChangesWithItsOwnSourcesAlone()
    {
        string first = Path.Combine(_folder, "state"), second = Path.Combine(_folder, "another", "state");
        byte[][] images = new byte[2][];
        foreach ((int i, string folder) in ((int, string)[])[(0, first), (1, second)])
        {
            Copy(folder, _ => true);
            if (i == 1)
            {
                foreach (string file in (string[])["docs/index.md", "README.md", "CHANGELOG.md"])
                    File.AppendAllText(Path.Combine(folder, file), "\nMore.\n");
                foreach (string file in (string[])["src/Reloaded.VFS.Cli/More.cs", "Reloaded.VFS.Tests/More.cs"])
                    File.WriteAllText(Path.Combine(folder, file), "internal static class More;\n");
            }

            foreach (string[] step in (string[][])[["init", "--quiet"], ["add", "--all"],
                ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", $"state {i}"]])
                Run(folder, "git", step);
            Run(folder, "dotnet", ["publish", "src/Reloaded.VFS.Dll", "-c", "Release", "-v", "quiet", "-nologo", "-o", "out"]);
            images[i] = File.ReadAllBytes(Path.Combine(folder, "out", "reloaded_vfs.dll"));
        }

        Assert.Equal(images[0], images[1]);
    }

    // Copies what git would clone, including uncommitted changes.
    private static void Copy(string to, Func<string, bool> wanted)
    {
        string files = Run(RepositoryFolders.Root, "git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        foreach (string file in files.Split('\0', StringSplitOptions.RemoveEmptyEntries).Where(wanted))
        {
            string source = Path.Combine(RepositoryFolders.Root, file), target = Path.Combine(to, file);
            if (!File.Exists(source))
                continue;
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(source, target);
        }
    }

    private static string Run(string folder, string command, string[] arguments, string? from = null)
    {
        ProcessStartInfo start = new(command,
            arguments)
        { WorkingDirectory = from ?? folder, RedirectStandardOutput = true, RedirectStandardError = true };
        // Removes the variables of the test runner's own build, and uses no build server that outlives the tests.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase))
            .ToArray())
            start.Environment.Remove(name);
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0,
            $"{command} {string.Join(' ', arguments)} ended with status {process.ExitCode}:\n{output}{errors.Result}");
        return output;
    }

    /// <summary>A fact about Debian's packages.</summary>
    private sealed class DebianFactAttribute : FactAttribute
    {
        public DebianFactAttribute()
        {
            if (!File.Exists("/usr/bin/dpkg-query"))
                Skip = "asks dpkg, which this system lacks";
        }
    }

    /// <summary>A fact that takes minutes, and runs only if RVFS_CLONE=1.</summary>
    private sealed class CloneFactAttribute : FactAttribute
    {
        public CloneFactAttribute()
        {
            if (Environment.GetEnvironmentVariable("RVFS_CLONE") != "1")
                Skip = "builds everything twice, which takes minutes: runs where RVFS_CLONE=1";
            else if (OperatingSystem.IsWindows())
                Skip = "the demonstration is for Linux";
        }
    }
}
