using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using Reloaded.VFS.Ui.Asking;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>The result of an act.</summary>
/// <param name="Code">The exit code; 0 for a job that has begun.</param>
/// <param name="Line">The equivalent command line.</param>
/// <param name="Output">The command's output.</param>
/// <param name="Messages">Its notices, warnings and errors.</param>
/// <param name="Job">The job that it began, or null.</param>
internal sealed record ActAnswer(int Code, string Line, string Output, string Messages, int? Job = null);

/// <summary>An answer to a question of a job.</summary>
/// <param name="Answer">The answer, JSON in one line; null to end the job.</param>
internal sealed record JobAnswer(int Job, string? Answer);

/// <summary>An event of a job.</summary>
/// <param name="Kind">The kind: begun, line, question or ended.</param>
/// <param name="Job">The job's number.</param>
/// <param name="Act">The act that began it.</param>
/// <param name="Text">A line of the output, the equivalent command line, or a question as JSON.</param>
/// <param name="Code">The exit code, when it has ended.</param>
internal sealed record JobEvent(string Kind, int Job, string Act, string Text, int? Code = null);

/// <summary>The game that the page shows.</summary>
/// <param name="Game">The game's name.</param>
/// <param name="Folder">The game's folder.</param>
/// <param name="Home">The user's folder.</param>
/// <param name="Set">The set that is shown first, or an empty text.</param>
/// <param name="Version">The version of Reloaded VFS.</param>
/// <param name="Jobs">The running jobs.</param>
internal sealed record AboutAnswer(string Game, string Folder, string Home, string Set, string Version, IReadOnlyList<JobEvent> Jobs);

/// <summary>A real file.</summary>
/// <param name="Source">Its path.</param>
/// <param name="Bytes">Its length, or null if it is a folder or can't be read.</param>
/// <param name="Changed">The time of its last change, or null.</param>
internal sealed record FileFacts(string Source, long? Bytes, DateTimeOffset? Changed);

/// <summary>The size of a mod on the disk.</summary>
/// <param name="Files">The number of its files.</param>
/// <param name="Bytes">Their length.</param>
internal sealed record SizeAnswer(int Files, long Bytes);

/// <summary>The generated serializers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ActRequest))]
[JsonSerializable(typeof(ActAnswer))]
[JsonSerializable(typeof(JobAnswer))]
[JsonSerializable(typeof(JobEvent))]
[JsonSerializable(typeof(AboutAnswer))]
[JsonSerializable(typeof(SizeAnswer))]
[JsonSerializable(typeof(List<FileFacts>))]
[JsonSerializable(typeof(string))]
internal sealed partial class UiJsonContext : JsonSerializerContext;

/// <summary>The serializers with their options.</summary>
internal static class UiJson
{
    public static readonly UiJsonContext Context =
        new(new(UiJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
