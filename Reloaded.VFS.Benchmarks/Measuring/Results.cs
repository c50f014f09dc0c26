using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Benchmarks.Beside;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Logging;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>The results that a command writes with <c>--json</c>.</summary>
/// <param name="Command">The command with its arguments, in a form that can be run again.</param>
/// <param name="Processor">The processor's own name, with the number of usable cores.</param>
/// <param name="System">The operating system.</param>
/// <param name="Runtime">The version of .NET.</param>
/// <param name="Date">The date, ISO 8601.</param>
/// <param name="Rows">The figures.</param>
public sealed record Results(string Command, string Processor, string System, string Runtime, string Date, IReadOnlyList<Row> Rows)
{
    /// <summary>Gets the figures of <c>contention</c>; otherwise null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ContentionRow>? Contention { get; init; }

    /// <summary>Gets the figures of <c>logging</c>; otherwise null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LoggingRow>? Logging { get; init; }

    /// <summary>Gets the figures of <c>scaling</c>; otherwise null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ScalingResults? Scaling { get; init; }

    /// <summary>Gets the figures of <c>beside</c>; otherwise null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public BesideResults? Beside { get; init; }

    /// <summary>Creates results of this machine with today's date.</summary>
    public static Results Of(string command, IReadOnlyList<Row> rows) =>
        new(command, ProcessorName.Get(), RuntimeInformation.OSDescription, Environment.Version.ToString(),
            DateTime.UtcNow.ToString("yyyy-MM-dd"), rows);

    public static Results Read(string path) => JsonSerializer.Deserialize(File.ReadAllBytes(path), ResultsJson.Default.Results)
        ?? throw new InvalidDataException($"{path} holds no results.");

    public void Write(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, ResultsJson.Default.Results));
}

// Source-generated, because a native image has nearly no reflection.
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, NewLine = "\n",
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(Results))]
internal sealed partial class ResultsJson : JsonSerializerContext;
