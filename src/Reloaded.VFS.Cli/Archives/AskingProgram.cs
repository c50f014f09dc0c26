using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Archives.Fomod;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A question about an archive, one line of JSON on standard output.</summary>
/// <param name="Question">The subject: a group of an installer, the parts of an archive, or files that were changed.</param>
/// <param name="Title">The mod or the archive.</param>
/// <param name="Step">The installer's page.</param>
/// <param name="Group">The group's name.</param>
/// <param name="Multiple">True if several options may be chosen.</param>
/// <param name="Optional">True if none may be chosen.</param>
/// <param name="Chosen">The numbers of those that are chosen if nobody decides.</param>
/// <param name="Files">The files that were changed.</param>
/// <param name="Back">True if the answer may be "back", which repeats the previous question.</param>
internal sealed record ArchiveQuestion(string Question, string Title, string Step, string Group, bool Multiple, bool Optional,
    IReadOnlyList<ArchiveOption> Options, IReadOnlyList<int> Chosen, IReadOnlyList<string> Files, bool Back = false);

/// <summary>An option of a question.</summary>
/// <param name="Type">The installer's recommendation: required, optional, recommended, notUsable or couldBeUsable.</param>
/// <param name="Picture">The file with its picture, or null.</param>
internal sealed record ArchiveOption(string Name, string Description, string Type, string? Picture);

/// <summary>The generated serializers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ArchiveQuestion))]
[JsonSerializable(typeof(int[]))]
internal sealed partial class ArchiveQuestionContext : JsonSerializerContext;

/// <summary>
/// The program that started this one and asks the user in its own way, as the page of <c>rvfs ui</c> does: each question is a line of JSON
/// on standard output, each answer a line of JSON on standard input. The end of the input is a refusal.
/// </summary>
internal sealed class AskingProgram
{
    /// <summary>The option by which it makes itself known.</summary>
    public const string Option = "--ask-by-json";

    private const string None = "", Back = "\"back\"";

    /// <summary>Asks about a group of an installer.</summary>
    /// <param name="defaults">The default choice.</param>
    /// <param name="isFirst">True if no question comes before it.</param>
    /// <returns>The numbers of the chosen options, or null to go back to the question before.</returns>
    public IReadOnlyList<int>? Ask(ModSource source, FomodScript script, FomodQuestion question, IReadOnlyList<int> defaults, bool isFirst)
    {
        ArchiveOption[] options = [.. question.Group.Options.Select((option, i) => new ArchiveOption(option.Name, option.Description,
            JsonNamingPolicy.CamelCase.ConvertName(question.Types[i].ToString()), PictureOf(script, option)))];
        bool isOptional = question.Group.Kind is FomodGroupKind.SelectAtMostOne or FomodGroupKind.SelectAny;
        string answer = Ask(new("group", script.Name.Length > 0 ? script.Name : source.Name, question.Step.Name, question.Group.Name,
            question.IsMultiple, isOptional, options, defaults, [], !isFirst));
        return answer == Back && !isFirst ? null : Numbers(answer, options.Length);
    }

    public IReadOnlyList<string> AskParts(string archive, IReadOnlyList<string> parts)
    {
        ArchiveOption[] options = [.. parts.Select(part => new ArchiveOption(part, None, None, null))];
        ArchiveQuestion question = new("parts", Path.GetFileName(archive), None, None, Multiple: true, Optional: false, options, [0], []);
        int[] chosen = Numbers(Ask(question), parts.Count);
        return [.. chosen.Order().Select(i => parts[i])];
    }

    /// <summary>Asks whether files that were changed here and by an update stay as they are.</summary>
    /// <returns>"mine" or "new".</returns>
    public string AskChanged(ModSource source, IReadOnlyList<string> paths) =>
        Ask(new("changed", source.Name, None, None, Multiple: false, Optional: false, [], [], paths)) switch
        {
            "\"mine\"" => "mine",
            "\"new\"" => "new",
            _ => throw Stopped(),
        };

    private static string? PictureOf(FomodScript script, FomodOption option) =>
        option.Picture is { } picture ? CaseInsensitivePath.Find(Path.Combine(script.Root, picture)) : null;

    private static string Ask(ArchiveQuestion question)
    {
        Console.Out.WriteLine(JsonSerializer.Serialize(question, ArchiveQuestionContext.Default.ArchiveQuestion));
        Console.Out.Flush();
        return Console.In.ReadLine()?.Trim() ?? throw Stopped();
    }

    private static int[] Numbers(string answer, int count)
    {
        try
        {
            return JsonSerializer.Deserialize(answer, ArchiveQuestionContext.Default.Int32Array) is { } numbers
                && Array.TrueForAll(numbers, number => number >= 0 && number < count) ? numbers : throw Stopped();
        }
        catch (JsonException)
        {
            throw Stopped();
        }
    }

    private static CliException Stopped() => new("Nothing was done.");
}
