using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// The archives of a mods folder as mods. Each mod has the name derived from the archive's file name, and its files are in the cache. If
/// there is a folder of the same name, the folder is the mod. Not thread-safe.
/// </summary>
internal sealed class ArchivedMods
{
    private readonly Dictionary<string, ArchiveFile> _byName = new(NameComparer.Instance);
    private readonly string _modsFolder;
    private readonly string? _cache;
    private readonly List<Diagnostic> _diagnostics;
    private ArchiveIndex? _index;

    /// <summary>Finds the mods among the archives of a mods folder by the names of the archives and of the folders in it.</summary>
    public ArchivedMods(string modsFolder, IReadOnlyList<string> files, IReadOnlyList<string> folders, List<Diagnostic> diagnostics)
    {
        _modsFolder = modsFolder;
        _cache = ArchiveCache.FolderOf(modsFolder);
        _diagnostics = diagnostics;
        var taken = new HashSet<string>(folders, NameComparer.Instance);
        foreach (string file in files)
        {
            if (ArchiveFile.Of(Path.Combine(modsFolder, file)) is { } archive)
                Add(archive, taken);
        }
    }

    public IEnumerable<string> Names => _byName.Keys;

    public bool Has(string mod) => _byName.ContainsKey(mod);

    /// <summary>Returns the mod that <c>order.txt</c> means by the name of a file, or null if there is none.</summary>
    public string? FindByFile(string listed) => Names.FirstOrDefault(mod => _byName[mod].IsListedAs(listed));

    /// <summary>
    /// Creates a mod for an archive. If it is to be laid over the game but isn't in the cache, its state is an error and a diagnostic is
    /// added.
    /// </summary>
    public Mod Make(string name, ModState state)
    {
        ArchiveFile archive = _byName[name];
        var missing = new Mod(name, Path.Combine(_modsFolder, name), state) { Archive = archive };
        if (state == ModState.Disabled)
            return missing;
        ArchiveRecord? record = _cache is null ? null : (_index ??= ArchiveIndex.Read(_cache)).Find(archive);
        if (record is { Outcome: ArchiveOutcome.Unpacked })
        {
            string folder = ArchiveCache.ContentOf(_cache!, record.Key);
            if (Directory.Exists(folder))
                return missing with { Folder = folder };
            record = null;
        }

        _diagnostics.Add(Describe(record) with { File = archive.Path, Mod = name });
        return missing with { State = ModState.Error };
    }

    private Diagnostic Describe(ArchiveRecord? record)
    {
        if (_cache is null)
            return Diagnostic.Error("the archive isn't read: the mods folder is a whole volume, so its files have no place beside it",
                fix: "add it with 'rvfs add'");
        return record is null
            ? Diagnostic.Error("the archive isn't unpacked yet", fix: "rvfs refresh")
            : Diagnostic.Error(record.Cause, fix: record.Fix.Length > 0 ? record.Fix : null);
    }

    private void Add(ArchiveFile archive, HashSet<string> folders)
    {
        string name = ArchiveModName.Of(archive.Name);
        if (ModName.WhyNoMod(name) is { } cause)
        {
            _diagnostics.Add(Diagnostic.Error($"the archive isn't read: '{ModName.Show(name)}' can't be a mod's name: {cause}",
                file: archive.Path, fix: "rename the archive"));
        }
        else if (folders.Contains(name))
        {
            _diagnostics.Add(Diagnostic.Notice($"the archive isn't read: the folder '{name}' beside it is the mod",
                file: archive.Path, mod: name, fix: "delete the one that you don't want"));
        }
        else if (!_byName.TryGetValue(name, out ArchiveFile? other))
        {
            _byName.Add(name, archive);
        }
        else
        {
            (ArchiveFile used, ArchiveFile left) = archive.Time > other.Time ? (archive, other) : (other, archive);
            _byName[name] = used;
            _diagnostics.Add(Diagnostic.Warning($"the archive isn't read: '{used.Name}' is a newer archive of the mod '{name}'",
                file: left.Path, mod: name, fix: "delete the one that you don't want"));
        }
    }
}

/// <summary>The files directly in a mods folder that a player may take for a mod, or for a part of one.</summary>
internal static class StrayFiles
{
    private const int MostNamed = 5;

    private static readonly string[] s_archives = [".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst", ".lzma", ".iso", ".fomod", ".omod"];

    // Notes and settings, and what a browser is just downloading.
    private static readonly string[] s_known =
        [".txt", ".md", ".json", ".log", ".html", ".url", ".bak", ".old", ".orig", ".swp", ".tmp", ".part", ".crdownload", ".download"];

    /// <summary>Determines whether a file is one of them.</summary>
    public static bool IsStray(ReadOnlySpan<char> name) => name[0] != '.' && name[^1] != '~' && !ArchiveFile.HasEnding(name, s_known)
        && !DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true);

    /// <summary>Returns the diagnostics for a mods folder: one for each archive that can't be read, and one for all other files.</summary>
    public static IEnumerable<Diagnostic> Describe(string modsFolder, List<string> names)
    {
        names.Sort(NameComparer.Instance);
        foreach (string archive in names.Where(name => ArchiveFile.HasEnding(name, s_archives)).Take(MostNamed))
        {
            yield return Diagnostic.Warning("this archive isn't read: only zip, 7z and rar are",
                file: Path.Join(modsFolder, archive), fix: "unpack it into a folder of its own here");
        }

        string[] loose = [.. names.Where(name => !ArchiveFile.HasEnding(name, s_archives)).Select(name => ModName.Show(name))];
        if (loose.Length == 0)
            yield break;
        string more = loose.Length > MostNamed ? FormattableString.Invariant($" and {loose.Length - MostNamed:N0} more") : "";
        yield return Diagnostic.Warning($"these files lie directly in the mods folder, and belong to no mod: "
            + string.Join(", ", loose.Take(MostNamed)) + more, file: modsFolder, fix: "make a folder for the mod, and move them into it");
    }
}
