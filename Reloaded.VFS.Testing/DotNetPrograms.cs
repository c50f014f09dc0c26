using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Testing;

/// <summary>The tests' own Windows programs and assemblies in .NET, each a project in <c>Programs/</c>.</summary>
/// <remarks>
/// Each is published as its project says (natively as <c>rvfs.exe</c> is, or with a runtime beside it), once for each state of the sources
/// (up to half a minute), and kept with the other test programs.
/// </remarks>
public static partial class DotNetPrograms
{
    /// <summary>Returns the full path of a published program; <paramref name="name"/> is its project's.</summary>
    public static string Get(string name) => Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name);

    /// <summary>Returns the full path of a published assembly that isn't a program; <paramref name="name"/> is its project's.</summary>
    public static string GetLibrary(string name) =>
        Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name, ".dll");

    /// <summary>Like <see cref="Get"/>, for 32-bit Windows: a program with a runtime beside it.</summary>
    public static string Get32(string name) =>
        Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name, runtime: "win-x86");

    /// <summary>
    /// Publishes the project <paramref name="name"/> of a folder and returns the result's full path: the project's name in lower case,
    /// unless <paramref name="file"/> names the file. <paramref name="runtime"/> is the system's identifier, if not the project's.
    /// </summary>
    public static string Publish(string folder, string name, string extension = ".exe", string? file = null, string? runtime = null)
    {
        string project = Path.Combine(folder, name + ".csproj");
        string output = Path.Combine(RepositoryFolders.Cache, "dotnet", $"{name}-{runtime}{ContentHash(project)}");
        string program = Path.Combine(output, file ?? name.ToLowerInvariant() + extension);
        using FileLock held = FileLock.Acquire(Path.Combine(RepositoryFolders.Cache, "dotnet.lock"), TimeSpan.FromMinutes(5));
        if (File.Exists(program))
            return program;
        // The final name is given to a complete folder only.
        string unfinished = output + ".tmp";
        Run(["publish", project, "-c", "Release", "-v", "quiet", "-nologo", "-o", unfinished,
            .. runtime is null ? Array.Empty<string>() : ["-p:RuntimeIdentifier=" + runtime]]);
        if (Directory.Exists(output))
            Directory.Delete(output, recursive: true);
        Directory.Move(unfinished, output);
        return program;
    }

    /// <summary>Gets the program <c>dotnet</c> that runs the tests, or else its name.</summary>
    internal static string Host { get; } =
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet";

    /// <summary>
    /// Runs <c>dotnet</c> silently, without the build settings of the test runner. Throws <see cref="InvalidOperationException"/> with the
    /// output if the program fails.
    /// </summary>
    internal static void Run(params string[] arguments)
    {
        ProcessStartInfo start = new(Host, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Removes the settings of the test runner's own build; no build server may outlive the tests.
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

        // build/ReloadedInterfaces.props reads this variable.
        if (Environment.GetEnvironmentVariable("RVFS_RELOADED_INTERFACES") is { Length: > 0 } interfaces)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(interfaces));
            foreach (string file in Directory.GetFiles(interfaces, "*.dll").Order(StringComparer.Ordinal))
                hash.AppendData(File.ReadAllBytes(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }

    // The files beside a project, and those outside its folder that it names: other projects, properties, sources.
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
