using System.Diagnostics;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>Loads and unloads a mod repeatedly while eight threads of the game read a file of it and garbage collections run.</summary>
internal static class Storm
{
    private const int Threads = 8;

    /// <summary>Runs for four seconds.</summary>
    /// <param name="loader">The loader.</param>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="file">The file.</param>
    /// <param name="with">The file's content with the mod.</param>
    /// <param name="without">The file's content without the mod.</param>
    public static string Run(Loader loader, string folder, string file, string with, string without)
    {
        int wrong = 0, reads = 0, rounds = 0, leaks = 0;
        using CancellationTokenSource ending = new();
        Thread[] readers = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            while (!ending.IsCancellationRequested)
            {
                string text = File.ReadAllText(file);
                Interlocked.Increment(ref reads);
                if (text != with && text != without)
                    Interlocked.Increment(ref wrong);
            }
        }))];
        foreach (Thread reader in readers)
            reader.Start();
        for (long began = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(began).TotalSeconds < 4; rounds++)
        {
            string id = loader.Load(folder);
            if (File.ReadAllText(file) != with)
                Interlocked.Increment(ref wrong);
            if (!loader.Unload(id))
                leaks++;
            if (File.ReadAllText(file) != without)
                Interlocked.Increment(ref wrong);
        }

        ending.Cancel();
        foreach (Thread reader in readers)
            reader.Join();
        return $"{(rounds > 3 && reads > 100 ? "enough" : $"{rounds} rounds, {reads} reads")}, {wrong} wrong, {leaks} leaked";
    }
}
