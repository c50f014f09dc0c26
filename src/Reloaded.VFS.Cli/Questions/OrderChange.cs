using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>A change of a game's <c>order.txt</c>, which then lists every mod laid over the game. A running game follows it.</summary>
internal sealed class OrderChange
{
    private readonly OrderEditor _editor;

    /// <summary>Reads the mods folder and its order.</summary>
    /// <exception cref="CliException">There is no mods folder, or the order can't be read.</exception>
    public OrderChange(VfsConfiguration configuration)
    {
        Order = LoadOrder.Of(configuration);
        if (!Directory.Exists(configuration.Mods))
            throw new CliException(ExitCodes.NotFound, $"{Capital(LoadOrder.NotThere)}: '{configuration.Mods}'.",
                Capital(LoadOrder.Making) + ".");
        string? given = configuration.Order ?? Directory.EnumerateFiles(configuration.Mods!)
            .FirstOrDefault(file => NameComparer.Instance.Equals(Path.GetFileName(file), OrderFile.Name));
        File = given ?? Path.Combine(configuration.Mods!, OrderFile.Name);
        _editor = OrderEditor.Parse(System.IO.File.Exists(File) ? System.IO.File.ReadAllBytes(File) : []);
        _editor.ListAll(Order.Mods);
    }

    private void RequireListed(Mod mod, bool isListed)
    {
        if (!isListed)
            throw new CliException($"The mod '{ModName.Show(mod.Name)}' can't be listed in '{File}'.", "Rename it.");
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    public LoadOrder Order { get; }

    /// <summary>Gets the file with the order, which may not exist yet.</summary>
    public string File { get; }

    /// <summary>Finds a mod by its name, ignoring case.</summary>
    /// <exception cref="CliException">There is no such mod.</exception>
    public Mod Find(string name)
    {
        if (Order.Mods.FirstOrDefault(mod => NameComparer.Instance.Equals(mod.Name, name)) is { } found)
            return found;
        string? near = NearestName.Find(name, Order.Mods.Select(mod => mod.Name));
        throw new CliException(ExitCodes.NothingFound, $"There is no mod '{name}'.",
            near is null ? "rvfs mods lists the mods." : $"Did you mean '{near}'?");
    }

    /// <summary>Switches a mod on or off.</summary>
    /// <exception cref="CliException">The mod can't be listed.</exception>
    public void SetEnabled(Mod mod, bool enabled) => RequireListed(mod, _editor.SetEnabled(mod.Name, enabled));

    /// <summary>Moves a mod to a place among the listed ones.</summary>
    /// <exception cref="CliException">The mod can't be listed.</exception>
    public void Move(Mod mod, int place) => RequireListed(mod, _editor.Move(mod.Name, place));

    /// <summary>Moves a mod directly before or after another. Beside itself, it stays where it is.</summary>
    /// <exception cref="CliException">One of the mods can't be listed.</exception>
    public void MoveBeside(Mod mod, Mod other, bool behind)
    {
        if (ReferenceEquals(mod, other))
            return;
        int place = _editor.PositionOf(other.Name, mod.Name);
        RequireListed(other, place >= 0);
        Move(mod, place + (behind ? 1 : 0));
    }

    /// <summary>Removes a mod from the order.</summary>
    /// <returns>The mod's place and whether it was on, or null if it wasn't listed.</returns>
    public (int Place, bool Enabled)? Remove(string name) => _editor.Remove(name);

    public void Arrange(IReadOnlyList<string> names) => _editor.Arrange(names);

    /// <summary>Writes the file atomically.</summary>
    public void Save() => _editor.Save(File);

    public void SaveTo(string file) => _editor.Save(file);
}

/// <summary>An editor of a <c>prefer.txt</c>, which keeps comments and unreadable lines byte for byte. Not thread-safe.</summary>
internal sealed class PreferenceEditor
{
    private readonly string _file;
    private readonly List<byte[]> _lines;

    private PreferenceEditor(string file, List<byte[]> lines) => (_file, _lines) = (file, lines);

    /// <summary>Reads a file, which may not exist yet.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static PreferenceEditor Read(string file) =>
        new(file, File.Exists(file) ? TextFile.SplitLines(File.ReadAllBytes(file)) : []);

    /// <summary>Returns the number of files of a mod that a path matches.</summary>
    public static int CountFiles(Mod mod, string path, VfsConfiguration configuration) =>
        FolderScanner.Scan(mod.Name, mod.Folder, ScanOptions.Of(configuration)).Listing is { } listing
            ? Preference.Select(ModMap.Split(configuration, mod, listing, []), new PathPattern(path)).Sum(part => part.Listing.FileCount)
            : 0;

    /// <summary>Adds a rule after the others, and removes earlier rules for the path.</summary>
    public void Prefer(string mod, string path)
    {
        Remove(path);
        _lines.Add(Encoding.UTF8.GetBytes($"{(mod[0] == '#' ? "\\" : "")}{mod}: {path}"));
    }

    /// <summary>Removes the rules for a path, as it is written, ignoring case. Returns false if there were none.</summary>
    public bool Remove(string path) => _lines.RemoveAll(line =>
        PreferenceFile.Parse(line, "").Rules is [{ } rule]
            && NameComparer.Instance.Equals(Plain(rule.Pattern.Text), Plain(path))) > 0;

    /// <summary>Removes the rules for a mod.</summary>
    /// <returns>The removed lines, each with its place among all lines.</returns>
    public IReadOnlyList<(int Place, string Text)> RemoveMod(string mod)
    {
        (int Place, string Text)[] rules = [.. Enumerable.Range(0, _lines.Count)
            .Where(i => PreferenceFile.Parse(_lines[i], "").Rules is [{ } rule] && NameComparer.Instance.Equals(rule.Mod, mod))
            .Select(i => (i, Encoding.UTF8.GetString(_lines[i])))];
        foreach ((int place, _) in rules.Reverse())
            _lines.RemoveAt(place);
        return rules;
    }

    /// <summary>Inserts a line at a place among all lines. A place beyond the end is the last one.</summary>
    public void Insert(int place, string line) => _lines.Insert(Math.Min(place, _lines.Count), Encoding.UTF8.GetBytes(line));

    /// <summary>Writes the file atomically.</summary>
    public void Save() => AtomicFile.Write(_file, TextFile.JoinLines(_lines));

    private static string Plain(string path) => path.Replace('\\', '/').Trim('/');
}
