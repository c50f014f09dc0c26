namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>
/// A game with its own runtime, with the JIT: threads open, list, map, read asynchronously, load assemblies of a mod, fault and collect,
/// and check every answer. Arguments: the list of the right answers (<see cref="Expected"/>), the number of threads, and the seconds; a
/// file that is laid over another and removed all the time, and that other file. If the DLL and a folder of mods follow, managed code loads
/// and starts the DLL while the threads run.
/// </summary>
internal static class Program
{
    private const int AtLeast = 200;

    private static int Main(string[] arguments)
    {
        int threads = int.Parse(arguments[1]);
        TimeSpan length = TimeSpan.FromSeconds(double.Parse(arguments[2]));
        bool starts = arguments.Length > 5;
        Expected expected = new(arguments[0], isStarted: !starts && ReloadedVfs.Find());
        Tally tally = new();
        using CancellationTokenSource ending = new();
        Thread[] workers = [.. Enumerable.Range(0, threads).Select(i =>
            new Thread(() => new Worker(expected, tally, i).Run(ending.Token)) { Name = $"worker {i}" })];
        foreach (Thread worker in workers)
            worker.Start();
        if (starts)
        {
            // In the middle of the run: every thread has done everything that is possible without mods.
            while (tally.Total("reads") < AtLeast)
                Thread.Sleep(10);
            expected.State = Expected.Starting;
            ReloadedVfs.LoadAndStart(arguments[5], arguments[6]);
            expected.State = Expected.After;
        }

        DateTime end = DateTime.UtcNow + length;
        while (DateTime.UtcNow < end)
        {
            if (expected.State == Expected.After)
                Flip(arguments[3], arguments[4], tally);
            Thread.Sleep(5);
        }

        ending.Cancel();
        foreach (Thread worker in workers)
            worker.Join();
        Console.WriteLine(tally);
        return tally.WrongAnswers == 0 ? 0 : 1;
    }

    // Makes new snapshots, for which the DLL's runtime allocates.
    private static void Flip(string source, string target, Tally tally)
    {
        ulong handle = ReloadedVfs.Add(source, target);
        if (File.ReadAllText(target) != File.ReadAllText(source))
            tally.Wrong("a file that was laid over another isn't seen");
        ReloadedVfs.Remove(handle);
        if (File.ReadAllText(target) == File.ReadAllText(source))
            tally.Wrong("a file that was taken away is still seen");
        tally.Add("changes", 2);
    }
}
