using System.Globalization;
using System.Text.Json;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// The times of a program that a game starts, from the call of <c>CreateProcess</c> to its end, beside those of a plain one; with the VFS
/// also the steps of its start in the DLL.
/// </summary>
/// <remarks>
/// The program (Native/measuring/starting.c, <c>followed</c>) reports the points by the system's clock. What the child takes to print
/// between its first line and its last isn't counted.
/// </remarks>
internal sealed class ChildTimeLine
{
    private const string PlainChild = "a plain child";
    private const int ChildrenAtOnce = 4, FilesInFirstFolder = 400;
    private const double MostAddedToSmall = 20, MostAdded = 30;

    private static readonly (string From, string To, string Meaning)[] s_parts =
    [
        ("called", "process", "CreateProcess, until the process is made"),
        ("process", "line", "its first line runs"),
        ("called", "returned", "CreateProcess has returned"),
        ("last", "ended", "its last line, until it has ended"),
    ];

    private readonly Dictionary<string, List<double>> _parts = s_parts.ToDictionary(part => part.Meaning, _ => new List<double>());
    private readonly Dictionary<string, List<double>> _steps = [];
    private readonly List<double> _whole = [];

    /// <summary>Measures children with the VFS and plain ones in turns, in a game whose mod has a number of files.</summary>
    /// <param name="program">The program.</param>
    /// <param name="files">The number of files; beyond 400 in folders as games have them.</param>
    /// <param name="turns">The number of measured turns, after one that warms up.</param>
    public static IEnumerable<Row> Measure(string program, int files, int turns)
    {
        Console.Error.WriteLine($"children with {files} files");
        using var folder = new GameFolder(program);
        GameFolder.CreateFiles(Path.Combine(folder.Mod, "data"), Math.Min(files, FilesInFirstFolder));
        folder.AddUnopened(files - FilesInFirstFolder);
        ChildTimeLine line = new(), plain = new();
        for (int turn = 0; turn <= turns; turn++)
        {
            line.Take(folder, vfs: true, keep: turn > 0);
            plain.Take(folder, vfs: false, keep: turn > 0);
        }

        return line.Rows(plain, files);
    }

    private void Take(GameFolder folder, bool vfs, bool keep)
    {
        string[][] lines = [.. folder.Run(vfs, TimeSpan.FromMinutes(2), ["followed", $"{ChildrenAtOnce}"])];
        Dictionary<string, DateTime> points = [];
        foreach (string[] line in keep ? lines.Where(line => line.Length == 2) : [])
        {
            if (line[0] == "described")
            {
                AddSteps(line[1]);
                continue;
            }

            points[line[0]] = DateTime.FromFileTimeUtc((long)GameFolder.Number(line[1]));
            if (line[0] == "ended")
                Add(points);
        }
    }

    private void AddSteps(string description)
    {
        using JsonDocument json = JsonDocument.Parse(description);
        foreach (JsonProperty step in json.RootElement.GetProperty("startSteps").EnumerateObject())
            (_steps.TryGetValue(step.Name, out List<double>? list) ? list : _steps[step.Name] = []).Add(step.Value.GetDouble() * 1e6);
    }

    private void Add(Dictionary<string, DateTime> points)
    {
        foreach ((string from, string to, string meaning) in s_parts)
            _parts[meaning].Add((points[to] - points[from]).TotalNanoseconds);
        _whole.Add((points["line"] - points["called"] + (points["ended"] - points["last"])).TotalNanoseconds);
    }

    private IEnumerable<Row> Rows(ChildTimeLine plain, int files)
    {
        string parameters = string.Create(CultureInfo.InvariantCulture, $"1 mod, {files} files");
        foreach ((_, _, string meaning) in s_parts)
            yield return Row.Of($"a child: {meaning}", parameters, "ms", Of(_parts[meaning]), PlainChild, Of(plain._parts[meaning]));
        yield return Row.Of("a child, from its start to its end", parameters, "ms", Of(_whole), PlainChild, Of(plain._whole));
        yield return Row.Of("added to a child", parameters, "ms", Of([.. _whole.Zip(plain._whole, (with, without) => with - without)]),
            target: Target.Value(files <= FilesInFirstFolder ? MostAddedToSmall : MostAdded));
        foreach ((string name, List<double> values) in _steps)
            yield return Row.Of($"  its step {name}", parameters, "ms", Of(values));
    }

    private static Measured Of(List<double> values) => new(new Samples(values), 0);
}
