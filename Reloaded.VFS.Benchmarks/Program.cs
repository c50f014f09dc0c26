using Reloaded.VFS.Benchmarks.FileOpen;
using Reloaded.VFS.Benchmarks.Footprint;
using Reloaded.VFS.Benchmarks.Live;

// file-open, footprint and live work real processes and are commands of their own; everything else is BenchmarkDotNet's.
if (args is ["file-open", .. string[] rest])
    return FileOpenBenchmark.Run(rest);
if (args is ["footprint", .. string[] others])
    return FootprintBenchmark.Run(others);
if (args is ["live", .. string[] changes])
    return LiveBenchmark.Run(changes);
if (args.Length == 0)
{
    Console.Error.WriteLine(FileOpenBenchmark.Usage);
    Console.Error.WriteLine(FootprintBenchmark.Usage);
    Console.Error.WriteLine(LiveBenchmark.Usage);
    Console.Error.WriteLine("Or BenchmarkDotNet's arguments: --list flat, --filter NAME, ...");
    return 2;
}
BenchmarkDotNet.Running.BenchmarkSwitcher.FromAssembly(typeof(FileOpenBenchmark).Assembly).Run(args);
return 0;
