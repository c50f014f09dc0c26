using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Live;

/// <summary>
/// A benchmark in real processes of the time from a change's completion (the file is closed, the rename has returned) until a running game
/// sees the change, both in a listing and by an open.
/// </summary>
/// <remarks>A program of this system makes the changes, and a Windows program.</remarks>
internal static class LiveBenchmark
{
    public const string Usage = """
        live [--times 50] [--files 20000]
          --times N        changes of each kind
          --files N        files that the mod has already
        """;

    private const string None = "-";

    public static int Run(string[] arguments)
    {
        int times = 50, files = 20_000;
        for (int i = 0; i < arguments.Length; i += 2)
        {
            bool isNumber = i + 1 < arguments.Length && int.TryParse(arguments[i + 1], out int number) && number > 0;
            if (!isNumber || arguments[i] is not ("--times" or "--files"))
            {
                Console.Error.WriteLine(Usage);
                return 2;
            }

            (times, files) = arguments[i] == "--times"
                ? (int.Parse(arguments[i + 1], CultureInfo.InvariantCulture), files)
                : (times, int.Parse(arguments[i + 1], CultureInfo.InvariantCulture));
        }

        string root = RepositoryFolders.CreateTemporary();
        try
        {
            string game = LayOut(root, files);
            using var player = new LiveProgram(Path.Combine(game, "live.exe"),
                new GameOptions { Vfs = true, Timeout = TimeSpan.FromMinutes(10) });
            using var author = new LiveProgram(NativePrograms.Get("live.exe"), new GameOptions { Timeout = TimeSpan.FromMinutes(10) });
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                    $"From a change's completion until the game sees it, in milliseconds; {files} files in the mod; {times} "
                        + $"changes of each kind"));
            Console.WriteLine();
            Console.WriteLine("| change | by a program of | median | 95 % | longest |");
            Console.WriteLine("| --- | --- | ---: | ---: | ---: |");
            foreach (bool windows in WinePrefix.IsNeeded ? [false, true] : (bool[])[true])
                Measure(new Session(game, player, windows ? author : null), times);
            author.Quit();
            player.Quit();
            return 0;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static string LayOut(string root, int files)
    {
        string game = Path.Combine(root, "game");
        for (int i = 0; i < files; i++)
        {
            string folder = Path.Combine(game, "rvfs", "mods", "mod", "data", $"folder{i % 200:000}");
            if (i < 200)
                Directory.CreateDirectory(folder);
            File.WriteAllBytes(Path.Combine(folder, $"file{i:00000}.dds"), []);
        }

        Directory.CreateDirectory(Path.Combine(game, "rvfs", "mods", "mod", "data", "folder000"));
        Directory.CreateDirectory(Path.Combine(game, "rvfs", "mods", "low", "data", "folder000"));
        File.Copy(NativePrograms.Get("live.exe"), Path.Combine(game, "live.exe"));
        return game;
    }

    private static void Measure(Session session, int times)
    {
        string prefix = session.IsWindows ? "w" : "n";
        session.Warm();
        session.Row("a new file", times,
            i => session.Change($"data/folder000/{prefix}{i}.txt", "new",
                () => session.Write($"mod/data/folder000/{prefix}{i}.txt", "new")));
        session.Row("renamed from a temporary name", times, i =>
        {
            session.Write($"mod/data/folder000/{prefix}{i}.tmp", "renamed");
            return session.Change($"data/folder000/{prefix}r{i}.txt", "renamed",
                () => session.Move($"mod/data/folder000/{prefix}{i}.tmp", $"mod/data/folder000/{prefix}r{i}.txt"));
        });
        session.Row("deleted, the next mod's file comes up", times, i =>
        {
            session.Write($"low/data/folder000/{prefix}{i}.txt", "low");
            return session.Change($"data/folder000/{prefix}{i}.txt", "low", () => session.Delete($"mod/data/folder000/{prefix}{i}.txt"));
        });
        session.Row("deleted for good", times,
            i => session.Change($"data/folder000/{prefix}r{i}.txt", None, () => session.Delete($"mod/data/folder000/{prefix}r{i}.txt")));
        session.Row("a file in new folders", times, i => session.Change($"data/{prefix}{i}/new/x.txt", "deep", () =>
        {
            session.MakeFolder($"mod/data/{prefix}{i}");
            session.MakeFolder($"mod/data/{prefix}{i}/new");
            return session.Write($"mod/data/{prefix}{i}/new/x.txt", "deep");
        }));
        session.Row("a mod moved in", times, i =>
        {
            session.MakeFolder($"../{prefix}Mod{i}");
            session.Write($"../{prefix}Mod{i}/{prefix}mod.txt", $"{i}");
            return session.Change($"{prefix}mod.txt", $"{i}", () => session.Move($"../{prefix}Mod{i}", $"{prefix}mod{i:0000}"));
        });
        // Of two mods with the same file, the one that the order lists last wins.
        session.Write("low/data/order.dat", "low");
        session.Write("mod/data/order.dat", "mod");
        session.Set("order.txt", "mod\rlow", "data/order.dat", "low");
        session.Row("order.txt", times,
            i => session.Change("data/order.dat", i % 2 == 0 ? "mod" : "low",
                () => session.Write("order.txt", i % 2 == 0 ? "low\rmod" : "mod\rlow")));
        session.Set("order.txt", "low\rmod", "data/order.dat", "mod");
    }

    /// <summary>Makes changes by one kind of program, and measures the time until the game has seen each.</summary>
    private sealed class Session(string game, LiveProgram player, LiveProgram? author)
    {
        public bool IsWindows => author is not null;

        public void Warm()
        {
            Write("mod/data/folder000/warm.txt", "warm");
            player.Ask("await", InGame("data/folder000/warm.txt"), "warm");
            Delete("mod/data/folder000/warm.txt");
            player.Ask("await", InGame("data/folder000/warm.txt"), None);
        }

        /// <summary>Writes a file and waits until the game sees the consequence.</summary>
        public void Set(string path, string content, string seen, string expected)
        {
            Write(path, content);
            player.Ask("await", InGame(seen), expected);
        }

        public void Row(string name, int times, Func<int, double> measure)
        {
            double[] sorted = [.. Enumerable.Range(0, times).Select(measure).Order()];
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {name} | {(IsWindows ? "Windows" : "Linux")} | {sorted[times / 2]:0.0} | {sorted[times * 95 / 100]:0.0} "
                    + $"| {sorted[^1]:0.0} |"));
        }

        /// <summary>Makes a change for which the game is already waiting, and returns the milliseconds since its completion.</summary>
        public double Change(string seen, string content, Func<long> change)
        {
            player.Tell("await", InGame(seen), content);
            // From here on, the game looks every millisecond.
            Thread.Sleep(15);
            long completed = change();
            string answer = player.Answer();
            return long.TryParse(answer, CultureInfo.InvariantCulture, out long moment)
                ? Math.Max(0, (moment - completed) / (double)TimeSpan.TicksPerMillisecond)
                : throw new InvalidOperationException($"{seen}: {answer}");
        }

        public long Write(string path, string content)
        {
            if (author is not null)
                return Moment(author.Ask("write", InMods(path), content));
            File.WriteAllText(OnDisk(path), content);
            return Now;
        }

        public long Move(string from, string to)
        {
            if (author is not null)
                return Moment(author.Ask("move", InMods(from), InMods(to)));
            Directory.Move(OnDisk(from), OnDisk(to));
            return Now;
        }

        public long Delete(string path)
        {
            if (author is not null)
                return Moment(author.Ask("delete", InMods(path)));
            File.Delete(OnDisk(path));
            return Now;
        }

        public void MakeFolder(string path)
        {
            if (author is not null)
                author.Ask("mkdir", InMods(path));
            else
                Directory.CreateDirectory(OnDisk(path));
        }

        private static long Now => DateTime.UtcNow.ToFileTimeUtc();

        private static long Moment(string answer) =>
            long.TryParse(answer, CultureInfo.InvariantCulture, out long moment) && moment > 0
                ? moment
                : throw new InvalidOperationException($"a change failed: {answer}");

        private string OnDisk(string path) => Path.GetFullPath(Path.Combine(game, "rvfs", "mods", path));

        private string InMods(string path) => WinePrefix.ToWindows(OnDisk(path));

        private string InGame(string path) => WinePrefix.ToWindows(Path.Combine(game, path));
    }
}
