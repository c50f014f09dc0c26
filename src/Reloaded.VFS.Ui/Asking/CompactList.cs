using System.Text.Json;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Ui.Asking;

/// <summary>
/// The answer of <c>ls --json</c> as the page reads it: a list for each member, and numbers for the mods. A fifth as long, and read four
/// times as fast, which counts with 200,000 names.
/// </summary>
internal static class CompactList
{
    private const int FolderFlag = 1, ReplacesFlag = 2;

    /// <summary>Writes an answer again.</summary>
    /// <param name="answer">The answer of <c>ls --json</c>.</param>
    /// <exception cref="JsonException">It isn't one.</exception>
    public static byte[] Of(ReadOnlySpan<byte> answer)
    {
        var mods = new Dictionary<string, int>(StringComparer.Ordinal);
        List<string> paths = [];
        List<int> owners = [], flags = [];
        Utf8JsonReader reader = new(answer);
        while (reader.Read() && !(reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals("entries"u8)))
        {
        }

        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.StartObject)
            ReadEntry(ref reader, mods, paths, owners, flags);

        using MemoryStream memory = new();
        using (Utf8JsonWriter writer = new(memory))
        {
            writer.WriteStartObject();
            WriteAll(writer, "mods", mods.OrderBy(mod => mod.Value).Select(mod => mod.Key));
            WriteAll(writer, "paths", paths);
            WriteAll(writer, "owners", owners);
            WriteAll(writer, "flags", flags);
            writer.WriteEndObject();
        }

        return memory.ToArray();
    }

    private static void ReadEntry(ref Utf8JsonReader reader, Dictionary<string, int> mods, List<string> paths, List<int> owners,
        List<int> flags)
    {
        string path = "";
        int owner = -1, flag = 0;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            int member = reader.ValueTextEquals("path"u8) ? 1 : reader.ValueTextEquals("mod"u8) ? 2
                : reader.ValueTextEquals("isFolder"u8) ? 3 : reader.ValueTextEquals("replacesGame"u8) ? 4 : 0;
            reader.Read();
            if (member == 1)
                path = JsonText.Read(ref reader) ?? "";
            else if (member == 2 && JsonText.Read(ref reader) is { } mod && !mods.TryGetValue(mod, out owner))
                mods.Add(mod, owner = mods.Count);
            else if (member >= 3 && reader.TokenType == JsonTokenType.True)
                flag |= member == 3 ? FolderFlag : ReplacesFlag;
            else
                reader.Skip();
        }

        paths.Add(path);
        owners.Add(owner);
        flags.Add(flag);
    }

    private static void WriteAll(Utf8JsonWriter writer, string name, IEnumerable<string> texts)
    {
        writer.WriteStartArray(name);
        foreach (string text in texts)
            writer.WriteStringValue(text);
        writer.WriteEndArray();
    }

    private static void WriteAll(Utf8JsonWriter writer, string name, List<int> numbers)
    {
        writer.WriteStartArray(name);
        foreach (int number in numbers)
            writer.WriteNumberValue(number);
        writer.WriteEndArray();
    }
}
