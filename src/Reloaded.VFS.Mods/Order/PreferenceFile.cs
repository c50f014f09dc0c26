namespace Reloaded.VFS.Mods.Order;

/// <summary>A rule by which a mod wins paths, whatever its place in the order. Immutable.</summary>
/// <param name="Mod">The mod's name as the file spells it.</param>
/// <param name="Pattern">The paths, or folders with everything in them, relative to the game's folder.</param>
/// <param name="Line">The rule's line, from 1.</param>
internal sealed record PreferenceRule(string Mod, PathPattern Pattern, int Line);

/// <summary>The content of <c>prefer.txt</c>: one rule, <c>MOD: PATH</c>, a line. Immutable.</summary>
/// <remarks>
/// If two rules match a file, the later one counts. A line that begins with <c>#</c> is a comment; <c>\#name</c> is a mod whose name begins
/// with it. A bad line is left out and reported; nothing in a file makes the parser throw.
/// </remarks>
internal sealed record PreferenceFile(IReadOnlyList<PreferenceRule> Rules, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>The file's name beside <c>order.txt</c>.</summary>
    public const string Name = "prefer.txt";

    /// <summary>Returns the file's path.</summary>
    /// <param name="modsFolder">The mods folder.</param>
    /// <param name="orderFile">The order file, or null for that of the mods folder.</param>
    public static string PathOf(string modsFolder, string? orderFile) =>
        Path.Combine(orderFile is null ? modsFolder : Path.GetDirectoryName(Path.GetFullPath(orderFile))!, Name);

    /// <summary>Reads a file. If there is none, there are no rules. Nothing on disk makes it throw.</summary>
    public static PreferenceFile Read(string file)
    {
        try
        {
            return File.Exists(file) ? Parse(File.ReadAllBytes(file), file) : new PreferenceFile([], []);
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return new PreferenceFile([],
                [Diagnostic.Error($"the preferences of mods can't be read: {FolderReader.Describe(e)}", file: file)]);
        }
    }

    /// <summary>Parses a file's content; <paramref name="file"/> is used only in messages.</summary>
    public static PreferenceFile Parse(ReadOnlySpan<byte> content, string file)
    {
        var rules = new List<PreferenceRule>();
        var diagnostics = new List<Diagnostic>();
        List<byte[]> lines = TextFile.SplitLines(content);
        for (int i = 0; i < lines.Count; i++)
        {
            if (TextFile.FindInvalidUtf8(lines[i]) >= 0)
            {
                diagnostics.Add(Diagnostic.Error("the line isn't valid UTF-8", file, fix: "save the file as UTF-8") with { Line = i + 1 });
                continue;
            }

            string line = Encoding.UTF8.GetString(lines[i]).Trim().Trim('\uFEFF').Trim();
            if (line.Length == 0 || line[0] == '#')
                continue;
            if (TryParse(line, i + 1, out string cause) is { } rule)
                rules.Add(rule);
            else
                diagnostics.Add(Diagnostic.Error(cause, file, fix: "write MOD: PATH, as in 'Better Hero: data/hero.dds'") with { Line = i + 1 });
        }

        return new PreferenceFile(rules, diagnostics);
    }

    /// <summary>Returns the reason why a path can't be preferred, or null if it can.</summary>
    public static string? WhyBad(string path) => IncludePatterns.Validate(path);

    private static PreferenceRule? TryParse(string line, int number, out string cause)
    {
        int colon = line.IndexOf(':');
        cause = "there is no ':' between a mod and a path";
        if (colon < 0)
            return null;
        int begin = line.StartsWith("\\#", StringComparison.Ordinal) ? 1 : 0;
        string mod = line[begin..colon].TrimEnd(), path = line[(colon + 1)..].TrimStart();
        cause = ModName.WhyNoMod(mod) is { } impossible
            ? $"'{ModName.Show(mod)}' can't be a mod's name: {impossible}"
            : WhyBad(path) ?? "";
        return cause.Length == 0 ? new PreferenceRule(mod, new PathPattern(path), number) : null;
    }
}
