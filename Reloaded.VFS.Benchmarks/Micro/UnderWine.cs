using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.RealProcesses;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>
/// These benchmarks as a Windows program with .NET's own runtime, published if needed and run under Wine. The DLL, with its own runtime, is
/// in the same process.
/// </summary>
internal static class UnderWine
{
    private static readonly Dictionary<string, string?> Settings = new()
    {
        // Wine's loader requests mscoree.dll for every assembly that the runtime has mapped as a DLL.
        ["WINEDLLOVERRIDES"] = "mshtml=",
        // Wine 8 fails to release a page that .NET has mapped twice.
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };

    /// <summary>Measures opens, and writes BenchmarkDotNet's output to the standard output.</summary>
    /// <param name="arguments">BenchmarkDotNet's arguments.</param>
    /// <returns>The rows; none if no call was selected together with its baseline.</returns>
    public static IReadOnlyList<Row> Measure(string[] arguments)
    {
        if (PublishedArtifacts.WhyMissing() is string why)
            throw new FileNotFoundException(why);
        string program = Publish();
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string json = Path.Combine(folder, "rows.json");
            Console.Error.WriteLine("opens under Wine");
            // Creates the prefix and starts its server.
            _ = WinePrefix.Folder;
            using var processor = new OneProcessor();
            GameResult result = GameProcess.Run(program,
                ["bdn", .. arguments.Select(a => Path.IsPathRooted(a) ? WinePrefix.ToWindows(a) : a), "--json",
                    WinePrefix.ToWindows(json)],
                new GameOptions
                {
                    Timeout = TimeSpan.FromHours(1),
                    Environment = Settings,
                    WorkingDirectory = Environment.CurrentDirectory,
                });
            Console.Write(result.Text);
            return result.ExitCode == 0 && File.Exists(json)
                ? Results.Read(json).Rows
                : throw new InvalidOperationException($"The benchmarks under Wine ended with {result}");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Compiles the benchmarks, unless the build system finds no change, and returns the program's path.</summary>
    private static string Publish()
    {
        string output = Path.Combine(RepositoryFolders.Artifacts, "obj", "benchmarks-win-x64");
        Console.Error.WriteLine("publishing the benchmarks for Windows");
        using FileLock held = FileLock.Acquire(output + ".lock", TimeSpan.FromMinutes(5));
        DotNetPrograms.Run("publish", Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Benchmarks"), "-c", "Release", "-v", "quiet",
            "-nologo", "-p:RvfsRuntime=win-x64", "-o", output);
        return Path.Combine(output, "Reloaded.VFS.Benchmarks.exe");
    }
}
