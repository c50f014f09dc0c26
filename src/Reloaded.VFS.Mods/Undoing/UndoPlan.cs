using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// Takes back what a run wrote: every name that its journal tells of is what it was. Each step is one that can be
/// done again, and the journal goes last: what a kill leaves undone, another call does.
/// </summary>
internal sealed partial class UndoPlan
{
    private readonly UndoJournal _journal;
    private readonly string _overwrite;
    private readonly IReadOnlyList<UndoRoot> _roots;
    private readonly List<UndoRecord> _records = [];
    private readonly Func<Func<string, string>> _look;
    private readonly List<UndoStep> _steps = [];
    private readonly List<(string Path, string Cause)> _kept = [];
    private Func<string, string> _find;

    /// <summary>Works out what there is to do; nothing is changed.</summary>
    /// <param name="journal">The run's.</param>
    /// <param name="overwrite">The overwrite folder, which the journal lies beside.</param>
    /// <param name="roots">The folders of which the journal tells.</param>
    /// <param name="look">
    /// Makes what finds a path in the letter case that it has on disk, as far as it is there. It may remember names in other letter cases:
    /// each kind of step, which looks for a name once, gets one of its own.
    /// </param>
    public UndoPlan(UndoJournal journal, string overwrite, IReadOnlyList<UndoRoot> roots, Func<Func<string, string>> look)
    {
        (_journal, _overwrite, _roots, _look, _find) = (journal, overwrite, roots, look, look());
        foreach (UndoRecord record in journal.Records.OrderBy(record => record.Path, NameComparer.Instance))
        {
            // Whoever can write to the journal isn't to lead a deletion elsewhere.
            if (!record.IsPlain)
                _kept.Add((record.Path, "it names no place in the folders that a run changes"));
            else if (RootOf(record.Path) is null)
                _kept.Add((record.Path, "the configuration doesn't name its folder, as it did in that run"));
            else
                _records.Add(record);
        }

        FindMoved();
        foreach (UndoRecord record in _records)
        {
            string place = PlaceOf(record);
            var file = new FileInfo(place);
            bool isFolder = Directory.Exists(place);
            if (_moved.TryGetValue(record.Path, out UndoRecord lost))
                Add(UndoAct.BringBack, lost, file.Length);
            if (_uncertain.TryGetValue(record.Path, out string? cause))
                _kept.Add((record.Path, cause));
            else if (record.Kind == UndoKind.New && !_moved.ContainsKey(record.Path) && (file.Exists || isFolder))
                Add(isFolder ? UndoAct.RemoveFolder : UndoAct.Remove, record, isFolder ? 0 : file.Length);
            else if (record.Kind == UndoKind.Folder && !isFolder)
                Add(UndoAct.BringBackFolder, record, 0);
            else if (record.Kind == UndoKind.File && new FileInfo(journal.CopyOf(record)) is { Exists: true } copy)
                AddFile(record, file, copy);
            else if (record.Kind == UndoKind.Unkept && !IsMoved(record) && !(file.Exists && UndoRecord.StampOf(file) == record.Detail))
                _kept.Add((record.Path, "it couldn't be copied before it was changed"));
        }
    }

    /// <summary>What is done, by path. A file that is what it was isn't named.</summary>
    public IReadOnlyList<UndoStep> Steps => _steps;

    /// <summary>What isn't taken back, and why. <see cref="Run"/> adds what it couldn't do.</summary>
    public IReadOnlyList<(string Path, string Cause)> Kept => _kept;

    /// <summary>Takes the run back.</summary>
    /// <returns>Whether the journal is done with; else another call goes on, once what is in the way has gone.</returns>
    /// <exception cref="IOException">It can't be begun, or ended.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be begun, or ended.</exception>
    public bool Run()
    {
        _journal.SetInterrupted();
        SweepTemporary();
        UndoRecord[] made = [.. Of(UndoKind.New)];
        bool isDone = _records.Count == _journal.Records.Count;
        isDone &= Try(made, RemoveFile);
        isDone &= Try(_records.Where(record => _moved.ContainsKey(record.Path)), MoveBack);
        // What is in a folder before the folder.
        isDone &= Try(made.OrderByDescending(record => record.Path.Length), RemoveFolder);
        isDone &= Try(Of(UndoKind.Folder).OrderBy(record => record.Path.Length), BringBackFolder);
        isDone &= Try(Of(UndoKind.File), PutBack);
        if (isDone)
            UndoJournal.Discard(_overwrite);
        return isDone;
    }

    private IEnumerable<UndoRecord> Of(UndoKind kind) => _records.Where(record => record.Kind == kind);

    private bool Try(IEnumerable<UndoRecord> records, Action<UndoRecord> act)
    {
        bool isDone = true;
        _find = _look();
        foreach (UndoRecord record in records)
        {
            try
            {
                act(record);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                _kept.Add((record.Path, ErrorCause.Of(e)));
                isDone = false;
            }
        }

        return isDone;
    }

    private void Add(UndoAct act, in UndoRecord record, long bytes) => _steps.Add(new UndoStep(act, record.Path, bytes));

    private void AddFile(in UndoRecord record, FileInfo file, FileInfo copy)
    {
        if (!file.Exists)
            Add(UndoAct.BringBack, record, copy.Length);
        else if (UndoRecord.StampOf(file) != UndoRecord.StampOf(copy))
            Add(UndoAct.PutBack, record, copy.Length);
    }

    /// <summary>What a process that was killed has left beside names that it was just changing. It isn't seen.</summary>
    private void SweepTemporary()
    {
        foreach (string path in _records.Select(record => record.Path[..^LastOf(record.Path).Length]).Distinct())
        {
            string folder = PlaceOf(path);
            if (!Directory.Exists(folder))
                continue;
            foreach (FileSystemInfo left in new DirectoryInfo(folder).GetFileSystemInfos("*" + DefaultExcludes.TemporaryEnding))
            {
                // An 'rvfs add' may be under way, and a link is nobody's leftover. What can't be deleted isn't seen.
                if (DiskRemoval.IsLink(left.FullName))
                    continue;
                if (left is FileInfo && (DefaultExcludes.IsBeside(left.Name) || left.Name.EndsWith(HideMarker.UnfinishedEnding, StringComparison.Ordinal)))
                    DiskRemoval.TryDeleteFile(left.FullName);
                else if (left is DirectoryInfo && DefaultExcludes.IsBeside(left.Name))
                    DiskRemoval.TryDeleteTree(left.FullName);
            }
        }
    }

    private void RemoveFile(UndoRecord record)
    {
        if (!IsUncopied(record) && new FileInfo(PlaceOf(record)) is { Exists: true } file)
            DiskRemoval.DeleteFile(file.FullName);
    }

    private void RemoveFolder(UndoRecord record)
    {
        string place = PlaceOf(record);
        if (!Directory.Exists(place))
            return;
        if (Directory.EnumerateFileSystemEntries(place).Any())
            _kept.Add((record.Path, _uncertain.Keys.Any(path => VirtualPath.IsSameOrBelow(path, record.Path))
                ? "a file that isn't taken back is in it"
                : "what another program has put into it is there"));
        else
            DiskRemoval.DeleteEmptyFolder(place);
    }

    private void BringBackFolder(UndoRecord record)
    {
        string place = PlaceOf(record);
        if (new FileInfo(place) is { Exists: true } file)
            DiskRemoval.DeleteFile(file.FullName);
        Directory.CreateDirectory(place);
        Respell(record, place);
    }

    private void PutBack(UndoRecord record)
    {
        string place = PlaceOf(record), copy = _journal.CopyOf(record);
        if (!File.Exists(copy) || (File.Exists(place) && IsUncopied(record)))
            return;
        string folder = Path.GetDirectoryName(place)!;
        // On Linux attributes of Windows' can't be compared.
        if (OperatingSystem.IsWindows() && SpellingOf(place) == LastOf(record.Path)
            && FileComparison.IsSame(new FileInfo(copy), new FileInfo(place)))
        {
            // Only opened to be changed: it stays the file that it is.
            DiskRemoval.DeleteFile(copy);
            return;
        }

        if (Directory.Exists(place))
            DiskRemoval.DeleteEmptyFolder(place);
        Directory.CreateDirectory(folder);
        KeepMode(copy, place);
        if (SpellingOf(place) is { } spelled && spelled != LastOf(record.Path))
            DiskRemoval.DeleteFile(Path.Combine(folder, spelled));
        else
            DiskRemoval.MakeWritable(place);
        DiskRemoval.Replace(copy, Path.Combine(folder, LastOf(record.Path)));
    }

    /// <summary>On Linux a copy that Wine has made lacks what only Linux knows of the file: who may read it, and who may run it.</summary>
    private static void KeepMode(string copy, string place)
    {
        const UnixFileMode writing = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        if (!OperatingSystem.IsWindows() && File.Exists(place))
            File.SetUnixFileMode(copy, (File.GetUnixFileMode(place) & ~writing) | (File.GetUnixFileMode(copy) & writing));
    }

    /// <summary>Gives a folder the letter case that it had.</summary>
    private static void Respell(in UndoRecord record, string place)
    {
        string folder = Path.GetDirectoryName(place)!, right = LastOf(record.Path);
        if (SpellingOf(place) is { } spelled && spelled != right)
            DiskRemoval.Rename(Path.Combine(folder, spelled), Path.Combine(folder, right));
    }

    /// <summary>The last name of a place in the letter case of the disk; null where nothing is there.</summary>
    private static string? SpellingOf(string place) =>
        !Path.Exists(place) ? null
        : OperatingSystem.IsWindows()
            ? Directory.EnumerateFileSystemEntries(Path.GetDirectoryName(place)!, Path.GetFileName(place))
                .Select(entry => Path.GetFileName(entry)).FirstOrDefault()
            : Path.GetFileName(place);

    private string PlaceOf(in UndoRecord record) => PlaceOf(record.Path);

    private string PlaceOf(string path)
    {
        UndoRoot root = RootOf(path)!;
        string below = path[root.Name.Length..].Trim('\\').Replace('\\', Path.DirectorySeparatorChar);
        return _find(below.Length == 0 ? root.Folder : Path.Combine(root.Folder, below));
    }

    private UndoRoot? RootOf(string path) =>
        _roots.FirstOrDefault(root => root.Name.Length == 0 || (path.Contains('\\') && VirtualPath.IsSameOrBelow(path, root.Name)));

    private static string LastOf(string path) => path[(path.LastIndexOf('\\') + 1)..];
}
