using System.Runtime.InteropServices;
using System.Text.Json;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Ui.Asking;

/// <summary>
/// The answer of <c>ls --json</c> in the form that the page reads: a list for each member, and numbers for the mods. It is a fifth as long
/// and is parsed four times as fast, which matters for 200,000 names.
/// </summary>
internal static class CompactList
{
    private const int FolderFlag = 1, ReplacesFlag = 2, HiddenFlag = 4;

    /// <summary>Converts an answer.</summary>
    /// <param name="answer">The answer of <c>ls --json</c>.</param>
    /// <exception cref="JsonException">It isn't one.</exception>
    public static byte[] Of(ReadOnlySpan<byte> answer)
    {
        Names names = new();
        Utf8JsonReader reader = new(answer);
        GoTo(ref reader, "entries"u8);
        while (reader.Read() && reader.TokenType == JsonTokenType.StartObject)
            ReadEntry(ref reader, names);
        int seen = names.Paths.Count;
        GoTo(ref reader, "hidden"u8);
        while (reader.Read() && reader.TokenType == JsonTokenType.StartObject)
            ReadHidden(ref reader, names);
        if (names.Paths.Count > seen)
            names.Sort();

        using MemoryStream memory = new();
        using (Utf8JsonWriter writer = new(memory))
        {
            writer.WriteStartObject();
            writer.WriteList("mods", names.Mods.OrderBy(mod => mod.Value).Select(mod => mod.Key), writer.WriteStringValue);
            writer.WriteList("paths", names.Paths, writer.WriteStringValue);
            writer.WriteList("owners", names.Owners, writer.WriteNumberValue);
            writer.WriteList("flags", names.Flags, writer.WriteNumberValue);
            writer.WriteEndObject();
        }

        return memory.ToArray();
    }

    private static void GoTo(ref Utf8JsonReader reader, ReadOnlySpan<byte> member)
    {
        while (reader.Read()
            && !(reader.TokenType == JsonTokenType.PropertyName && reader.CurrentDepth == 1 && reader.ValueTextEquals(member)))
        {
        }

        reader.Read();
    }

    private static void ReadEntry(ref Utf8JsonReader reader, Names names)
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
            else if (member == 2)
                owner = names.NumberOf(JsonText.Read(ref reader));
            else if (member >= 3 && reader.TokenType == JsonTokenType.True)
                flag |= member == 3 ? FolderFlag : ReplacesFlag;
            else
                reader.Skip();
        }

        names.Add(path, owner, flag);
    }

    /// <summary>Reads a name that the game doesn't see. Its owner is the mod that hides it.</summary>
    private static void ReadHidden(ref Utf8JsonReader reader, Names names)
    {
        using JsonDocument document = JsonDocument.ParseValue(ref reader);
        JsonElement entry = document.RootElement;
        bool isFolder = entry.GetProperty("providers")[0].GetProperty("isFolder").GetBoolean();
        names.Add(TextOf(entry.GetProperty("path")) ?? "", names.NumberOf(TextOf(entry.GetProperty("reasons")[0].GetProperty("mod"))),
            HiddenFlag | (isFolder ? FolderFlag : 0));
    }

    private static string? TextOf(JsonElement value) => JsonText.ReadValue(JsonMarshal.GetRawUtf8Value(value));

    private sealed class Names
    {
        public Dictionary<string, int> Mods { get; } = new(StringComparer.Ordinal);
        public List<string> Paths { get; private set; } = [];
        public List<int> Owners { get; private set; } = [];
        public List<int> Flags { get; private set; } = [];

        public int NumberOf(string? mod)
        {
            if (mod is null)
                return -1;
            if (!Mods.TryGetValue(mod, out int number))
                Mods.Add(mod, number = Mods.Count);
            return number;
        }

        public void Add(string path, int owner, int flags)
        {
            Paths.Add(path);
            Owners.Add(owner);
            Flags.Add(flags);
        }

        /// <summary>Sorts the hidden names, which come last, into their places: each folder before its content.</summary>
        public void Sort()
        {
            int[] order = [.. Enumerable.Range(0, Paths.Count)];
            // Stable, since what the launcher has sorted stays as it is.
            order = [.. order.Order(Comparer<int>.Create((left, right) => Compare(Paths[left], Paths[right])))];
            (Paths, Owners, Flags) = ([.. order.Select(i => Paths[i])], [.. order.Select(i => Owners[i])], [.. order.Select(i => Flags[i])]);
        }

        private static int Compare(string left, string right)
        {
            for (int i = 0; i < left.Length && i < right.Length; i++)
            {
                if (left[i] == right[i])
                    continue;
                if (left[i] == '\\' || right[i] == '\\')
                    return left[i] == '\\' ? -1 : 1;
                int order = CaseFolding.ToUpper(left[i]) - CaseFolding.ToUpper(right[i]);
                if (order != 0)
                    return order;
            }

            return left.Length - right.Length;
        }
    }
}
