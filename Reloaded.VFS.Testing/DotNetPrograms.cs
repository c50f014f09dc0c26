using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Testing;

/// <summary>
/// Windows programs and assemblies in .NET that tests bring, each a project of its own in <c>Programs/</c>: published as the project says
/// (natively as <c>rvfs.exe</c> is, or with a runtime beside it), once for each state of the sources (up to half a minute), and kept with
/// the other test programs.
/// </summary>
public static partial class DotNetPrograms
{
    /// <summary>The full path of a published program; <paramref name="name"/> is its project's.</summary>
    public static string Get(string name) => Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name);

    /// <summary>The full path of a published assembly that is no program; <paramref name="name"/> is its project's.</summary>
    public static string GetLibrary(string name) =>
        Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name, ".dll");

    /// <summary>
    /// The full path of what the project <paramref name="name"/> in a folder is published as. Its name is in small letters, unless
    /// <paramref name="file"/> names it.
    /// </summary>
    public static string Publish(string folder, string name, string extension = ".exe", string? file = null)
    {
        string project = Path.Combine(folder, name + ".csproj");
        string output = Path.Combine(RepositoryFolders.Cache, "dotnet", name + "-" + ContentHash(project));
        string program = Path.Combine(output, file ?? name.ToLowerInvariant() + extension);
        using FileLock held = FileLock.Acquire(Path.Combine(RepositoryFolders.Cache, "dotnet.lock"), TimeSpan.FromMinutes(5));
        if (File.Exists(program))
            return program;
        // Under its final name only when it is complete.
        string unfinished = output + ".tmp";
        Run("publish", project, "-c", "Release", "-v", "quiet", "-nologo", "-o", unfinished);
        if (Directory.Exists(output))
            Directory.Delete(output, recursive: true);
        Directory.Move(unfinished, output);
        return program;
    }

    /// <summary>The program <c>dotnet</c> that runs the tests, or the one that is found by its name.</summary>
    internal static string Host { get; } =
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet";

    /// <summary>
    /// Runs <c>dotnet</c> as a process that no test runner's build settings reach, and says nothing. Throws
    /// <see cref="InvalidOperationException"/> with its output where it fails.
    /// </summary>
    internal static void Run(params string[] arguments)
    {
        ProcessStartInfo start = new(Host, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Those of the test runner's own build, and no build server that outlives the tests.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase))
            .ToArray())
            start.Environment.Remove(name);
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException(
                $"dotnet {string.Join(' ', arguments)} ended with status {process.ExitCode}:{Environment.NewLine}{output}{errors.Result}");
    }

    private static string ContentHash(string project)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        HashSet<string> files = [Path.Combine(RepositoryFolders.Root, "global.json"),
            Path.Combine(RepositoryFolders.Root, "Directory.Build.props")];
        AddSources(project, files);
        foreach (string file in files.Order(StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetFileName(file)));
            hash.AppendData(File.ReadAllBytes(file));
        }

        // What build/ReloadedInterfaces.props asks.
        if (Environment.GetEnvironmentVariable("RVFS_RELOADED_INTERFACES") is { Length: > 0 } interfaces)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(interfaces));
            foreach (string file in Directory.GetFiles(interfaces, "*.dll").Order(StringComparer.Ordinal))
                hash.AppendData(File.ReadAllBytes(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }

    // The files beside a project, and what it names outside its folder: other projects, properties, sources.
    private static void AddSources(string project, HashSet<string> files)
    {
        string folder = Path.GetDirectoryName(project)!;
        if (!files.Add(project))
            return;
        if (project.EndsWith(".csproj", StringComparison.Ordinal))
            files.UnionWith(Directory.GetFiles(folder));
        foreach (string path in OutsidePaths().Matches(File.ReadAllText(project)).SelectMany(match => match.Groups[1].Value.Split(';')))
        {
            string full = Path.GetFullPath(Path.Combine(folder, path.Replace("$(MSBuildThisFileDirectory)", "", StringComparison.Ordinal)));
            if (full.Contains('*', StringComparison.Ordinal))
                files.UnionWith(Directory.GetFiles(Path.GetDirectoryName(full)!, Path.GetFileName(full)));
            else if (full.EndsWith("proj", StringComparison.Ordinal) || full.EndsWith(".props", StringComparison.Ordinal))
                AddSources(full, files);
            else
                files.Add(full);
        }
    }

    [GeneratedRegex("\"((?:\\$\\(MSBuildThisFileDirectory\\))?\\.\\./[^\"]+)\"")]
    private static partial Regex OutsidePaths();
}
