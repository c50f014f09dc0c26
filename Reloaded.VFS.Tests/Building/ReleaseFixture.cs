using System.Diagnostics;
using System.Formats.Tar;
using System.IO.Compression;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>A release, made once of what is published, and what tests do with one: unpack it, and run the system's tools.</summary>
public sealed partial class ReleaseFixture : IDisposable
{
    /// <summary>The repository that the release names.</summary>
    public const string Repository = "https://github.com/example/reloaded-vfs";

    private static readonly Lazy<string> s_folder = new(Make);

    private readonly List<string> _unpacked = [];

    /// <summary>Gets the version of this tree.</summary>
    public static string Version { get; } =
        VersionElement().Match(File.ReadAllText(Path.Combine(RepositoryFolders.Root, "Directory.Build.props"))).Groups[1].Value;

    /// <summary>Gets the release's folder.</summary>
    public string Folder => s_folder.Value;

    /// <summary>Returns a file's path in the release; <c>*</c> stands for the version.</summary>
    public string PathOf(string name) => Path.Combine(Folder, name.Replace("*", Version, StringComparison.Ordinal));

    /// <summary>Unpacks an archive of the release into an empty folder, which lasts as long as the fixture.</summary>
    public string Unpack(string name)
    {
        string to = RepositoryFolders.CreateTemporary(), archive = PathOf(name);
        _unpacked.Add(to);
        if (archive.EndsWith(".gz", StringComparison.Ordinal))
        {
            using var packed = new GZipStream(File.OpenRead(archive), CompressionMode.Decompress);
            TarFile.ExtractToDirectory(packed, to, overwriteFiles: false);
        }
        else
        {
            ZipFile.ExtractToDirectory(archive, to);
        }

        return to;
    }

    /// <summary>Runs a tool and returns its output; fails with it if the tool does.</summary>
    public static string Run(string folder, string program, params string[] arguments)
    {
        (int code, string text) = TryRun(folder, program, arguments);
        Assert.True(code == 0, $"{program} {string.Join(' ', arguments)} ended with {code}:\n{text}");
        return text;
    }

    /// <summary>Runs a tool and returns its exit code and all of its output.</summary>
    public static (int Code, string Text) TryRun(string folder, string program, params string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // No settings of the test runner's own build, and no build server that outlives the tests.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase))
            .ToArray())
            start.Environment.Remove(name);
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + errors.Result);
    }

    /// <inheritdoc/>
    public void Dispose() => _unpacked.ForEach(TemporaryFolder.Delete);

    private static string Make()
    {
        Run(RepositoryFolders.Root, "bash", "build/release.sh", Version, "--no-build", "--repository", Repository);
        return Path.Combine(RepositoryFolders.Artifacts, "release");
    }

    [GeneratedRegex("<Version>(.*)</Version>")]
    private static partial Regex VersionElement();
}
