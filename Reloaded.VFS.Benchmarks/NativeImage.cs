using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks;

/// <summary>The benchmarks as a native image, published if needed, and run under Wine if necessary.</summary>
internal static class NativeImage
{
    /// <summary>Returns the rows of <c>table</c> with further arguments.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <param name="processor">The processors for which the image is compiled.</param>
    public static IReadOnlyList<Row> RunTable(IReadOnlyList<string> arguments, ImageProcessor processor)
    {
        string program = Publish(processor == ImageProcessor.OnlyWithAvx2 ? "x86-64-v3" : null);
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string json = Path.Combine(folder, "rows.json");
            Console.Error.WriteLine($"table in the native image{(WinePrefix.IsNeeded ? ", under Wine" : "")}");
            Dictionary<string, string?> environment = processor == ImageProcessor.WithoutAvx2 ? new() { ["RVFS_AVX2"] = "off" } : [];
            GameResult result = GameProcess.Run(program,
                ["table", .. arguments.Select(a => Path.IsPathRooted(a) ? WinePrefix.ToWindows(a) : a), "--json",
                    WinePrefix.ToWindows(json)],
                new GameOptions { Timeout = TimeSpan.FromMinutes(30), Environment = environment });
            return result.ExitCode == 0 && File.Exists(json)
                ? Results.Read(json).Rows
                : throw new InvalidOperationException($"The native image ended with {result}");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Compiles and links the image, unless the build system finds no change, and returns the program's path.</summary>
    private static string Publish(string? instructionSet)
    {
        string name = instructionSet is null ? "benchmarks-image" : $"benchmarks-image-{instructionSet}";
        string output = Path.Combine(RepositoryFolders.Artifacts, "obj", name);
        Console.Error.WriteLine("publishing the native image");
        string project = Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Benchmarks", "Image");
        using Process process = Process.Start(
            new ProcessStartInfo("dotnet",
                ["publish", project, "-c", "Release", "-v", "quiet", "-nologo", "-o", output,
                    .. instructionSet is null ? Array.Empty<string>() : [$"-p:IlcInstructionSet={instructionSet}"]]))!;
        process.WaitForExit();
        return process.ExitCode == 0
            ? Path.Combine(output, "Reloaded.VFS.Benchmarks.exe")
            : throw new InvalidOperationException("The native image can't be published; what it needs is in build/setup.sh.");
    }
}
