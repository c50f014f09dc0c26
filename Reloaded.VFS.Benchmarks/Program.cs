using System.CommandLine;
using Reloaded.VFS.Benchmarks;
using Reloaded.VFS.Benchmarks.Beside;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Events;
using Reloaded.VFS.Benchmarks.Growth;
using Reloaded.VFS.Benchmarks.Live;
using Reloaded.VFS.Benchmarks.Micro;
using Reloaded.VFS.Benchmarks.RealProcesses;
using Reloaded.VFS.Benchmarks.Report;
using Reloaded.VFS.Benchmarks.Table;

// bdn passes everything on to BenchmarkDotNet, which has its own options.
if (args is ["bdn", .. string[] rest])
    return MicroBenchmarks.Run(rest);
// Changes of mods during a game, and watching a game: these parse their own arguments.
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
    BesideCommand.Create(),
    OpenShareBenchmark.Create(),
    ScalingBenchmark.Create(),
    StartBenchmark.Create(),
    StartupBenchmark.Create(),
    FootprintBenchmark.Create(),
    ConflictsBenchmark.Create(),
    ArchivesBenchmark.Create(),
    ReportCommand.Create(),
};
return root.Parse(args.Length == 0 ? ["--help"] : args).Invoke();
