using System.CommandLine;
using Reloaded.VFS.Benchmarks;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Events;
using Reloaded.VFS.Benchmarks.Growth;
using Reloaded.VFS.Benchmarks.Live;
using Reloaded.VFS.Benchmarks.Micro;
using Reloaded.VFS.Benchmarks.RealProcesses;
using Reloaded.VFS.Benchmarks.Report;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Benchmarks.Warm;

// bdn hands everything on to BenchmarkDotNet, whose options are its own.
if (args is ["bdn", .. string[] rest])
{
    MicroBenchmarks.Run(rest);
    return 0;
}
// Changes of mods while a game runs, and looking on at it: with arguments of their own.
if (args is ["events", .. string[] events])
    return EventsBenchmark.Run(events);
if (args is ["live", .. string[] changes])
    return LiveBenchmark.Run(changes);
RootCommand root = new("The benchmarks of Reloaded VFS. bdn, with BenchmarkDotNet's own options, runs the micro-benchmarks: bdn --filter *")
{
    TableCommand.Create(NativeImage.RunTable),
    GrowthCommand.Create(),
    HandlerBenchmark.Create(),
    ContentionCommand.CreateContention(),
    ContentionCommand.CreateLogging(),
    FileOpenBenchmark.Create(),
    OpenShareBenchmark.Create(),
    ScalingBenchmark.Create(),
    StartBenchmark.Create(),
    StartupBenchmark.Create(),
    FootprintBenchmark.Create(),
    ConflictsBenchmark.Create(),
    ArchivesBenchmark.Create(),
    WarmCommand.Create(),
    ReportCommand.Create(),
};
return root.Parse(args.Length == 0 ? ["--help"] : args).Invoke();
