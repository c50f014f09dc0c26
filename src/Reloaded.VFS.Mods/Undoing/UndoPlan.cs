using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>The plan for undoing a run, after which every name in its journal is again what it was.</summary>
/// <remarks>Each step can be repeated, and the journal is deleted last, so another call completes what a killed process left.</remarks>
internal sealed class UndoPlan
{
    // This covers times of two disks, and what a process writes while it ends.
    private static readonly TimeSpan s_tolerance = TimeSpan.FromSeconds(2);

    private readonly UndoJournal _journal;
    private readonly string _overwrite;
    private readonly IReadOnlyList<UndoRoot> _roots;
    private readonly bool _takesLater;
    private readonly Func<string, DateTime> _created;
    private readonly List<UndoRecord> _records = [], _links = [];
    private readonly HashSet<string> _later = new(NameComparer.Instance);
    private readonly Func<Func<string, string>> _look;
    private readonly List<UndoStep> _steps = [];
    private readonly int _laterRecords;
    private readonly List<(string Path, string Cause)> _kept = [];

    // By the path of a file: the record of the name that the file had before.
    private readonly Dictionary<string, UndoRecord> _moved = new(NameComparer.Instance);

    // By path, the reason why a file stays that could be one of several.
    private readonly Dictionary<string, string> _uncertain = new(NameComparer.Instance);
    private Func<string, string> _find;

    /// <summary>Creates the plan. Nothing is changed.</summary>
    /// <param name="journal">The run's journal.</param>
    /// <param name="overwrite">The overwrite folder, beside which the journal lies.</param>
    /// <param name="roots">The folders that the journal covers.</param>
    /// <param name="look">
    /// Creates a function that returns a path in the letter case of the disk, as far as the path exists. The function may remember names
    /// that a step has changed since, so each kind of step gets a new one.
    /// </param>
    /// <param name="takesLater">True if files that were changed after the run are restored, too.</param>
    /// <param name="created">Returns the time at which a file was created, UTC; null for .NET's, which is right on Windows alone.</param>
    public UndoPlan(UndoJournal journal, string overwrite, IReadOnlyList<UndoRoot> roots, Func<Func<string, string>> look,
        bool takesLater = false, Func<string, DateTime>? created = null)
    {
        _created = created ?? File.GetCreationTimeUtc;
        (_journal, _overwrite, _roots, _look, _find, _takesLater) = (journal, overwrite, roots, look, look(), takesLater);
        foreach (UndoRecord record in journal.Records.OrderBy(record => record.Path, NameComparer.Instance))
        {
            // Whoever can write to the journal must not be able to direct a deletion elsewhere.
            if (!record.IsPlain)
                _kept.Add((record.Path, "it isn't in a folder that a run changes"));
            else if (RootOf(record.Path) is null)
                _kept.Add((record.Path, "the configuration doesn't name its folder, as it did in that run"));
            else
                _records.Add(record);
        }

        FindMoved();
        foreach (UndoRecord link in journal.Links.Where(link => link.IsPlain && RootOf(link.Path) is not null)
            .OrderBy(link => link.Path, NameComparer.Instance))
        {
            bool isLink = DiskRemoval.IsLink(PlaceOf(link));
            if (!isLink && IsLater(link, FileAt(link)))
                KeepLater(link);
            if (_later.Contains(link.Path) || _uncertain.ContainsKey(link.Path))
                continue;
            if (link.Detail.Length == 0 && !isLink)
                _kept.Add((link.Path, "it was a link whose target couldn't be recorded"));
            if (link.Detail.Length == 0)
                continue;
            _links.Add(link);
            if (!isLink)
                _steps.Add(new UndoStep(UndoAct.BringBackLink, link.Path, 0, link.Detail));
        }

        foreach (UndoRecord record in _records)
        {
            string place = PlaceOf(record);
            FileInfo file = FileAt(record);
            bool isFolder = Directory.Exists(place);
            if (_moved.TryGetValue(record.Path, out UndoRecord lost))
                Add(UndoAct.BringBack, lost, file.Length);
            if (_uncertain.TryGetValue(record.Path, out string? cause))
                _kept.Add((record.Path, cause));
            else if (IsLater(record, file))
                KeepLater(record);
            else if (record.Kind == UndoKind.New && file.Exists && !MayRemove(place))
                _kept.Add((record.Path, "it is a link that existed before, and the run may have created what it leads to"));
            else if (record.Kind == UndoKind.New && !_moved.ContainsKey(record.Path) && (file.Exists || isFolder))
                Add(isFolder ? UndoAct.RemoveFolder : UndoAct.Remove, record, isFolder ? 0 : file.Length);
            else if (record.Kind == UndoKind.Folder && !isFolder)
                Add(UndoAct.BringBackFolder, record, 0);
            else if (record.Kind == UndoKind.File && new FileInfo(journal.CopyOf(record)) is { Exists: true } copy)
                AddFile(record, file, copy);
            else if (record.Kind == UndoKind.Unkept && !_moved.ContainsValue(record) && !(file.Exists && UndoRecord.StampOf(file) == record.Detail))
                _kept.Add((record.Path, "it couldn't be copied before it was changed"));
        }

        _laterRecords = _records.RemoveAll(record => _later.Contains(record.Path));
    }

    /// <summary>Gets the steps, in the order of their paths. An unchanged file needs none.</summary>
    public IReadOnlyList<UndoStep> Steps => _steps;

    /// <summary>Gets what isn't undone, and why. <see cref="Run"/> adds what it couldn't do.</summary>
    public IReadOnlyList<(string Path, string Cause)> Kept => _kept;

    /// <summary>
    /// Undoes the run. The journal is deleted, unless files stay that were changed after the run: another call can restore those, too.
    /// </summary>
    /// <returns>True if that is done; otherwise another call continues once the obstacle is gone.</returns>
    /// <exception cref="IOException">Undoing can't be begun or ended.</exception>
    /// <exception cref="UnauthorizedAccessException">Undoing may not be begun or ended.</exception>
    public bool Run()
    {
        _journal.SetInterrupted();
        SweepTemporary();
        UndoRecord[] made = [.. Of(UndoKind.New)];
        bool isDone = _records.Count + _laterRecords == _journal.Records.Count;
        isDone &= Try(made, RemoveFile);
        isDone &= Try(_records.Where(record => _moved.ContainsKey(record.Path)), MoveBack);
        // The content of a folder comes before the folder.
        isDone &= Try(made.OrderByDescending(record => record.Path.Length), RemoveFolder);
        isDone &= Try(_links.OrderBy(link => link.Path.Length), BringBackLink);
        isDone &= Try(Of(UndoKind.Folder).OrderBy(record => record.Path.Length), BringBackFolder);
        isDone &= Try(Of(UndoKind.File), PutBack);
        _find = _look();
        foreach (UndoRecord record in _links.Concat(_records))
            Compare(record);
        if (isDone && _later.Count == 0)
            UndoJournal.Discard(_overwrite);
        else if (isDone)
            _journal.EndInterrupted();
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
        else if (UndoRecord.StampOf(file) != UndoRecord.StampOf(copy) || !HasSameAttributes(file, copy))
            Add(UndoAct.PutBack, record, copy.Length);
    }

    // On Windows, the attributes that games set. Linux has only the first.
    private static bool HasSameAttributes(FileInfo one, FileInfo other) => OperatingSystem.IsWindows()
        ? ((one.Attributes ^ other.Attributes) & (FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System)) == 0
        : one.IsReadOnly == other.IsReadOnly;

    /// <summary>Deletes what a killed process has left beside names that it was changing. The game doesn't see these files.</summary>
    private void SweepTemporary()
    {
        foreach (string path in _records.Select(record => record.Path[..^LastOf(record.Path).Length]).Distinct())
        {
            string folder = PlaceOf(path);
            if (!Directory.Exists(folder))
                continue;
            foreach (FileSystemInfo left in new DirectoryInfo(folder).GetFileSystemInfos("*" + DefaultExcludes.TemporaryEnding))
            {
                // An 'rvfs add' may be under way, and no process leaves a link. What can't be deleted isn't seen.
                if (DiskRemoval.IsLink(left.FullName))
                    continue;
                if (left is FileInfo && (DefaultExcludes.IsBeside(left.Name)
                    || left.Name.EndsWith(HideMarker.UnfinishedEnding, StringComparison.Ordinal)))
                    DiskRemoval.TryDeleteFile(left.FullName);
                else if (left is DirectoryInfo && DefaultExcludes.IsBeside(left.Name))
                    DiskRemoval.TryDeleteTree(left.FullName);
            }
        }
    }

    /// <summary>Determines whether a file was changed after the run had ended, and so no longer belongs to it.</summary>
    private bool IsLater(in UndoRecord record, FileInfo file) => !_takesLater && file.Exists && record.Kind is not UndoKind.Unkept
        && (IsAfterRun(file.LastWriteTimeUtc) || (IsAfterRun(_created(file.FullName)) && !IsPutBack(record)))
        && !IsCopy(record, UndoRecord.StampOf(file));

    private bool IsAfterRun(DateTime time) => time > _journal.Ended + s_tolerance;

    /// <summary>Determines whether an interrupted undoing may have created the file, with its former time of writing.</summary>
    private bool IsPutBack(in UndoRecord record) => record.Kind == UndoKind.File && !File.Exists(_journal.CopyOf(record));

    private void KeepLater(in UndoRecord record)
    {
        if (!_later.Add(record.Path))
            return;
        string when = _journal.IsEndKnown ? "after that run"
            : "after that run had recorded its last change, and when the run ended isn't known";
        _kept.Add((record.Path, $"it was changed {when}; with --all it is taken back, too"));
    }

    private void RemoveFile(UndoRecord record)
    {
        string place = PlaceOf(record);
        if (!IsUncopied(record) && File.Exists(place) && MayRemove(place))
            DiskRemoval.DeleteFile(place);
    }

    /// <summary>
    /// Determines whether a file may be removed. Under Wine a game can't create a link to a file, so the link is older than the run, and
    /// led nowhere before; on Windows the run has created it.
    /// </summary>
    private static bool MayRemove(string place) => OperatingSystem.IsWindows() || !DiskRemoval.IsLink(place) || Directory.Exists(place);

    private void RemoveFolder(UndoRecord record)
    {
        string place = PlaceOf(record);
        if (!Directory.Exists(place))
            return;
        if (DiskRemoval.IsLink(place))
        {
            DiskRemoval.DeleteLink(place);
            return;
        }

        if (Directory.EnumerateFileSystemEntries(place).Any())
            _kept.Add((record.Path, _uncertain.Keys.Any(path => VirtualPath.IsSameOrBelow(path, record.Path))
                ? "it contains a file that isn't taken back"
                : "it contains what another program has put into it"));
        else
            DiskRemoval.DeleteEmptyFolder(place);
    }

    private void BringBackFolder(UndoRecord record)
    {
        string place = PlaceOf(record);
        if (EndOf(place) is { } end)
        {
            Directory.CreateDirectory(end);
            return;
        }

        if (new FileInfo(place) is { Exists: true } file)
            DiskRemoval.DeleteFile(file.FullName);
        Directory.CreateDirectory(place);
        Respell(record, place);
    }

    /// <summary>Restores a link. What has its name now is the run's, since it isn't later, and is deleted.</summary>
    private void BringBackLink(UndoRecord link)
    {
        string place = PlaceOf(link);
        if (DiskRemoval.IsLink(place))
            return;
        if (Directory.Exists(place))
            DiskRemoval.DeleteEmptyFolder(place);
        else if (File.Exists(place))
            DiskRemoval.DeleteFile(place);
        // The folder around the link may be gone, too.
        Directory.CreateDirectory(Path.GetDirectoryName(place)!);
        string name = Path.Combine(Path.GetDirectoryName(place)!, LastOf(link.Path));
        // Windows distinguishes links to folders from others. For a link that leads nowhere, the records show what was there.
        bool isFolder = Directory.Exists(Path.Combine(Path.GetDirectoryName(place)!, link.Detail))
            || _records.Any(record => record.Kind == UndoKind.Folder && NameComparer.Instance.Equals(record.Path, link.Path));
        if (isFolder)
            Directory.CreateSymbolicLink(name, link.Detail);
        else
            File.CreateSymbolicLink(name, link.Detail);
    }

    /// <summary>Returns the path that a link leads to, whether or not it exists, or null if the name isn't a link.</summary>
    private static string? EndOf(string place) => DiskRemoval.IsLink(place) ? FolderLinks.EndOf(place) : null;

    /// <summary>Checks that a name is what it was, as far as the record shows.</summary>
    private void Compare(UndoRecord record)
    {
        string place = PlaceOf(record);
        bool isRight = record.Kind switch
        {
            UndoKind.Link => DiskRemoval.IsLink(place),
            UndoKind.New => !Path.Exists(place) || IsUncopied(record),
            UndoKind.Folder => Directory.Exists(place),
            UndoKind.File => IsUncopied(record) || (File.Exists(place)
                && (record.Bytes is not { } bytes || FileAt(record).Length == bytes)),
            _ => true,
        };
        if (!isRight && !_kept.Exists(kept => NameComparer.Instance.Equals(kept.Path, record.Path)))
            _kept.Add((record.Path, "it isn't as it was before"));
    }

    private void PutBack(UndoRecord record)
    {
        string place = PlaceOf(record), copy = _journal.CopyOf(record);
        if (!File.Exists(copy) || (File.Exists(place) && IsUncopied(record)))
            return;
        if (record.Bytes is { } bytes && new FileInfo(copy).Length != bytes)
        {
            // The system has lost the content, for example in a power failure.
            _kept.Add((record.Path, "its copy is incomplete"));
            return;
        }

        if (EndOf(place) is { } end)
        {
            PutBehindLink(copy, end);
            return;
        }

        string folder = Path.GetDirectoryName(place)!;
        // On Linux, attributes of Windows can't be compared.
        if (OperatingSystem.IsWindows() && SpellingOf(place) == LastOf(record.Path)
            && FileComparison.IsSame(new FileInfo(copy), new FileInfo(place)))
        {
            // The file was only opened to be changed: it stays as it is.
            DiskRemoval.DeleteFile(copy);
            return;
        }

        if (Directory.Exists(place))
            DiskRemoval.DeleteEmptyFolder(place);
        Directory.CreateDirectory(folder);
        CopyMode(copy, place);
        if (SpellingOf(place) is { } spelled && spelled != LastOf(record.Path))
            DiskRemoval.DeleteFile(Path.Combine(folder, spelled));
        else
            DiskRemoval.MakeWritable(place);
        DiskRemoval.Replace(copy, Path.Combine(folder, LastOf(record.Path)));
    }

    /// <summary>
    /// Puts a copy where a link leads, which may be on another volume: it is first written completely under a name of its own and then
    /// renamed into place in one step.
    /// </summary>
    private static void PutBehindLink(string copy, string end)
    {
        string folder = Path.GetDirectoryName(end)!,
            beside = string.Create(null, $"{end}.{Environment.ProcessId:x}-{Environment.TickCount64:x}{DefaultExcludes.TemporaryEnding}");
        Directory.CreateDirectory(folder);
        CopyMode(copy, end);
        File.Copy(copy, beside);
        File.SetLastWriteTimeUtc(beside, File.GetLastWriteTimeUtc(copy));
        DiskRemoval.MakeWritable(end);
        DiskRemoval.Replace(beside, end);
        DiskRemoval.DeleteFile(copy);
    }

    /// <summary>Gives a copy, which Wine has made, the permissions of Linux to read and to run the file.</summary>
    private static void CopyMode(string copy, string place)
    {
        const UnixFileMode writing = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        if (!OperatingSystem.IsWindows() && File.Exists(place))
            File.SetUnixFileMode(copy, (File.GetUnixFileMode(place) & ~writing) | (File.GetUnixFileMode(copy) & writing));
    }

    /// <summary>Gives a folder its previous letter case.</summary>
    private static void Respell(in UndoRecord record, string place)
    {
        string folder = Path.GetDirectoryName(place)!, right = LastOf(record.Path);
        if (SpellingOf(place) is { } spelled && spelled != right)
            DiskRemoval.Rename(Path.Combine(folder, spelled), Path.Combine(folder, right));
    }

    /// <summary>Returns the last name of a path in the letter case of the disk, or null if nothing is there.</summary>
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

    // Of a file that couldn't be copied, and that the run has renamed, all that there is lies under the new name. A rename leaves a file's
    // size and time.

    /// <summary>Determines whether what lies under a record's name may be all that is left of a file.</summary>
    private bool IsUncopied(in UndoRecord record) => _moved.ContainsKey(record.Path) || _uncertain.ContainsKey(record.Path);

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

    /// <summary>Determines whether the journal has a copy of what lies under a name: a file of the same size and time.</summary>
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
