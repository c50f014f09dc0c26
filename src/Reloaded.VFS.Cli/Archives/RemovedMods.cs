using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// The mods that <c>rvfs remove</c> has taken out of a mods folder. They lie in a folder beside it, <c>removed</c>, each in a numbered
/// folder of its own, until they are put back or deleted by a second command.
/// </summary>
internal sealed class RemovedMods
{
    private const string FolderName = "removed", PlaceName = "place.txt";

    private readonly string _mods;
    private readonly string _folder;

    /// <summary>Finds the folder of a mods folder.</summary>
    /// <exception cref="CliException">The mods folder is a whole volume, which has no place beside it.</exception>
    public RemovedMods(string mods)
    {
        _mods = mods;
        _folder = BesideMods.FolderOf(mods, FolderName)
            ?? throw new CliException($"'{mods}' is a whole volume: there is no place for removed mods beside it.");
    }

    /// <summary>Lists the removed mods, the last one first.</summary>
    public IReadOnlyList<RemovedMod> List() => !Directory.Exists(_folder)
        ? []
        : [.. Directory.GetDirectories(_folder).Select(Read).OfType<RemovedMod>().OrderByDescending(mod => mod.Number)];

    /// <summary>Finds the removed mods of a name, the last one first, or the one that lies at a path or in a numbered folder.</summary>
    public IReadOnlyList<RemovedMod> Find(string nameOrPath)
    {
        if (Path.GetFileName(nameOrPath) == nameOrPath)
            return [.. List().Where(mod => NameComparer.Instance.Equals(mod.Name, nameOrPath))];
        string path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(nameOrPath));
        return [.. List().Where(mod => NameComparer.Instance.Equals(mod.Path, path) || NameComparer.Instance.Equals(mod.Home, path))];
    }

    /// <summary>Moves a mod out of the mods folder.</summary>
    /// <param name="path">The mod's folder or archive.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="lines">The mod's lines in orders and preferences.</param>
    /// <param name="entry">The name that the folder or archive has in the mods folder; null if that is the one it has now.</param>
    /// <exception cref="IOException">The mod can't be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">The mod may not be moved.</exception>
    public RemovedMod Put(string path, string name, IReadOnlyList<RemovedLine> lines, string? entry = null)
    {
        int number = List().Select(mod => mod.Number).DefaultIfEmpty().Max() + 1;
        byte[] record = Encoding.UTF8.GetBytes(string.Concat(lines.Select(line => line.Text + '\n').Prepend(name + '\n')));
        string home = Path.Combine(_folder, number.ToString(CultureInfo.InvariantCulture));
        // A number whose folder another process has just made, or whose mod can't be read, is taken.
        while (Path.Exists(home) || !TryBegin(home, record))
            home = Path.Combine(_folder, (++number).ToString(CultureInfo.InvariantCulture));
        string moved = Path.Combine(home, entry ?? Path.GetFileName(path));
        try
        {
            DiskRemoval.Rename(path, moved);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            EndHome(home);
            throw;
        }

        return new RemovedMod(number, name, moved, home, lines);
    }

    /// <summary>Makes a numbered folder with its record. Returns false if another process was faster.</summary>
    private static bool TryBegin(string home, byte[] record)
    {
        string file = Path.Combine(Directory.CreateDirectory(home).FullName, PlaceName);
        FileStream stream;
        try
        {
            stream = new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        }
        catch (IOException) when (File.Exists(file))
        {
            return false;
        }

        using (stream)
            stream.Write(record);
        return true;
    }

    /// <summary>
    /// Deletes a numbered folder without its mod. What the player or the system has put into it stays, and without the record is no
    /// removed mod.
    /// </summary>
    private static void EndHome(string home) => FileErrors.Ignore(() =>
    {
        DiskRemoval.DeleteFile(Path.Combine(home, PlaceName));
        DiskRemoval.DeleteEmptyFolder(home);
    });

    /// <summary>Moves a mod back to where it was. What has its name meanwhile is removed in exchange.</summary>
    /// <returns>The mod that was removed in exchange, or null.</returns>
    /// <exception cref="IOException">A mod can't be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">A mod may not be moved.</exception>
    public RemovedMod? PutBack(RemovedMod mod)
    {
        string place = Path.Combine(_mods, Path.GetFileName(mod.Path));
        Directory.CreateDirectory(_mods);
        string? taken = Directory.EnumerateFileSystemEntries(_mods)
            .FirstOrDefault(other => NameComparer.Instance.Equals(Path.GetFileName(other), Path.GetFileName(place)));
        RemovedMod? exchanged = taken is null ? null : Put(taken, mod.Name, mod.Lines);
        DiskRemoval.Rename(mod.Path, place);
        EndHome(mod.Home);
        return exchanged;
    }

    /// <summary>Deletes a removed mod for good.</summary>
    /// <exception cref="IOException">The mod can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">The mod may not be deleted.</exception>
    public static void Delete(RemovedMod mod) => DiskRemoval.DeleteTree(mod.Home);

    private static RemovedMod? Read(string home) => FileErrors.Ignore<RemovedMod?>(() =>
    {
        string file = Path.Combine(home, PlaceName);
        if (!int.TryParse(Path.GetFileName(home), NumberStyles.None, CultureInfo.InvariantCulture, out int number) || !File.Exists(file))
            return null;
        string[] lines = File.ReadAllLines(file);
        if (lines.Length == 0 || FindIn(home, lines[0]) is not { } path)
            return null;
        return new RemovedMod(number, lines[0], path, home, [.. lines.Skip(1).Select(RemovedLine.TryParse).OfType<RemovedLine>()]);
    }, null);

    /// <summary>Finds a mod among what else may lie in its numbered folder, such as the <c>desktop.ini</c> of a file manager.</summary>
    private static string? FindIn(string home, string name)
    {
        string[] entries = [.. Directory.GetFileSystemEntries(home).Where(entry => Path.GetFileName(entry) != PlaceName)];
        string[] archives = Array.FindAll(entries, entry => ArchiveFile.IsArchive(Path.GetFileName(entry)));
        return Array.Find(entries, entry => NameComparer.Instance.Equals(Path.GetFileName(entry), name))
            ?? Array.Find(archives, archive => NameComparer.Instance.Equals(ArchiveModName.Of(Path.GetFileName(archive)), name))
            // It may have been renamed there.
            ?? (entries.Where(Directory.Exists).Union(archives).ToArray() is [var only] ? only : null);
    }
}

/// <summary>A mod that was taken out of the mods folder. Immutable.</summary>
/// <param name="Number">The number, which grows with each removed mod.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Path">The mod's folder or archive where it lies now.</param>
/// <param name="Home">The numbered folder, which has the mod and its record.</param>
/// <param name="Lines">The mod's lines in orders and preferences.</param>
internal sealed record RemovedMod(int Number, string Name, string Path, string Home, IReadOnlyList<RemovedLine> Lines);

/// <summary>A line about a removed mod. Immutable.</summary>
/// <param name="File">The path of the <c>order.txt</c> or <c>prefer.txt</c>, relative to the mods folder, with slashes.</param>
/// <param name="Place">The line's place: among the mods of an order, or among all lines of preferences.</param>
/// <param name="IsEnabled">True if the order had the mod switched on.</param>
/// <param name="Rule">The line of preferences, or null for a line of an order.</param>
internal sealed record RemovedLine(string File, int Place, bool IsEnabled, string? Rule)
{
    private const char Separator = '\t';
    private const string On = "on", Off = "off", Prefers = "prefers";

    /// <summary>Gets the line as the record of a removed mod has it.</summary>
    public string Text => $"{File}{Separator}{Place}{Separator}{(Rule is not null ? Prefers + Separator + Rule : IsEnabled ? On : Off)}";

    /// <summary>Creates a line of an order.</summary>
    public static RemovedLine OfOrder(string file, int place, bool isEnabled) => new(file, place, isEnabled, null);

    /// <summary>Creates a line of preferences.</summary>
    public static RemovedLine OfRule(string file, int place, string rule) => new(file, place, IsEnabled: true, rule);

    /// <summary>Parses a line of the record of a removed mod. Returns null if it isn't one.</summary>
    public static RemovedLine? TryParse(string text)
    {
        string[] parts = text.Split(Separator, 4);
        return parts.Length < 3 || !int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int place) ? null
            : parts is [var rules, _, Prefers, var rule] ? OfRule(rules, place, rule)
            : parts is [var order, _, On or Off] ? OfOrder(order, place, parts[2] == On)
            : null;
    }
}
