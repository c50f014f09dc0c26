using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the cost of a small game's start compared with the plain program: the launchers, the DLL with its steps, a program that
/// the game starts.
/// </summary>
/// <remarks>All are measured in turns, so that a busy machine affects all alike.</remarks>
internal static class StartBenchmark
{
    private const string Program = "starting.exe";
    private const string Loader = "loader.exe";

    // The same program with user32, which a game with a window has before its first instruction.
    private const string Windowed = "windowed.exe";

    private const string RuntimeStep = "CoreCLR, ";
    private const int ChildrenAtOnce = 4;

    private static readonly int[] s_childFiles = [400, 12_800, 170_800];

    /// <summary>Creates <c>start</c>.</summary>
    public static Command Create()
    {
        var runs = new Option<int>("--runs")
        {
            Description = "Turns that are measured, after one that warms up.",
            DefaultValueFactory = _ => 25,
        };
        var files = new Option<int>("--files") { Description = "Files in the mod.", DefaultValueFactory = _ => 400 };
        var mods = new Option<int>("--mods")
        {
            Description = "How many mods there are. With more than one, the launcher's own runs are measured alone, as wholes.",
            DefaultValueFactory = _ => 1,
        };
        var filesOfEach = new Option<int>("--files-a-mod") { Description = "Files in each of them.", DefaultValueFactory = _ => 3 };
        var childFiles = new Option<int[]>("--child-files")
        {
            Description = "Files in the mods of the children whose time lines are measured: a game for each number.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => s_childFiles,
        };
        var onlyChildren = new Option<bool>("--only-children") { Description = "Measure the children's time lines alone." };
        Option<int> bits = BitsOption.Create();
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("start", "A start of a small game, part by part, beside the plain program.")
        {
            runs,
            files,
            mods,
            filesOfEach,
            childFiles,
            onlyChildren,
            bits,
            json,
        };
        command.SetAction(result =>
        {
            string width = BitsOption.Choose(result, bits);
            int turns = result.GetValue(runs), count = result.GetValue(files);
            int many = result.GetValue(mods), each = result.GetValue(filesOfEach);
            if (many > 1)
                return RowOutput.Write(result, json, Results.Of($"start --runs {turns} --mods {many} --files-a-mod {each}{width}",
                    [.. ManyModsBenchmark.Measure(turns, many, each)]));
            int[] children = result.GetValue(childFiles)!;
            bool isOnly = result.GetValue(onlyChildren);
            string arguments = (children.SequenceEqual(s_childFiles) ? "" : $" --child-files {string.Join(' ', children)}")
                + (isOnly ? " --only-children" : "") + width;
            return RowOutput.Write(result, json, Results.Of($"start --runs {turns} --files {count}{arguments}",
                [.. isOnly ? [] : Measure(turns, count), .. children.SelectMany(number => ChildTimeLine.Measure(Program, number, turns))]));
        });
        return command;
    }

    private static IEnumerable<Row> Measure(int turns, int files)
    {
        using var folder = new GameFolder(Program, Loader);
        GameFolder.CreateFiles(Path.Combine(folder.Mod, "data"), files);
        NativePrograms.Build("starting.c", Path.Combine(folder.Game, Windowed), "-municode",
            Width.Is32Bit ? "-Wl,-u,__imp__MessageBoxW@16" : "-Wl,-u,__imp_MessageBoxW", "-lntdll");
        string program = Path.Combine(folder.Game, Program);
        Part plain = new("the plain program", () => GameProcess.Run(program, []));
        Part[] parts =
        [
            .. OperatingSystem.IsWindows()
                ? (Part[])[]
                : [new Part("rvfs run", () => GameProcess.Run(program, [], new GameOptions { Vfs = true }), 150)],
            new Part("rvfs.exe run", () => GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["run", program]), 60),
            new Part("rvfs.exe run --no-mods", () => GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["run", "--no-mods", program])),
            new Part("rvfs.exe --version", () => GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["--version"])),
        ];
        // Without rvfs: the cost that the DLL's own start adds to a program.
        string loader = Path.Combine(folder.Game, Loader);
        Part loading = new("a program that starts the DLL itself",
            () => GameProcess.Run(loader, ["describe", WinePrefix.ToWindows(PublishedArtifacts.Library), "start"]));
        StartsInDll[] starts = [new(folder, Program), new(folder, Windowed)];
        List<double> children = [], plainChildren = [];
        StartTimeLine line = new(folder, vfs: true), plainLine = new(folder, vfs: false);
        for (int turn = 0; turn <= turns; turn++)
        {
            Console.Error.WriteLine(turn == 0 ? "warming up" : $"turn {turn} of {turns}");
            double begun = plain.Take(keep: turn > 0);
            foreach (Part part in (Part[])[.. parts, loading])
                part.Take(keep: turn > 0, begun);
            foreach (StartsInDll start in starts)
                start.Take(keep: turn > 0);
            line.Take(keep: turn > 0);
            plainLine.Take(keep: turn > 0);
            double[] withVfs = Children(folder, vfs: true), without = Children(folder, vfs: false);
            if (turn == 0)
                continue;
            children.AddRange(withVfs.Zip(without, (with, plainly) => with - plainly));
            plainChildren.AddRange(without);
        }

        string parameters = string.Create(CultureInfo.InvariantCulture, $"1 mod, {files} files");
        yield return Row.Of("the plain program", "", "ms", new Measured(new Samples(plain.Times), 0));
        foreach (Part part in parts)
            yield return Row.Of($"added by {part.Name}", parameters, "ms", new Measured(new Samples(part.Added), 0), target: part.Target);
        foreach (Row row in (Row[])[.. starts[0].Rows(parameters), .. starts[1].Rows(parameters + ", with user32")])
            yield return row;
        foreach (Row row in (Row[])[.. line.Rows(parameters), .. plainLine.Rows("without the VFS")])
            yield return row;
        yield return Row.Of("a plain child", "", "ms", new Measured(new Samples(plainChildren), 0));
        yield return Row.Of("added to a child that is followed", parameters, "ms", new Measured(new Samples(children), 0),
            target: Target.Value(25));
        foreach (Part part in (Part[])[plain, .. parts, loading])
        {
            if (part.Faults.Count == 0)
                continue;
            Samples faults = new(part.Faults);
            yield return Row.Of($"page faults of {part.Name}", parameters, "", faults.Median) with
            {
                OursMinimum = faults.Minimum,
                OursLow = faults.MedianInterval.Low,
                OursHigh = faults.MedianInterval.High,
                Samples = faults.Values.Count,
            };
        }
    }

    private static double[] Children(GameFolder folder, bool vfs) =>
    [
        .. folder.Run(vfs, TimeSpan.FromMinutes(2), ["children", $"{ChildrenAtOnce}"])
            .Where(line => line[0] == "child")
            .Select(line => GameFolder.Number(line[1])),
    ];

    /// <summary>One way of starting the program, with the times of its runs.</summary>
    private sealed class Part(string name, Func<GameResult> run, double mostMilliseconds = 0)
    {
        public string Name => name;

        /// <summary>Gets the nanoseconds of each run.</summary>
        public List<double> Times { get; } = [];

        /// <summary>Gets the page faults of each run, if the system counts them.</summary>
        public List<double> Faults { get; } = [];

        /// <summary>Gets the nanoseconds of each run beyond those of the plain program in the same turn.</summary>
        public List<double> Added { get; } = [];

        // 32-bit games have one figure for what the start in them adds.
        public Target Target => mostMilliseconds == 0 || Width.Is32Bit ? Target.None : Target.Value(mostMilliseconds);

        public double Take(bool keep, double plain = 0)
        {
            LinuxUsage? before = LinuxUsage.OfChildren;
            GameResult result = run();
            long? faults = LinuxUsage.OfChildren?.PageFaults - before?.PageFaults;
            if (result.ExitCode != 0)
                throw new InvalidOperationException($"{name} ended with {result}");
            double nanoseconds = result.Elapsed.TotalNanoseconds;
            if (keep)
            {
                Times.Add(nanoseconds);
                Added.Add(nanoseconds - plain);
                if (faults is { } count)
                    Faults.Add(count);
            }

            return nanoseconds;
        }
    }

    /// <summary>Starts of the DLL in a program, with the times of their steps, as the DLL itself reports them.</summary>
    private sealed class StartsInDll(GameFolder folder, string program)
    {
        private readonly List<double> _whole = [];
        private readonly Dictionary<string, List<double>> _steps = [];

        public void Take(bool keep)
        {
            string text = string.Concat(folder.Run(vfs: true, TimeSpan.FromMinutes(2), ["describe"], program: program)
                .Select(line => string.Join('\t', line)));
            using JsonDocument json = JsonDocument.Parse(text[..(text.LastIndexOf('}') + 1)]);
            if (!keep)
                return;
            double runtime = 0;
            foreach ((string name, double milliseconds) in StepsOf(json.RootElement))
            {
                runtime += name.StartsWith(RuntimeStep, StringComparison.Ordinal) ? milliseconds : 0;
                (_steps.TryGetValue(name, out List<double>? list) ? list : _steps[name] = []).Add(milliseconds * 1e6);
            }

            _whole.Add((runtime + json.RootElement.GetProperty("startMilliseconds").GetDouble()) * 1e6);
        }

        public IEnumerable<Row> Rows(string parameters) =>
        [
            Row.Of("a start in the DLL", parameters, "ms", new Measured(new Samples(_whole), 0), target: Target.Value(Width.Is32Bit ? 80 : 15)),
            .. _steps.Select(step => Row.Of($"  step {step.Key}", parameters, "ms", new Measured(new Samples(step.Value), 0))),
        ];

        /// <summary>Returns the steps in milliseconds; those of the runtime that the DLL for 32-bit games brings come first.</summary>
        private static IEnumerable<(string Name, double Milliseconds)> StepsOf(JsonElement described) =>
        [
            .. described.TryGetProperty("coreClr", out JsonElement runtime)
                ? ((string[])["load", "initialize", "bind"]).Select(part =>
                    (RuntimeStep + part, runtime.GetProperty(part + "Milliseconds").GetDouble()))
                : [],
            .. described.GetProperty("startSteps").EnumerateObject().Select(step => (step.Name, step.Value.GetDouble())),
        ];
    }
}
