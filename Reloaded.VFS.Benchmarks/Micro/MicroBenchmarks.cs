using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>
/// The second way to measure: BenchmarkDotNet, which programmers know. The tables of the documentation come from the commands.
/// </summary>
internal static class MicroBenchmarks
{
    /// <summary>Runs it with its own arguments.</summary>
    public static void Run(string[] arguments)
    {
        // In this process: the code that is measured is the one that was built, with this project's settings.
        IConfig config = DefaultConfig.Instance
            .AddJob(Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance).AsDefault())
            .AddDiagnoser(MemoryDiagnoser.Default);
        // Real opens need Windows. Under Wine 8 they run, but the summary's exporter ends the JIT runtime (a stack overflow inside it).
        Type[] types = [.. typeof(MicroBenchmarks).Assembly.GetTypes()
            .Where(type => OperatingSystem.IsWindows() || type != typeof(FileOpenBenchmarks))];
        BenchmarkSwitcher.FromTypes(types).Run(arguments, config);
    }
}
