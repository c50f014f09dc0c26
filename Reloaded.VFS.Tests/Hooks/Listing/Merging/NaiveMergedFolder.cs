using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>
/// The oracle: a handle of a folder into which the mods were copied, merged by dictionaries and returned record by record. It implements
/// the documented rules a second time, without the product's code.
/// </summary>
internal sealed class NaiveMergedFolder(MemoryVolume volume, TestOverlay overlay, string handleFolder)
{
    private readonly bool _modsOnly = overlay.Sources.Contains(handleFolder);
    private string? _pattern;
    private Dictionary<FILE_INFORMATION_CLASS, List<MemoryFile>> _lists = [];
    private int _cursor;

    public NtStatus Query(FILE_INFORMATION_CLASS informationClass, Span<byte> buffer, QueryFlags flags, string? asked, out int written)
    {
        written = 0;
        if (!volume.Supports(handleFolder, informationClass))
            return NtStatus.STATUS_INVALID_INFO_CLASS;
        if (buffer.Length < NaiveRecords.SizeOf(informationClass))
            return NtStatus.STATUS_INFO_LENGTH_MISMATCH;
        bool first = _pattern is null;
        bool restart = (flags & QueryFlags.SL_RESTART_SCAN) != 0;
        if (first || (restart && volume.RestartReplacesPattern && !string.IsNullOrEmpty(asked)))
            _pattern = string.IsNullOrEmpty(asked) ? "*" : asked;
        if (first || restart)
        {
            _cursor = 0;
            _lists = [];
        }

        if (!_lists.TryGetValue(informationClass, out List<MemoryFile>? files))
            _lists.Add(informationClass, files = Merge(informationClass));
        int from = _cursor;
        NtStatus status = NaiveRecords.Serve(files, ref _cursor, informationClass, buffer,
            (flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0, volume.OverflowAdvances,
            out written);
        if ((flags & QueryFlags.SL_NO_CURSOR_UPDATE_QUERY) != 0)
            _cursor = from;
        return status == NtStatus.STATUS_NO_MORE_FILES && first ? NtStatus.STATUS_NO_SUCH_FILE : status;
    }

    private List<MemoryFile> Merge(FILE_INFORMATION_CLASS informationClass)
    {
        List<MemoryFile> placed = [], added = [];
        HashSet<string> done = new(StringComparer.OrdinalIgnoreCase);
        foreach (MemoryFile file in volume.Files(handleFolder))
        {
            bool dots = file.Name is "." or "..";
            if (volume.Hidden(file.Name) || (_modsOnly && !dots))
                continue;
            bool found = Selected(file.Name, file.ShortName);
            MemoryFile? winner = overlay.Entries.TryGetValue(file.Name, out TestOverlay.Entry? entry)
                ? Winner(entry, informationClass)
                : null;
            bool sameFolder = entry is { IsFolder: true } && file.IsFolder;
            // Copying over a file doesn't change its name.
            string name = entry is null || entry.IsFolder == file.IsFolder ? file.Name : entry.Name;
            if (found)
                placed.Add(winner is null || sameFolder ? file : winner with { Name = name, ShortName = file.ShortName });
            // Matched by an 8.3 name that only the mod's folder gave, so whether the base has the name isn't known.
            else if (winner is not null && Selected(entry!.Name, winner.ShortName))
                added.Add(winner with { Name = entry.Name });
            done.Add(file.Name);
        }

        foreach (TestOverlay.Entry entry in overlay.Entries.Values)
        {
            if (!volume.Hidden(entry.Name) && !done.Contains(entry.Name) && Winner(entry, informationClass) is { } winner
                && Selected(entry.Name, winner.ShortName))
                added.Add(winner with { Name = entry.Name });
        }

        HashSet<MemoryFile> isAdded = [.. added];
        List<MemoryFile> all = Order(placed, added);
        return [.. all.Select(f => isAdded.Contains(f) && IsTaken(f, all) ? f with { ShortName = "" } : f)];
    }

    private static List<MemoryFile> Order(List<MemoryFile> placed, List<MemoryFile> added)
    {
        List<MemoryFile> dots = [.. placed.Where(f => f.Name is "." or "..")];
        List<MemoryFile> rest = [.. placed.Where(f => f.Name is not "." and not "..")];
        added.Sort(Compare);
        bool sorted = rest.Zip(rest.Skip(1)).All(pair => Compare(pair.First, pair.Second) <= 0);
        List<MemoryFile> merged = [.. rest, .. added];
        if (sorted)
            merged.Sort(Compare);
        return [.. dots, .. merged];
    }

    private static int Compare(MemoryFile a, MemoryFile b) => string.CompareOrdinal(a.Name.ToUpperInvariant(), b.Name.ToUpperInvariant());

    private static bool IsTaken(MemoryFile file, List<MemoryFile> all) => file.ShortName.Length > 0 && all.Any(
        other => other != file
            && (other.Name.Equals(file.ShortName, StringComparison.OrdinalIgnoreCase)
                || other.ShortName.Equals(file.ShortName, StringComparison.OrdinalIgnoreCase)));

    private bool Selected(string name, string shortName) =>
        NaivePattern.Matches(_pattern!, name) || (shortName.Length > 0 && NaivePattern.Matches(_pattern!, shortName));

    /// <summary>
    /// Returns the winner's file as the class reports it on its volume. If it has gone, returns the next mod's file of that name, if the
    /// pattern matches that; null if there is none.
    /// </summary>
    private MemoryFile? Winner(TestOverlay.Entry entry, FILE_INFORMATION_CLASS informationClass)
    {
        string folder = entry.BackingFolder;
        MemoryFile? file = volume.Files(folder).FirstOrDefault(f => f.Name == entry.BackingName);
        if (file is null && NaivePattern.Matches(_pattern!, entry.Name)
            && overlay.Sources.Find(source => Next(source, entry) is not null) is { } next)
            (folder, file) = (next, Next(next, entry));
        if (file is null)
            return null;
        if (!volume.Supports(folder, informationClass))
            file = file with { Id = 0 };
        bool ofSource = overlay.Sources.Contains(entry.BackingFolder)
            && entry.Name.Equals(entry.BackingName, StringComparison.OrdinalIgnoreCase);
        return ofSource ? file : file with { ShortName = "" };
    }

    private MemoryFile? Next(string source, TestOverlay.Entry entry) => volume.Files(source).FirstOrDefault(
        f => f.IsFolder == entry.IsFolder && f.Name.Equals(entry.Name, StringComparison.OrdinalIgnoreCase));
}
