using System.Diagnostics;
using System.Text.Json;

namespace Reloaded.VFS.Dll.Host;

/// <summary>The steps of the last start and the time of each. Not thread-safe: used while the host's lock is held.</summary>
internal sealed class StartSteps
{
    private readonly List<(string Name, double Milliseconds)> _steps = [];
    private readonly long _began = Stopwatch.GetTimestamp();
    private long _last = Stopwatch.GetTimestamp();

    /// <summary>Gets the time since the start began, in milliseconds.</summary>
    public double Milliseconds => Math.Round(Stopwatch.GetElapsedTime(_began).TotalMilliseconds, 1);

    /// <summary>Notes the end of a step; the next begins.</summary>
    /// <param name="name">The step's name in <c>rvfs_describe</c>.</param>
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
