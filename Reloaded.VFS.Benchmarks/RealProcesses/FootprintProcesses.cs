using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A measurement of what the processes of one game weigh that share the trees of many files: the launcher, <c>cmd</c>, and a program that it
/// starts, which starts itself once more. On Linux alone, which says how much of a process's memory others have, too.
/// </summary>
internal static class FootprintProcesses
{
    private const int Mods = 60, FilesOfMod = 2_800, FoldersOfMod = 70, Appended = 100;

    private const string Marker = "RVFS_FOOTPRINT";

    private static readonly string[] s_programs = ["rvfs", "rvfs.exe", "cmd.exe", "sharing.exe"];

    // Followers apply changes, and memory is given back, within that time.
    private static readonly TimeSpan s_pause = TimeSpan.FromSeconds(6);

    /// <summary>Runs the programs once for each kind of change, and prints a row for each.</summary>
    public static void Measure()
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            string game = Path.Combine(root, "game");
            Directory.CreateDirectory(Path.Combine(game, "Data"));
            for (int mod = 0; mod < Mods; mod++)
                WriteMod(game, mod, "texture");
            File.Copy(NativePrograms.Get("sharing.exe"), Path.Combine(game, "sharing.exe"));
            Console.WriteLine();
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"Processes with {Mods * FilesOfMod} files in mods, of which each has its share of common pages (Pss), and its own."));
            Console.WriteLine();
            Console.WriteLine("| while they run | Pss of launcher, cmd and a program | of the next program, too | of its own, the first | the next |");
            Console.WriteLine("| --- | ---: | ---: | ---: | ---: |");
            foreach ((string name, string? writes, Action change) in ((string, string?, Action)[])[
                ("nothing changes", null, () => { }),
                ($"{Appended} files appear in a mod", null, () => Append(game)),
                ($"a mod of {FilesOfMod} files is replaced", null, () => Replace(game)),
                ("nothing changes, with the overwrite folder", "overwrite", () => { })])
                MeasureOne(root, game, name, writes, change);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static void MeasureOne(string root, string game, string name, string? writes, Action change)
    {
        File.WriteAllText(Path.Combine(game, "rvfs", "rvfs.json"), writes is null ? "{}" : $$"""{ "writes": "{{writes}}" }""");
        string go = Path.Combine(game, "Data", "go"), own = Path.Combine(game, writes is null ? "" : "rvfs/overwrite", "Data");
        Task<GameResult> run = Task.Run(() => GameProcess.RunCommand(
            [PublishedArtifacts.Launcher, "run", "--target", game, ThirdPartyPrograms.CommandInterpreter, "/c", "sharing.exe start look:none make:own wait:go"],
            new GameOptions
            {
                Vfs = true,
                WorkingDirectory = game,
                Timeout = TimeSpan.FromMinutes(3),
                Environment = new Dictionary<string, string?> { [Marker] = root },
            }));
        SpinWait.SpinUntil(() => run.IsCompleted || (Directory.Exists(own) && Directory.GetFiles(own, "own?").Length == 2),
            TimeSpan.FromMinutes(2));
        Thread.Sleep(s_pause);
        change();
        Thread.Sleep(s_pause);
        List<(string Program, double Pss, double Own)> processes = [.. FindProcesses(root).OrderBy(process => process.Id)
            .Select(process => (process.Program, Read(process.Id, "Pss:"),
                Read(process.Id, "Private_Dirty:") + Read(process.Id, "Private_Clean:")))];
        File.WriteAllText(go, "");
        GameResult result = run.GetAwaiter().GetResult();
        File.Delete(go);
        foreach (string file in Directory.GetFiles(own, "own?"))
            File.Delete(file);
        if (processes.Count(process => process.Program == "sharing.exe") != 2)
            throw new InvalidOperationException($"{processes.Count} processes were found: {string.Join(", ", processes)}; {result}");
        double all = processes.Sum(process => process.Pss);
        (_, double pss, double last) = processes.Last(process => process.Program == "sharing.exe");
        double first = processes.First(process => process.Program == "sharing.exe").Own;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {name} | {all - pss:0.0} MiB | {all:0.0} MiB | {first:0.0} MiB | {last:0.0} MiB |"));
    }

    private static void WriteMod(string game, int mod, string name)
    {
        for (int folder = 0; folder < FoldersOfMod; folder++)
        {
            string path = Path.Combine(game, "rvfs", "mods", $"mod {mod:00}", "Data", $"group {mod:00}", $"folder {folder:00}");
            Directory.CreateDirectory(path);
            for (int file = folder; file < FilesOfMod; file += FoldersOfMod)
                File.WriteAllBytes(Path.Combine(path, $"{name}_{file:00000}.dds"), []);
        }
    }

    private static void Append(string game)
    {
        for (int i = 0; i < Appended; i++)
            File.WriteAllBytes(Path.Combine(game, "rvfs", "mods", "mod 30", "Data", "group 30", $"folder {i % FoldersOfMod:00}", $"new {i}"), []);
    }

    private static void Replace(string game)
    {
        Directory.Delete(Path.Combine(game, "rvfs", "mods", "mod 31", "Data"), recursive: true);
        WriteMod(game, 31, "other");
    }

    private static IEnumerable<(int Id, string Program)> FindProcesses(string root)
    {
        foreach (string folder in Directory.GetDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id))
                continue;
            string program = "";
            try
            {
                if (File.ReadAllText(folder + "/environ").Split('\0').Contains($"{Marker}={root}"))
                    program = File.ReadAllText(folder + "/comm").Trim();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The process has ended, or is another user's.
            }

            if (s_programs.Contains(program))
                yield return (id, program);
        }
    }

    /// <summary>Returns a number of a process's memory, in MiB.</summary>
    private static double Read(int process, string name)
    {
        string line = File.ReadLines($"/proc/{process}/smaps_rollup").First(line => line.StartsWith(name, StringComparison.Ordinal));
        return double.Parse(line[name.Length..^"kB".Length], CultureInfo.InvariantCulture) / 1024;
    }
}
