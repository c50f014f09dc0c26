using System.Diagnostics;
using System.Text.Json;

namespace Reloaded.VFS.Dll.Host;

/// <summary>What the last start spent its time on. Not thread-safe: the host's lock is held.</summary>
internal sealed class StartSteps
{
    private readonly List<(string Name, double Milliseconds)> _steps = [];
    private readonly long _began = Stopwatch.GetTimestamp();
    private long _last = Stopwatch.GetTimestamp();

    /// <summary>Since the start began.</summary>
    public double Milliseconds => Math.Round(Stopwatch.GetElapsedTime(_began).TotalMilliseconds, 1);

    /// <summary>Notes that a step has ended; the next begins.</summary>
    /// <param name="name">As <c>rvfs_describe</c> names it.</param>
    public void End(string name)
    {
        long now = Stopwatch.GetTimestamp();
        _steps.Add((name, Stopwatch.GetElapsedTime(_last, now).TotalMilliseconds));
        _last = now;
    }

    /// <summary>Writes an object of names and milliseconds, in the order of the steps.</summary>
    public void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject("startSteps");
        foreach ((string name, double milliseconds) in _steps)
            json.WriteNumber(name, Math.Round(milliseconds, 2));
        json.WriteEndObject();
    }
}
