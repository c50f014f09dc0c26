using System.Text.Json;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Profiling;

/// <summary>Writes a profile in the trace event format that Chrome (<c>chrome://tracing</c>) and Perfetto read.</summary>
internal static class ProfileTrace
{
    /// <summary>Writes a complete event for each call, and a track for each thread.</summary>
    public static void Write(Profile profile, Stream output)
    {
        using Utf8JsonWriter json = new(output);
        json.WriteStartObject();
        json.WriteString("displayTimeUnit", "ms");
        json.WriteStartArray("traceEvents");
        foreach (uint thread in profile.Calls.Select(c => c.Thread).Distinct())
        {
            json.WriteStartObject();
            json.WriteString("name", "thread_name");
            json.WriteString("ph", "M");
            json.WriteNumber("pid", 1);
            json.WriteNumber("tid", thread);
            json.WriteStartObject("args");
            json.WriteString("name", $"thread {thread}");
            json.WriteEndObject();
            json.WriteEndObject();
        }

        foreach (FileEvent call in profile.Calls)
        {
            json.WriteStartObject();
            json.WriteString("name", VirtualPath.GetName(call.Path));
            json.WriteString("cat", call.IsRedirected ? "mod" : call.IsMissing ? "missing" : "game");
            json.WriteString("ph", "X");
            json.WriteNumber("ts", Math.Round(call.Began.TotalMicroseconds, 3));
            json.WriteNumber("dur", Math.Round(call.Duration.TotalMicroseconds, 3));
            json.WriteNumber("pid", 1);
            json.WriteNumber("tid", call.Thread);
            json.WriteStartObject("args");
            json.WriteString("path", call.Path);
            json.WriteString("function", call.Function.ToString());
            json.WriteString("result", EventText.Status(call));
            if (call.Became is { } became)
                json.WriteString("became", became);
            if (call.Layer is { } layer)
                json.WriteString("mod", layer.Name);
            if (profile.Sizes.TryGetValue(call.Path, out long size))
                json.WriteNumber("size", size);
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
