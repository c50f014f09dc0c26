using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// The times of a start's points since the start of the first program: from the launcher to the game's first line and to the end.
/// </summary>
/// <remarks>The program (Native/measuring/starting.c) reports when it and its parent were created, by the system's clock.</remarks>
/// <param name="folder">The game, whose program is started.</param>
/// <param name="vfs">True to start through <c>rvfs run</c>.</param>
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
    /// <param name="keep">True to record the times.</param>
    public void Take(bool keep)
    {
        DateTime began = DateTime.UtcNow;
        string[][] lines = [.. folder.Run(vfs, TimeSpan.FromMinutes(2), ["points"])];
        DateTime end = DateTime.UtcNow;
        if (!keep)
            return;
        foreach (string[] line in lines)
        {
            // Without the VFS the parent isn't rvfs.
            if (line is [var point, var time] && (vfs || point != "parent"))
                _times[point].Add((DateTime.FromFileTimeUtc((long)GameFolder.Number(time)) - began).TotalNanoseconds);
        }

        _times["end"].Add((end - began).TotalNanoseconds);
    }

    /// <summary>Returns a row for each point, in order.</summary>
    /// <param name="parameters">The description of the started game.</param>
    public IEnumerable<Row> Rows(string parameters) => Points.Where(point => _times[point.Point].Count > 0)
        .Select(point => Row.Of($"time line: {point.Meaning}", parameters, "ms", new Measured(new Samples(_times[point.Point]), 0)));
}
