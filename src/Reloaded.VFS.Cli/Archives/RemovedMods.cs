using System.Globalization;
using System.Text;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

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
            ?? throw new CliException(ExitCodes.Failed, $"'{mods}' is a whole volume: there is no place for removed mods beside it.");
    }

    /// <summary>Lists the removed mods, the last one first.</summary>
    public IReadOnlyList<RemovedMod> List() => !Directory.Exists(_folder)
        ? []
        : [.. Directory.GetDirectories(_folder).Select(Read).OfType<RemovedMod>().OrderByDescending(mod => mod.Number)];

    /// <summary>Finds the mod that was removed last, or last under a name. Returns null if there is none.</summary>
    public RemovedMod? Find(string? name) =>
        List().FirstOrDefault(mod => name is null || NameComparer.Instance.Equals(mod.Name, name));

    /// <summary>Moves a mod out of the mods folder.</summary>
    /// <param name="path">The mod's folder or archive.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="place">The mod's place in the order and whether it was on, or null if it wasn't listed.</param>
    /// <param name="entry">The name that the folder or archive has in the mods folder; null if that is the one it has now.</param>
    /// <exception cref="IOException">The mod can't be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">The mod may not be moved.</exception>
    public RemovedMod Put(string path, string name, (int Place, bool Enabled)? place, string? entry = null)
    {
        int number = List().Select(mod => mod.Number).DefaultIfEmpty().Max() + 1;
        string home = Path.Combine(_folder, number.ToString(CultureInfo.InvariantCulture));
        // A number whose folder another process has just made, or whose mod can't be read, is taken.
        while (Path.Exists(home))
            home = Path.Combine(_folder, (++number).ToString(CultureInfo.InvariantCulture));
        Directory.CreateDirectory(home);
        string text = place is { } at
            ? string.Create(CultureInfo.InvariantCulture, $"{name}\n{at.Place}\n{(at.Enabled ? "on" : "off")}\n")
            : $"{name}\n";
        AtomicFile.Write(Path.Combine(home, PlaceName), Encoding.UTF8.GetBytes(text));
        string moved = Path.Combine(home, entry ?? Path.GetFileName(path));
        try
        {
            DiskRemoval.Rename(path, moved);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            DiskRemoval.TryDeleteTree(home);
            throw;
        }

        return new RemovedMod(number, name, moved, home, place);
    }

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
        RemovedMod? exchanged = taken is null ? null : Put(taken, mod.Name, mod.Place);
        DiskRemoval.Rename(mod.Path, place);
        DiskRemoval.TryDeleteTree(mod.Home);
        return exchanged;
    }

    /// <summary>Deletes a removed mod for good.</summary>
    /// <exception cref="IOException">The mod can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">The mod may not be deleted.</exception>
    public static void Delete(RemovedMod mod) => DiskRemoval.DeleteTree(mod.Home);

    private static RemovedMod? Read(string home)
    {
        try
        {
            string file = Path.Combine(home, PlaceName);
            if (!int.TryParse(Path.GetFileName(home), NumberStyles.None, CultureInfo.InvariantCulture, out int number) || !File.Exists(file))
                return null;
            string[] lines = File.ReadAllLines(file);
            string? path = Directory.GetFileSystemEntries(home).FirstOrDefault(entry => Path.GetFileName(entry) != PlaceName);
            if (path is null || lines.Length == 0)
                return null;
            (int, bool)? place = lines.Length > 2 && int.TryParse(lines[1], NumberStyles.None, CultureInfo.InvariantCulture, out int at)
                ? (at, lines[2] != "off")
                : null;
            return new RemovedMod(number, lines[0], path, home, place);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

/// <summary>A mod that was taken out of the mods folder. Immutable.</summary>
/// <param name="Number">The number, which grows with each removed mod.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Path">The mod's folder or archive where it lies now.</param>
/// <param name="Home">The folder that has only this mod.</param>
/// <param name="Place">The mod's place in the order and whether it was on, or null if it wasn't listed.</param>
internal sealed record RemovedMod(int Number, string Name, string Path, string Home, (int Place, bool Enabled)? Place);
