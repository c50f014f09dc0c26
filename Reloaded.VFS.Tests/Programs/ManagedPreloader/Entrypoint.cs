using System.Reflection;

namespace Doorstop;

/// <summary>
/// The file accesses of BepInEx 6 in a game made with IL2CPP: its assemblies, plugins and settings come from folders of mods, and its log
/// goes beside the game.
/// </summary>
public static class Entrypoint
{
    private const int Threads = 8, Rounds = 20;

    /// <summary>Runs once, called by the preloader on the game's first thread.</summary>
    public static void Start()
    {
        Console.WriteLine($"CoreCLR of {Path.GetRelativePath(".", typeof(object).Assembly.Location)}");
        Console.WriteLine($"preloader of {Path.GetRelativePath(".", typeof(Entrypoint).Assembly.Location)}");
        string[] plugins = [.. Directory.GetFiles(@"BepInEx\plugins", "*.dll", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];
        foreach (string plugin in plugins)
        {
            Console.WriteLine($"plugin {plugin}");
            Read(plugin);
        }

        Console.WriteLine($"settings {File.ReadAllText(@"BepInEx\config\BepInEx.cfg")}");
        File.WriteAllText(@"BepInEx\config\BepInEx.cfg", "logging=on");
        Directory.CreateDirectory(@"BepInEx\cache");
        File.WriteAllText(@"BepInEx\cache\chainloader.dat", "types");
        File.AppendAllText(@"BepInEx\LogOutput.log", "chainloader ready\n");
    }

    // The plugin's code reads, on several threads, while its runtime collects.
    private static void Read(string plugin)
    {
        Func<string, byte[]> read = Assembly.LoadFrom(Path.GetFullPath(plugin))
            .GetType("Reloaded.VFS.Tests.Programs.ManagedPlugin.Plugin", throwOnError: true)!
            .GetMethod("Read")!.CreateDelegate<Func<string, byte[]>>();
        int right = 0;
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                if (read(@"data\wall.txt").AsSpan().SequenceEqual("a mod's wall"u8))
                    Interlocked.Increment(ref right);
                GC.Collect(i % 3);
            }
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine($"{right} of {Threads * Rounds} right");
    }
}
