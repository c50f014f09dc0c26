using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Logging;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>What a command writes with <c>--json</c>.</summary>
/// <param name="Command">The command with its arguments, as it can be given again.</param>
/// <param name="Processor">The processor's own name, with the cores that could be used.</param>
/// <param name="System">The operating system.</param>
/// <param name="Runtime">The version of .NET.</param>
/// <param name="Date">The day, ISO 8601.</param>
/// <param name="Rows">The figures.</param>
public sealed record Results(string Command, string Processor, string System, string Runtime, string Date, IReadOnlyList<Row> Rows)
{
    /// <summary>Of <c>contention</c> only.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ContentionRow>? Contention { get; init; }

    /// <summary>Of <c>logging</c> only.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LoggingRow>? Logging { get; init; }

    /// <summary>Of <c>scaling</c> only.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ScalingResults? Scaling { get; init; }

    /// <summary>Of this machine, today.</summary>
    public static Results Of(string command, IReadOnlyList<Row> rows) =>
        new(command, ProcessorName.Get(), RuntimeInformation.OSDescription, Environment.Version.ToString(),
            DateTime.UtcNow.ToString("yyyy-MM-dd"), rows);

    public static Results Read(string path) => JsonSerializer.Deserialize(File.ReadAllBytes(path), ResultsJson.Default.Results)
        ?? throw new InvalidDataException($"{path} holds no results.");

    public void Write(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, ResultsJson.Default.Results));
}

// Generated, because the native image has no reflection to speak of.
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, NewLine = "\n",
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(Results))]
internal sealed partial class ResultsJson : JsonSerializerContext;
