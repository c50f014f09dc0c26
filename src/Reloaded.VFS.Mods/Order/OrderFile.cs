namespace Reloaded.VFS.Mods.Order;

/// <summary>One mod that <c>order.txt</c> lists.</summary>
/// <param name="Name">The mod's name as the file spells it, without the mark that switches it off.</param>
/// <param name="Enabled">True if the mod is switched on.</param>
/// <param name="Line">The mod's line, from 1.</param>
public sealed record OrderEntry(string Name, bool Enabled, int Line);

/// <summary>The content of <c>order.txt</c>: one mod a line, a later one wins.</summary>
/// <remarks>
/// A leading <c>-</c> switches a mod off; <c>\-name</c> and <c>\#name</c> are mods whose names begin with these characters. A line that
/// begins with <c>#</c> is a comment; inside a line, <c>#</c> is part of a name. Blanks around a name, empty lines, the kind of line end
/// and the choice of UTF-8 or UTF-16 don't matter. A bad line is left out and reported; nothing in a file makes the parser throw.
/// </remarks>
/// <param name="Entries">The mods in the file's order, each once.</param>
/// <param name="Diagnostics">The problems found in the file, in order of its lines.</param>
public sealed record OrderFile(IReadOnlyList<OrderEntry> Entries, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>The file's name in the mods folder.</summary>
    public const string Name = "order.txt";

    /// <summary>Parses a file's content; <paramref name="file"/> is used only in messages.</summary>
    public static OrderFile Parse(ReadOnlySpan<byte> content, string file)
    {
        TextFileEncoding encoding = TextFile.Detect(ref content);
        var parser = new Parser(file);
        if (encoding == TextFileEncoding.Utf8)
            ParseUtf8(content, parser);
        else
            ParseUtf16(TextFile.DecodeUtf16(content, encoding), parser);
        return parser.Finish();
    }

    private static void ParseUtf8(ReadOnlySpan<byte> content, Parser parser)
    {
        List<byte[]> lines = TextFile.SplitUtf8(content);
        for (int i = 0; i < lines.Count; i++)
        {
            if (TextFile.FindInvalidUtf8(lines[i]) >= 0)
                parser.Bad(i + 1, "the line isn't valid UTF-8", "save the file as UTF-8");
            else
                parser.Line(Encoding.UTF8.GetString(lines[i]), i + 1);
        }
    }

    private static void ParseUtf16(ReadOnlySpan<char> content, Parser parser)
    {
        for (int line = 1; !content.IsEmpty; line++)
        {
            int end = content.IndexOfAny('\n', '\r');
            ReadOnlySpan<char> text = end < 0 ? content : content[..end];
            content = end < 0 ? [] : content[(end + (content[end..].StartsWith("\r\n") ? 2 : 1))..];
            parser.Line(text, line);
        }
    }

    private sealed class Parser(string file)
    {
        private readonly List<OrderEntry?> _entries = [];
        private readonly Dictionary<string, int> _indexes = new(NameComparer.Instance);
        private readonly List<Diagnostic> _diagnostics = [];

        public void Line(ReadOnlySpan<char> text, int line)
        {
            // A byte order mark in the middle comes from concatenated files.
            ReadOnlySpan<char> name = text.Trim().Trim('\uFEFF').Trim();
            if (name.IsEmpty || name[0] == '#')
                return;
            bool enabled = name[0] != '-';
            if (!enabled)
                name = name[1..].TrimStart();
            if (name is ['\\', '-' or '#', ..])
                name = name[1..];
            if (name.IsEmpty)
            {
                Bad(line, "there is no name after the '-'", "write the mod's name after it, or remove the line");
                return;
            }

            if (ModName.WhyNoMod(name) is string cause)
            {
                string fix = name.IndexOfAny('\\', '/') >= 0
                    ? "write the name of the mod's folder only, without a path"
                    : "write the name of the mod's folder as it is on disk";
                Bad(line, $"'{ModName.Show(name)}' can't be a mod's name: {cause}", fix);
                return;
            }

            Add(new OrderEntry(name.ToString(), enabled, line));
        }

        private void Add(OrderEntry entry)
        {
            if (_indexes.TryGetValue(entry.Name, out int index))
            {
                OrderEntry first = _entries[index]!;
                string cause = $"'{ModName.Show(entry.Name)}' is listed twice, in lines {first.Line} and {entry.Line}; line {entry.Line} counts";
                _diagnostics.Add(Diagnostic.Warning(cause, file, entry.Name, "remove one of the two lines") with { Line = entry.Line });
                _entries[index] = null;
            }

            _indexes[entry.Name] = _entries.Count;
            _entries.Add(entry);
        }

        public void Bad(int line, string cause, string fix) =>
            _diagnostics.Add(Diagnostic.Error(cause, file, fix: fix) with { Line = line });

        public OrderFile Finish() => new([.. _entries.OfType<OrderEntry>()], _diagnostics);
    }
}
