using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Checking.Reporting;
using Reloaded.VFS.Cli.Installing;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>
/// A test of Reloaded VFS on this system: a game, which is rvfs.exe itself, runs with a mod in each way, and must see what it sees in
/// a plain folder into which the mod was copied.
/// </summary>
/// <remarks>Everything is in one folder, which is deleted at the end. The user's settings, games and reports aren't touched.</remarks>
internal sealed class SelfTest
{
    /// <summary>The DLL of Windows that the game imports, and that the installed VFS replaces.</summary>
    public const string ImportedDll = "version.dll";

    private const string ImportedFunction = "GetFileVersionInfoSizeW";
    private const int Patience = 60_000; // milliseconds

    private readonly string _folder;
    private readonly List<SelfTestCheck> _checks = [];

    private SelfTest(string folder) => _folder = folder;

    /// <summary>Runs the test.</summary>
    /// <param name="place">The folder in which the test makes its own; null for the temporary folder.</param>
    /// <param name="keeps">True to keep that folder.</param>
    /// <param name="wine">The Wine that rvfs of Linux has used, or null.</param>
    /// <exception cref="CliException">The folder can't be made.</exception>
    public static SelfTestResult Run(string? place, bool keeps, string? wine)
    {
        long began = Stopwatch.GetTimestamp();
        string folder = MakeFolder(place);
        try
        {
            SelfTest test = new(folder);
            (string[] hooks, string[] process) = test.RunAll();
            string system = WindowsVersion.Describe(SystemFacts.Real.Registry), processor = $"{Processor.Name()}; {Processor.Features()}";
            double seconds = Math.Round(Stopwatch.GetElapsedTime(began).TotalSeconds, 1);
            return new SelfTestResult(system, processor, wine, seconds, test._checks, hooks, process, keeps ? folder : null);
        }
        finally
        {
            // A scanner may still have a program open.
            for (int attempt = 0; !keeps && attempt < 20 && !DiskRemoval.TryDeleteTree(folder); attempt++)
                Thread.Sleep(100);
        }
    }

    private static string MakeFolder(string? place)
    {
        try
        {
            return place is null
                ? Directory.CreateTempSubdirectory("rvfs-selftest-").FullName
                : Directory.CreateDirectory(Path.Combine(Path.GetFullPath(place), $"rvfs-selftest-{Guid.NewGuid():N}")).FullName;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CliException($"There is no room for the test: {ErrorCause.Of(e)}",
                "Name a folder that you may write to: rvfs selftest --dir DIR");
        }
    }

    private (string[] Hooks, string[] Process) RunAll()
    {
        byte[] program = GameImages.WithImport(File.ReadAllBytes(Environment.ProcessPath!), ImportedDll, ImportedFunction);
        Directory.CreateDirectory(Path.Combine(_folder, "out"));
        TestGame plain = TestGame.Make(Path.Combine(_folder, "plain"), program, isPlain: true),
            game = TestGame.Make(Path.Combine(_folder, "game"), program, isPlain: false);
        Played expected = Play("plain", plain, plain.Program, [], GameTasks.All);

        string output = TryOverwrite(game, expected);
        TryInPlace(game, expected);
        TryInstall(program, expected);
        return (DescribeHooks(output + GameTasks.DescriptionEnding), ReadLines(output + GameTasks.ProcessEnding));
    }

    /// <summary>Checks everything that a game sees, and writes to the overwrite folder. Returns the path of the game's output.</summary>
    private string TryOverwrite(TestGame game, Played expected)
    {
        game.Configure("""{ "writes": "overwrite" }""");
        SortedDictionary<string, string> before = game.Survey();
        Played seen = PlayWithMods("overwrite", game);
        foreach ((string task, string name) in ((string, string)[])[("opens", "files are opened"), ("listings", "folders are listed"),
            ("mapping", "a file is mapped, and named by its handle"), ("dll", "a mod's DLL is loaded"),
            ("child", "a program that the game starts"),
            ("live", "a mod changes while the game runs"), ("saves", "saves, four ways, to the overwrite folder"),
            ("tree", "all files afterwards")])
            Compare(name, expected, seen, task);
        Compare("no file of the game or the mod has changed", before, game.Survey());
        return seen.Output;
    }

    private void TryInPlace(TestGame game, Played expected)
    {
        game.Configure("""{ "undo": true }""");
        SortedDictionary<string, string> before = game.Survey();
        Played seen = PlayWithMods("in-place", game);
        Compare("saves, four ways, in place", expected, seen, "saves", "tree");
        bool hasChanged = FirstDifference(before, game.Survey()) is not null;
        (int code, string said) = Start(Environment.ProcessPath!, ["undo", "--yes", "--game", game.Program]);
        if (!hasChanged)
            Add("rvfs undo takes them back", "the game has changed nothing");
        else if (code != 0)
            Add("rvfs undo takes them back", $"rvfs undo ended with {code}: {LastLine(said)}");
        else
            Compare("rvfs undo takes them back", before, game.Survey());
    }

    private void TryInstall(byte[] program, Played expected)
    {
        const string Installed = "installed beside the game, started without rvfs";
        const string Uninstalled = "rvfs uninstall leaves the folder as it was";
        // Wine takes its own DLL, unless this variable of the Linux side says otherwise.
        if (WineFunctions.IsWine
            && Environment.GetEnvironmentVariable(DllOverrides.Variable)?.Contains("version", StringComparison.Ordinal) != true)
        {
            const string Cause = "Wine needs WINEDLLOVERRIDES=version=n,b, which rvfs of Linux sets";
            _checks.Add(new SelfTestCheck(Installed, SelfTestOutcome.Skipped, Cause));
            _checks.Add(new SelfTestCheck(Uninstalled, SelfTestOutcome.Skipped, Cause));
            return;
        }

        TestGame game = TestGame.Make(Path.Combine(_folder, "installed"), program, isPlain: false);
        string before = FolderFingerprint.Of(game.Folder);
        try
        {
            _ = new Installation(LauncherFolder.Path, TextWriter.Null).Install(game.Program, GamePrefix.Find(game.Program));
            Compare(Installed, expected, Play("installed", game, game.Program, [], GameTasks.Looks), GameTasks.Looks);
            bool isGone = new Removal(TextWriter.Null).Uninstall(game.Program);
            string after = FolderFingerprint.Of(game.Folder);
            Add(Uninstalled, !isGone ? "not everything could be removed" : after != before ? $"before {before}, now {after}" : null);
        }
        catch (CliException e)
        {
            Add(Installed, e.OwnText);
        }
    }

    private Played PlayWithMods(string name, TestGame game)
    {
        // Neither the user's list of games nor that of reports learns of this run.
        string exit = Path.Combine(_folder, "out", name + ".exit"), report = Path.Combine(_folder, "out", name + ".report.json");
        string[] words = ["run", ExitFile.Option, exit, "--report-file", report, game.Program];
        return Play(name, game, Environment.ProcessPath!, words, GameTasks.All);
    }

    /// <summary>Lets the game run its tasks, and adds a file to its mod once the game waits for that.</summary>
    private Played Play(string name, TestGame game, string program, string[] before, string[] tasks)
    {
        string output = Path.Combine(_folder, "out", name + ".txt"), late = Path.Combine(game.ModFolder, GameTasks.LateFile);
        using ManualResetEventSlim ended = new();
        Thread other = new(() =>
        {
            while (!File.Exists(output + GameTasks.ReadyEnding))
            {
                if (ended.Wait(10))
                    return;
            }

            // Complete when it appears.
            string made = Path.Combine(_folder, "out", name + ".late");
            File.WriteAllText(made, "late");
            DiskRemoval.Rename(made, late);
        });
        other.Start();
        (int code, string said) = Start(program,
            [.. before, "selftest", "--play", output, .. tasks.SelectMany(task => (string[])["--task", task])]);
        ended.Set();
        other.Join();
        DiskRemoval.DeleteFile(late);
        return Played.Read(output, code, said);
    }

    private (int Code, string Said) Start(string program, string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            WorkingDirectory = _folder,
        };
        // What the user has set for games, such as RVFS_NO_AUTOSTART, says nothing about this system.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("RVFS_", StringComparison.OrdinalIgnoreCase)).ToList())
            start.Environment.Remove(name);
        using Process process = Process.Start(start)!;
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
        {
            process.Kill(entireProcessTree: true);
            return (-1, $"hasn't ended in {Patience / 1000} s");
        }

        return (process.ExitCode, output.Result + errors.Result);
    }

    private void Compare(string name, Played expected, Played seen, params string[] tasks)
    {
        foreach (string task in tasks)
        {
            if (expected.Tasks.GetValueOrDefault(task) is not { Length: > 0 } right)
                Add(name, $"not even in a plain folder: {expected.Cause}");
            else if (seen.Tasks.GetValueOrDefault(task) is not { } lines)
                Add(name, $"the game didn't come to it: {seen.Cause}");
            else if (Enumerable.Range(0, Math.Max(right.Length, lines.Length)).FirstOrDefault(
                i => right.ElementAtOrDefault(i) != lines.ElementAtOrDefault(i), -1) is >= 0 and var at)
                Add(name, $"seen '{lines.ElementAtOrDefault(at)}', in a plain folder '{right.ElementAtOrDefault(at)}'");
            else
                continue;
            return;
        }

        Add(name, null);
    }

    private void Compare(string name, SortedDictionary<string, string> before, SortedDictionary<string, string> after) =>
        Add(name, FirstDifference(before, after) is { } path ? $"not the same as before: {path}" : null);

    private void Add(string name, string? failure) =>
        _checks.Add(new SelfTestCheck(name, failure is null ? SelfTestOutcome.Passed : SelfTestOutcome.Failed, failure));

    private static string? FirstDifference(SortedDictionary<string, string> before, SortedDictionary<string, string> after) =>
        before.Keys.Union(after.Keys, StringComparer.OrdinalIgnoreCase)
            .FirstOrDefault(path => before.GetValueOrDefault(path) != after.GetValueOrDefault(path));

    /// <summary>Counts the hooks, and the shapes of the entries that were found under them.</summary>
    private static string[] DescribeHooks(string file)
    {
        if (!File.Exists(file))
            return ["the DLL wasn't in the game's process"];
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(file));
        JsonElement[] hooks = [.. document.RootElement.GetProperty("hooks").EnumerateArray()];
        JsonElement[] installed = [.. hooks.Where(hook => hook.GetProperty("installed").GetBoolean())];
        IEnumerable<string> shapes = installed.GroupBy(ShapeOf).OrderByDescending(group => group.Count())
            .Select(group => $"{group.Key}: {Names(group)}");
        return [$"{installed.Length} of {hooks.Length} functions are hooked", .. shapes,
            .. hooks.Except(installed).Select(hook => $"not hooked: {hook.GetProperty("function")}, {hook.GetProperty("detail")}")];

        static string Names(IGrouping<string, JsonElement> group) => group.Count() > 3
            ? $"{group.Count()} functions"
            : string.Join(", ", group.Select(hook => hook.GetProperty("function").ToString()));
    }

    private static string ShapeOf(JsonElement hook)
    {
        string entry = hook.TryGetProperty("entry", out JsonElement bytes) ? bytes.ToString() : "";
        string kind = hook.GetProperty("kind").ToString();
        string shape = hook.GetProperty("jumpsTo").ToString() is { Length: > 0 } other ? $"a jump of another program, to {other}"
            : entry.StartsWith("4C8BD1B8", StringComparison.OrdinalIgnoreCase) ? "a system call as Windows has it"
            : $"other code ({entry[..Math.Min(entry.Length, 16)]}…)";
        return $"{shape}, hooked by {kind}";
    }

    private static string[] ReadLines(string file) => File.Exists(file) ? [.. File.ReadLines(file).Select(line => line.Trim())] : [];

    private static string LastLine(string text) =>
        text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? "nothing was said";

    /// <summary>The results that a game wrote down, by task.</summary>
    private sealed record Played(string Output, Dictionary<string, string[]> Tasks, string Cause)
    {
        public static Played Read(string output, int code, string said)
        {
            Dictionary<string, string[]> tasks = [];
            if (File.Exists(output))
            {
                foreach (string part in ("\n" + File.ReadAllText(output)).Split("\n## ").Skip(1))
                {
                    string[] lines = part.TrimEnd('\n').Split('\n');
                    // What a child has written down has a heading of that kind, too.
                    tasks.TryAdd(lines[0], lines[1..]);
                }
            }

            string meaning = NtStatusNames.NameOf((uint)code) is { } name ? $" ({name})" : "";
            return new Played(output, tasks, $"exit code {code}{meaning}, {LastLine(said)}");
        }
    }
}

internal enum SelfTestOutcome
{
    /// <summary>The game saw what it sees in a plain folder.</summary>
    [JsonStringEnumMemberName("passed")]
    Passed,

    /// <summary>The game saw something else.</summary>
    [JsonStringEnumMemberName("failed")]
    Failed,

    /// <summary>The check can't be made here.</summary>
    [JsonStringEnumMemberName("skipped")]
    Skipped,
}

/// <summary>A check of the self-test.</summary>
/// <param name="Name">The name of what was checked.</param>
/// <param name="Detail">The observed result and the expected one, or the reason why the check can't be made. Null if it passed.</param>
internal sealed record SelfTestCheck(string Name, SelfTestOutcome Outcome, string? Detail);

/// <summary>The result of a self-test.</summary>
/// <param name="System">The system: Windows, or Wine.</param>
/// <param name="Wine">The Wine that rvfs of Linux has used; null on Windows, or if rvfs.exe was started itself.</param>
/// <param name="Seconds">The time that it took.</param>
/// <param name="Checks">The checks, in their order.</param>
/// <param name="Hooks">The hooks in the game's process, and what the functions' entries looked like; a line for each kind.</param>
/// <param name="Process">The game's process: its policies, and the modules that aren't Windows' own.</param>
/// <param name="Folder">The folder of the test if it was kept.</param>
internal sealed record SelfTestResult(string System, string Processor, string? Wine, double Seconds, IReadOnlyList<SelfTestCheck> Checks,
    IReadOnlyList<string> Hooks, IReadOnlyList<string> Process, string? Folder)
{
    public bool HasPassed => Checks.All(check => check.Outcome != SelfTestOutcome.Failed);
}
