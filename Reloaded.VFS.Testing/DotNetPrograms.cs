using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>
/// Windows programs and assemblies in .NET that tests bring, each a project of its own in <c>Programs/</c>: published as the project says
/// (natively as <c>rvfs.exe</c> is, or with a runtime beside it), once for each state of the sources (up to half a minute), and kept with
/// the other test programs.
/// </summary>
public static class DotNetPrograms
{
    /// <summary>The full path of a published program; <paramref name="name"/> is its project's.</summary>
    public static string Get(string name) => Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name);

    /// <summary>The full path of a published assembly that is no program; <paramref name="name"/> is its project's.</summary>
    public static string GetLibrary(string name) =>
        Publish(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name), name, ".dll");

    /// <summary>The full path of what the project <paramref name="name"/> in a folder is published as.</summary>
    public static string Publish(string folder, string name, string extension = ".exe")
    {
        string project = Path.Combine(folder, name + ".csproj");
        string output = Path.Combine(RepositoryFolders.Cache, "dotnet", name + "-" + ContentHash(folder));
        string program = Path.Combine(output, name.ToLowerInvariant() + extension);
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

    private static void Run(params string[] arguments)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } host ? host : "dotnet",
            arguments)
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

    private static string ContentHash(string folder)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        string[] files = [.. Directory.GetFiles(folder), Path.Combine(RepositoryFolders.Root, "global.json"),
            Path.Combine(RepositoryFolders.Root, "Directory.Build.props")];
        foreach (string file in files.Order(StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetFileName(file)));
            hash.AppendData(File.ReadAllBytes(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }
}
