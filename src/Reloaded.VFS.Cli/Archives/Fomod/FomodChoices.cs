using System.Runtime.InteropServices;
using System.Text.Json;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>
/// Earlier choices in an installer, from a file: names of pages, groups and options. The form is that of Vortex' collections.
/// Immutable.
/// </summary>
internal sealed class FomodChoices
{
    private readonly List<(string Step, string Group, List<string> Options)> _groups;

    private FomodChoices(List<(string Step, string Group, List<string> Options)> groups) => _groups = groups;

    /// <summary>Reads a file.</summary>
    /// <exception cref="FomodException">The file can't be understood.</exception>
    public static FomodChoices Parse(ReadOnlySpan<byte> content)
    {
        try
        {
            using JsonDocument json = JsonDocument.Parse(TextFile.Decode(content),
                new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            JsonElement root = json.RootElement;
            // A collection has the choices of each mod below this key.
            if (root.ValueKind == JsonValueKind.Object && root.TryGetProperty("choices", out JsonElement choices))
                root = choices;
            return new FomodChoices([.. List(root, "options").SelectMany(step => List(step, "groups"),
                (step, group) => (NameOf(step), NameOf(group), List(group, "choices").Select(NameOf).ToList()))]);
        }
        catch (JsonException e)
        {
            throw new FomodException((int)(e.LineNumber ?? 0) + 1, "it isn't valid JSON");
        }
        catch (InvalidOperationException)
        {
            throw new FomodException(1,
                """it must be { "options": [{ "name": PAGE, "groups": [{ "name": GROUP, "choices": [{ "name": OPTION }] }] }] }""");
        }
    }

    public static byte[] Write(FomodSelection selection) => ReadableJson.Write(json => json.WriteObject(() =>
    {
        json.WriteString("type", "fomod");
        json.WriteObjects("options", selection.Groups.GroupBy(group => group.Step, ReferenceEqualityComparer.Instance), step =>
        {
            json.WriteString("name", step.First().Step.Name);
            json.WriteObjects("groups", step, chosen =>
            {
                json.WriteString("name", chosen.Group.Name);
                json.WriteObjects("choices", chosen.Chosen, i =>
                {
                    json.WriteString("name", chosen.Group.Options[i].Name);
                    json.WriteNumber("idx", i);
                });
            });
        });
    }));

    /// <summary>Returns the earlier choice in a group, by the names of its options, or null if the file doesn't have the group.</summary>
    /// <param name="unknown">The name of an option that the group doesn't have, or null.</param>
    public IReadOnlyList<int>? Find(FomodQuestion question, out string? unknown)
    {
        unknown = null;
        int found = _groups.FindIndex(group => Is(group.Step, question.Step.Name) && Is(group.Group, question.Group.Name));
        if (found < 0)
            return null;
        var chosen = new List<int>();
        foreach (string name in _groups[found].Options)
        {
            int option = Enumerable.Range(0, question.Group.Options.Count)
                .FirstOrDefault(i => !chosen.Contains(i) && Is(question.Group.Options[i].Name, name), -1);
            if (option < 0)
                unknown ??= name;
            else
                chosen.Add(option);
        }

        return chosen;
    }

    private static bool Is(string one, string other) => one.Trim().Equals(other.Trim(), StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<JsonElement> List(JsonElement element, string key) =>
        element.TryGetProperty(key, out JsonElement list) ? list.EnumerateArray() : throw new InvalidOperationException();

    private static string NameOf(JsonElement element) =>
        element.TryGetProperty("name", out JsonElement name) && JsonText.ReadValue(JsonMarshal.GetRawUtf8Value(name)) is { } text
            ? text
            : throw new InvalidOperationException();
}
