using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// When what happens at a start: since the first program was started, launcher to the game's first line and to the end. The program
/// (Native/measuring/starting.c) tells when it and its parent were made, by the system's clock.
/// </summary>
/// <param name="folder">The game, whose program it is.</param>
/// <param name="vfs">Through <c>rvfs run</c>, or plainly.</param>
internal sealed class StartTimeLine(GameFolder folder, bool vfs)
{
    private static readonly (string Point, string Meaning)[] Points =
    [
        ("parent", "rvfs.exe is made"),
        ("process", "the game's process is made"),
        ("line", "the game's first line runs"),
        ("end", "all programs have ended"),
    ];

    private readonly Dictionary<string, List<double>> _times = Points.ToDictionary(point => point.Point, _ => new List<double>());

    /// <summary>Starts the program once.</summary>
    /// <param name="keep">Whether its times count.</param>
    public void Take(bool keep)
    {
        DateTime began = DateTime.UtcNow;
        string[][] lines = [.. folder.Run(vfs, TimeSpan.FromMinutes(2), ["points"])];
        DateTime end = DateTime.UtcNow;
        if (!keep)
            return;
        foreach (string[] line in lines)
        {
            // Without the VFS the parent is no program of ours.
            if (line is [var point, var time] && (vfs || point != "parent"))
                _times[point].Add((DateTime.FromFileTimeUtc((long)GameFolder.Number(time)) - began).TotalNanoseconds);
        }

        _times["end"].Add((end - began).TotalNanoseconds);
    }

    /// <summary>A row for each point, in the order in which they come.</summary>
    /// <param name="parameters">What was started.</param>
    public IEnumerable<Row> Rows(string parameters) => Points.Where(point => _times[point.Point].Count > 0)
        .Select(point => Row.Of($"time line: {point.Meaning}", parameters, "ms", new Measured(new Samples(_times[point.Point]), 0)));
}
