using Reloaded.VFS.Benchmarks.FileOpen;

// file-open works real processes and is a command of its own; everything else is BenchmarkDotNet's.
if (args is ["file-open", .. string[] rest])
    return FileOpenBenchmark.Run(rest);
if (args.Length == 0)
{
    Console.Error.WriteLine(FileOpenBenchmark.Usage);
    Console.Error.WriteLine("Or BenchmarkDotNet's arguments: --list flat, --filter NAME, ...");
    return 2;
}
BenchmarkDotNet.Running.BenchmarkSwitcher.FromAssembly(typeof(FileOpenBenchmark).Assembly).Run(args);
return 0;
