using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <content>
/// Files that couldn't be copied, and that the run has renamed: what lies under the new name is all that there is of them. A rename
/// leaves a file's size and time.
/// </content>
internal sealed partial class UndoPlan
{
    // By the path of a file: the record of the name that the file had before.
    private readonly Dictionary<string, UndoRecord> _moved = new(NameComparer.Instance);

    // By path, the reason why a file stays that could be one of several.
    private readonly Dictionary<string, string> _uncertain = new(NameComparer.Instance);

    /// <summary>Determines whether what lies under a record's name may be all that is left of a file.</summary>
    private bool IsUncopied(in UndoRecord record) => _moved.ContainsKey(record.Path) || _uncertain.ContainsKey(record.Path);

    private bool IsMoved(UndoRecord lost) => _moved.ContainsValue(lost);

    private void FindMoved()
    {
        FindChanged();
        ILookup<string, UndoRecord> lost = Of(UndoKind.Unkept).Where(record => !IsAsItWas(record)).ToLookup(record => record.Detail);
        if (lost.Count == 0)
            return;
        foreach (IGrouping<string, UndoRecord> found in _records.Where(record => record.Kind is UndoKind.New or UndoKind.File)
            .Select(record => (Record: record, File: FileAt(record)))
            .Where(found => found.File.Exists)
            .Select(found => (found.Record, Stamp: UndoRecord.StampOf(found.File)))
            .Where(found => !_uncertain.ContainsKey(found.Record.Path) && lost.Contains(found.Stamp) && !IsCopy(found.Record, found.Stamp))
            .GroupBy(found => found.Stamp, found => found.Record))
        {
            UndoRecord[] were = [.. lost[found.Key]];
            if (were.Length == 1 && found.Count() == 1 && !Path.Exists(PlaceOf(were[0])))
            {
                _moved.Add(found.Single().Path, were[0]);
                continue;
            }

            foreach (UndoRecord record in found)
                _uncertain.Add(record.Path, $"it may be the former '{were[0].Path}', which couldn't be copied");
        }
    }

    /// <summary>
    /// Finds files that couldn't be copied and that the run has renamed and then changed. They stay, under their new names. A hard link
    /// counts as another name, unless the old name leads to the same file.
    /// </summary>
    private void FindChanged()
    {
        ILookup<string, string> moves = _journal.Moves.ToLookup(move => move.Detail, move => move.Path, NameComparer.Instance);
        if (moves.Count == 0)
            return;
        Dictionary<string, UndoRecord> records = _records.ToDictionary(record => record.Path, NameComparer.Instance);
        foreach (UndoRecord lost in Of(UndoKind.Unkept).Where(record => !IsAsItWas(record)))
        {
            string there = FileAt(lost) is { Exists: true } old ? UndoRecord.StampOf(old) : "";
            HashSet<string> names = new(NameComparer.Instance);
            var next = new Queue<string>(moves[lost.Path]);
            while (next.TryDequeue(out string? name))
            {
                if (!names.Add(name))
                    continue;
                foreach (string later in moves[name])
                    next.Enqueue(later);
                if (!records.TryGetValue(name, out UndoRecord record) || FileAt(record) is not { Exists: true } file)
                    continue;
                string stamp = UndoRecord.StampOf(file);
                // A file that was there before, and has a copy, was replaced if the other one is gone.
                if (stamp != lost.Detail && stamp != there && (record.Kind == UndoKind.New
                    || (record.Kind == UndoKind.File && !IsCopy(record, stamp) && there.Length == 0)))
                    _uncertain.TryAdd(name, $"it may be the former '{lost.Path}', which couldn't be copied, and has been changed since");
            }
        }
    }

    /// <summary>Returns the file under a name, or, if the name is a link, the file that it leads to.</summary>
    private FileInfo FileAt(in UndoRecord record)
    {
        string place = PlaceOf(record);
        return new FileInfo(EndOf(place) ?? place);
    }

    private bool IsAsItWas(in UndoRecord record) =>
        FileAt(record) is { Exists: true } file && UndoRecord.StampOf(file) == record.Detail;

    /// <summary>Determines whether the journal has a copy of what lies under a name.</summary>
    private bool IsCopy(in UndoRecord record, string stamp) =>
        record.Kind == UndoKind.File && new FileInfo(_journal.CopyOf(record)) is { Exists: true } copy && UndoRecord.StampOf(copy) == stamp;

    private void MoveBack(UndoRecord record)
    {
        string from = PlaceOf(record), to = PlaceOf(_moved[record.Path]);
        if (!File.Exists(from))
            return;
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        DiskRemoval.Rename(from, to);
    }
}
