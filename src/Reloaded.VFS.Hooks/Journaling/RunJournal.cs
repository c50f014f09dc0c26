using System.Collections.Concurrent;
using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>This process's part of the journal of a run: what was under each name before the run changed it. Thread-safe.</summary>
/// <remarks>
/// A name's record is on disk before its first change. Processes of one run share a journal, each with a log of its own: after a process
/// has examined a name, it reads the others' logs, and finds a process that was first, since that one wrote its record before it changed
/// anything. If a record can't be made the game continues, and the journal is marked as incomplete.
/// </remarks>
/// <param name="folder">The journal's folder, a long Win32 path.</param>
/// <param name="largest">The maximum size of a file that is copied, in bytes.</param>
/// <param name="unkept">
/// The callback for files and links that couldn't be recorded, each once: the path, and the cause. Called on any thread.
/// </param>
public sealed class RunJournal(string folder, long largest, Action<string, string> unkept)
{
    private readonly ConcurrentDictionary<string, bool> _recorded = new(NameComparer.Instance);
    private readonly HashSet<string> _uncopied = new(NameComparer.Instance);
    private readonly HashSet<string> _links = new(NameComparer.Instance);
    private readonly Dictionary<string, FileStream> _others = new(StringComparer.OrdinalIgnoreCase);
    private readonly Lock _recording = new();
    private readonly string _id = Guid.NewGuid().ToString("N")[..12];
    private FileStream? _log, _running;
    private int _copies;

    /// <summary>
    /// Has the system note the end of this process, however it ends. If that isn't possible, the run's last record is all that is known.
    /// </summary>
    public void MarkRunning()
    {
        try
        {
            _running ??= DiskRemoval.OpenPassing(
                Path.Join(UndoJournal.RunningOf(folder), _id), FileMode.CreateNew, FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A full disk, or a journal of an older version.
        }
    }

    /// <summary>Records a name's file, or that there is none, unless the run has done so.</summary>
    /// <param name="name">The path as it is in the journal.</param>
    /// <param name="place">The file's place, in NT form.</param>
    /// <returns>True if a file was copied: other names that lead to it have to be recorded, too.</returns>
    internal bool Record(string name, string place)
    {
        if (_recorded.ContainsKey(name))
            return false;
        lock (_recording)
        {
            if (_recorded.ContainsKey(name))
                return false;
            bool isCopied = false;
            try
            {
                isCopied = TryRecord(name, place) == UndoKind.File;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                // A full disk, or a name that no log can contain.
                MarkIncomplete();
            }

            _recorded.TryAdd(name, true);
            return isCopied;
        }
    }

    /// <summary>Determines whether this process knows that a name is recorded.</summary>
    internal bool HasRecorded(string name) => _recorded.ContainsKey(name);

    /// <summary>Records that a name is a link; does nothing if this process has done so.</summary>
    /// <param name="name">The path as it is in the journal.</param>
    /// <param name="place">The link's place, in NT form.</param>
    /// <param name="leads">The link's end; null if the system doesn't report it.</param>
    internal void RecordLink(string name, string place, string? leads)
    {
        lock (_recording)
        {
            if (!_links.Add(name))
                return;
            try
            {
                // A line can't contain these.
                if (leads?.AsSpan().IndexOfAny('\t', '\n') >= 0)
                    leads = null;
                Append(new UndoRecord(UndoKind.Link, name, leads ?? ""));
                if (leads is null)
                    unkept(place, "it is a link, and where it leads can't be recorded");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                MarkIncomplete();
            }
        }
    }

    /// <summary>Determines whether there are files that no process of the run could copy, whose new names have to be recorded.</summary>
    internal bool HasUncopied()
    {
        lock (_recording)
        {
            try
            {
                ReadOthers();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                MarkIncomplete();
            }

            return _uncopied.Count > 0;
        }
    }

    /// <summary>Records the new name of a file that couldn't be copied; does nothing for any other.</summary>
    /// <param name="from">The file's path as it is in the journal.</param>
    /// <param name="to">The new path.</param>
    internal void RecordMove(string from, string to)
    {
        lock (_recording)
        {
            if (!_uncopied.Contains(from) || !_uncopied.Add(to))
                return;
            try
            {
                Append(new UndoRecord(UndoKind.Moved, to, from));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                MarkIncomplete();
            }
        }
    }

    /// <summary>Marks the journal as incomplete, since a change isn't recorded. Allocates nothing, throws nothing.</summary>
    internal void MarkIncomplete() => RealFiles.Delete(WholeFile);

    /// <summary>Gets the file that marks the journal as complete, in NT form.</summary>
    internal string WholeFile { get; } = NtPath.From(UndoJournal.WholeFileOf(folder));

    /// <summary>Records a file that is then deleted. No other process uses the overwrite folder, and no hook is installed.</summary>
    /// <param name="name">The path below the overwrite folder, in the letter case of the disk.</param>
    /// <param name="file">The file, a Win32 path.</param>
    /// <exception cref="IOException">The file can't be recorded, and must not be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">Access is denied, and the file must not be deleted.</exception>
    public void RecordDeleted(string name, string file)
    {
        lock (_recording)
        {
            string copy = NewCopy();
            // No rename: the file may have another name, under which it is changed later.
            FileCopy.Make(file, PathOf(copy));
            Append(UndoRecord.OfFile(name, copy, new FileInfo(file).Length));
            _recorded.TryAdd(name, true);
        }
    }

    /// <summary>Records a name, unless another process has. Returns the kind of the record; null for none.</summary>
    private UndoKind? TryRecord(string name, string place)
    {
        UndoRecord record = Copy(name, place, out string? cause);
        ReadOthers();
        if (_recorded.ContainsKey(name))
        {
            if (record.Kind == UndoKind.File)
                RealFiles.Delete(NtPath.From(PathOf(record.Copy)));
            return null;
        }

        Append(record);
        if (record.Kind == UndoKind.Unkept)
            _uncopied.Add(name);
        if (cause is not null)
            unkept(place, cause);
        return record.Kind;
    }

    /// <summary>Returns the record of a name, after copying its file.</summary>
    private UndoRecord Copy(string name, string place, out string? cause)
    {
        cause = null;
        FileAttributes attributes = RealFiles.AttributesOf(place);
        if (attributes == 0)
            return new UndoRecord(UndoKind.New, name, "");
        string spelled = string.Concat(name.AsSpan(0, name.LastIndexOf('\\') + 1), DiskName.Of(place));
        if ((attributes & FileAttributes.Directory) != 0)
            return new UndoRecord(UndoKind.Folder, spelled, "");
        var file = new FileInfo(NtPath.ToLongWin32(place));
        if (file.Length > largest)
        {
            cause = $"it has {(file.Length + (1 << 20) - 1) >> 20} MB, and at most {largest >> 20} MB are copied";
            return new UndoRecord(UndoKind.Unkept, spelled, UndoRecord.StampOf(file));
        }

        string copy = NewCopy();
        try
        {
            FileCopy.Make(file.FullName, PathOf(copy));
            return UndoRecord.OfFile(spelled, copy, new FileInfo(PathOf(copy)).Length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            RealFiles.Delete(NtPath.From(PathOf(copy)));
            cause = ErrorCause.Of(e);
            return new UndoRecord(UndoKind.Unkept, spelled, UndoRecord.StampOf(file));
        }
    }

    /// <summary>Writes a record to this process's log.</summary>
    /// <exception cref="ArgumentException">No line can contain the record's name.</exception>
    private void Append(in UndoRecord record)
    {
        string text = record.Line;
        // Linux has names with tabs and line breaks.
        if (!UndoRecord.TryParse(text[..^1], out UndoRecord read) || read != record)
            throw new ArgumentException(message: null, nameof(record));
        byte[] line = UndoJournal.Encoding.GetBytes(text);
        _log ??= new FileStream(Path.Join(folder, _id + UndoJournal.LogEnding), FileMode.CreateNew, FileAccess.Write,
            FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        _log.Write(line);
    }

    /// <summary>Takes over what other processes of the run have recorded since the last time.</summary>
    private void ReadOthers()
    {
        foreach (string log in Directory.EnumerateFiles(folder, "*" + UndoJournal.LogEnding))
        {
            if (log != _log?.Name && !_others.ContainsKey(log))
                _others.Add(log,
                    new FileStream(log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0));
        }

        foreach (FileStream other in _others.Values)
        {
            byte[] bytes = new byte[Math.Max(0, other.Length - other.Position)];
            int read = other.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            // The end of a line that is just being written is read next time; its file hasn't changed yet.
            int end = bytes.AsSpan(0, read).LastIndexOf((byte)'\n') + 1;
            other.Position -= read - end;
            foreach (UndoRecord record in UndoJournal.ReadLog(Encoding.UTF8.GetString(bytes, 0, end)))
            {
                // A link's own name has a record of what it leads to, or leads to another name.
                if (record.Kind == UndoKind.Link)
                    continue;
                _recorded.TryAdd(record.Path, true);
                if (record.Kind is UndoKind.Unkept or UndoKind.Moved)
                    _uncopied.Add(record.Path);
            }
        }
    }

    private string NewCopy() => string.Create(null, $"{_id}-{++_copies}");

    private string PathOf(string copy) => Path.Join(UndoJournal.FilesOf(folder), copy);
}

/// <summary>This process's part of the record of what the overwrite folder covers. Safe from any thread.</summary>
/// <remarks>
/// Each process has a log of its own, so that no line of one can be truncated by another. If a line can't be written the game continues:
/// the copy then stays, and no update is reported.
/// </remarks>
/// <param name="file">The log, which is created with its first line; a Win32 path.</param>
/// <param name="sources">The folders by whose names files in them are recorded: of two nested folders the inner one first.</param>
public sealed class CoveredLog(string file, IReadOnlyList<JournaledRoot> sources)
{
    private readonly Lock _adding = new();
    private FileStream? _log;

    /// <summary>Records a file that something is about to cover. Does nothing if the file doesn't exist, or is a folder.</summary>
    /// <param name="kind">The kind of what covers the file.</param>
    /// <param name="place">The name in the overwrite folder, as in the journal.</param>
    /// <param name="source">The file, in NT form.</param>
    internal void Add(CoveredKind kind, string place, string source)
    {
        try
        {
            if (new FileInfo(NtPath.ToLongWin32(source)) is not { Exists: true } covered
                || !FileTimes.TryRead(source, out _, out DateTime written))
                return;
            byte[] line = CoveredFiles.Encoding.GetBytes(new CoveredFile(kind, place, NameOf(source), covered.Length, written).Line);
            lock (_adding)
            {
                _log ??= new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
                _log.Write(line);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // A full disk, or a name that no log can contain.
        }
    }

    private string NameOf(string source)
    {
        foreach (JournaledRoot root in sources)
        {
            if (source.Length > root.Folder.Length + 1 && VirtualPath.IsSameOrBelow(source, root.Folder))
                return string.Concat(root.Name, @"\", source.AsSpan(root.Folder.Length + 1));
        }

        return NtPath.ToWin32(source);
    }
}
