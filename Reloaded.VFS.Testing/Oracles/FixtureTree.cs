using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>One file or folder of a fixture. <see cref="Content"/> is null for a folder.</summary>
public sealed record FixtureEntry(string Path, byte[]? Content, DateTime? LastWriteUtc, FileAttributes Attributes);

/// <summary>
/// A small language for trees, one entry a line:
/// <code>
/// data/a.txt = some text          a file with this text (\n and \r are escapes)
/// data/b.bin : 70000              a file of so many bytes, each file's different
/// empty/                          a folder
/// [readonly] c.txt = text         attributes: readonly, hidden
/// [2011-05-06T07:08:09] d = text  a time of last change (UTC); others get one of their own
/// # a comment
/// </code>
/// </summary>
public sealed class FixtureTree
{
    private FixtureTree(string label, IReadOnlyList<FixtureEntry> entries) => (Label, Entries) = (label, entries);

    /// <summary>Gets the tree's name (the game, a mod's name), which makes its bytes and times differ from those of other trees.</summary>
    public string Label { get; }

    /// <summary>Gets the entries in the order of the text.</summary>
    public IReadOnlyList<FixtureEntry> Entries { get; }

    /// <summary>Parses a tree in the language of this class. Throws <see cref="FormatException"/> that names the line.</summary>
    public static FixtureTree Parse(string label, string text)
    {
        List<FixtureEntry> entries = [];
        int number = 0;
        foreach (string line in text.Split('\n'))
        {
            number++;
            string trimmed = line.Trim('\r', ' ', '\t');
            if (trimmed.Length != 0 && trimmed[0] != '#')
                entries.Add(ParseLine(label, trimmed, entries.Count, number));
        }

        return new FixtureTree(label, entries);
    }

    /// <summary>Returns this tree with another file.</summary>
    public FixtureTree With(string path, byte[] content)
        => new(Label,
            [.. Entries, new FixtureEntry(path, content, new DateTime(2015, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(2 * Entries.Count),
                FileAttributes.Normal)]);

    /// <summary>Writes the tree into <paramref name="folder"/>, which is created.</summary>
    public void WriteTo(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (FixtureEntry entry in Entries)
        {
            string path = Path.Combine(folder, entry.Path.Replace('/', Path.DirectorySeparatorChar));
            if (entry.Content is null)
            {
                Directory.CreateDirectory(path);
                continue;
            }

            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, entry.Content);
            if (entry.LastWriteUtc is DateTime time)
                File.SetLastWriteTimeUtc(path, time);
            if (entry.Attributes != FileAttributes.Normal)
                File.SetAttributes(path, entry.Attributes);
        }
    }

    private static FixtureEntry ParseLine(string label, string line, int index, int number)
    {
        FileAttributes attributes = FileAttributes.Normal;
        DateTime time = new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddDays(StableHash(label) % 5000).AddSeconds(61 * index);
        while (line.StartsWith('['))
        {
            int end = line.IndexOf(']');
            if (end < 0)
                throw new FormatException($"{label}, line {number}: '[' without ']'");
            string option = line[1..end];
            line = line[(end + 1)..].TrimStart();
            if (option == "readonly")
                attributes |= FileAttributes.ReadOnly;
            else if (option == "hidden")
                attributes |= FileAttributes.Hidden;
            else if (!DateTime.TryParse(option, CultureInfo.InvariantCulture,
                DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal, out time))
                throw new FormatException($"{label}, line {number}: neither an attribute nor a time: {option}");
        }

        if (attributes != FileAttributes.Normal)
            attributes &= ~FileAttributes.Normal;
        int text = line.IndexOf(" = ", StringComparison.Ordinal);
        if (text >= 0)
        {
            string content = line[(text + 3)..].Replace("\\n", "\n", StringComparison.Ordinal)
                .Replace("\\r", "\r", StringComparison.Ordinal);
            return new FixtureEntry(line[..text].TrimEnd(), Encoding.UTF8.GetBytes(content), time, attributes);
        }

        int size = line.IndexOf(" : ", StringComparison.Ordinal);
        if (size >= 0)
        {
            string path = line[..size].TrimEnd();
            byte[] bytes = new byte[int.Parse(line[(size + 3)..], CultureInfo.InvariantCulture)];
            new Random(StableHash(label + "/" + path)).NextBytes(bytes);
            return new FixtureEntry(path, bytes, time, attributes);
        }

        if (line.EndsWith('/'))
            return new FixtureEntry(line.TrimEnd('/'), null, null, attributes);
        throw new FormatException($"{label}, line {number}: a file needs ' = text' or ' : size', a folder ends in '/': {line}");
    }

    // string.GetHashCode differs between runs.
    private static int StableHash(string text)
    {
        uint hash = 2166136261;
        foreach (char c in text)
            hash = (hash ^ c) * 16777619;
        return (int)(hash >> 1);
    }
}
