using System.Collections.Concurrent;
using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>
/// This process's part of the journal of a run: what was there under each name before the run changed it. A name's record is
/// on disk before its first change. Processes of one run share a journal, each with a log of its own: whoever has looked at a name looks
/// into the logs of the others then, and finds one that was first, since that one wrote its record before it changed anything. Safe from
/// any thread. Where a record can't be made the game goes on, and the journal says that it isn't whole.
/// </summary>
/// <param name="folder">The journal's folder, a long Win32 path.</param>
/// <param name="largest">The most bytes that a file may have to be copied.</param>
/// <param name="unkept">Hears of files and links that couldn't be recorded, each once: the path, and the cause. Any thread.</param>
public sealed class RunJournal(string folder, long largest, Action<string, string> unkept)
{
    private readonly ConcurrentDictionary<string, bool> _kept = new(NameComparer.Instance);
    private readonly HashSet<string> _uncopied = new(NameComparer.Instance);
    private readonly HashSet<string> _links = new(NameComparer.Instance);
    private readonly Dictionary<string, FileStream> _others = new(StringComparer.OrdinalIgnoreCase);
    private readonly Lock _keeping = new();
    private readonly string _id = Guid.NewGuid().ToString("N")[..12];
    private FileStream? _log, _running;
    private int _copies;

    /// <summary>
    /// Has the system note the end of this process, whatever ends it. Where it can't, the run's last record is what is known of that.
    /// </summary>
    public void FollowProcess()
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

    /// <summary>Records what lies under a name, or that nothing does, unless the run has done so.</summary>
    /// <param name="name">The path as it stands in the journal.</param>
    /// <param name="place">Where that lies, in NT form.</param>
    /// <returns>Whether a file was copied: other names that lead to it are to be recorded, too.</returns>
    internal bool Keep(string name, string place)
    {
        if (_kept.ContainsKey(name))
            return false;
        lock (_keeping)
        {
            if (_kept.ContainsKey(name))
                return false;
            bool isCopied = false;
            try
            {
                isCopied = TryRecord(name, place) == UndoKind.File;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                // A full disk, or a name that no log can hold.
                MarkIncomplete();
            }

            _kept.TryAdd(name, true);
            return isCopied;
        }
    }

    /// <summary>Whether this process knows that a name is recorded.</summary>
    internal bool HasKept(string name) => _kept.ContainsKey(name);

    /// <summary>Records that a name is a link; nothing happens where this process has done so.</summary>
    /// <param name="name">The path as it stands in the journal.</param>
    /// <param name="place">Where that lies, in NT form.</param>
    /// <param name="leads">Where it leads; null where the system doesn't say so.</param>
    internal void KeepLink(string name, string place, string? leads)
    {
        lock (_keeping)
        {
            if (!_links.Add(name))
                return;
            try
            {
                // What no line can hold.
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

    /// <summary>Whether there are files that no process of the run could copy, so that their new names are to be recorded.</summary>
    internal bool HasUncopied()
    {
        lock (_keeping)
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

    /// <summary>Records the new name of a file that couldn't be copied; nothing happens for any other.</summary>
    /// <param name="from">Its path as it stands in the journal.</param>
    /// <param name="to">The new one.</param>
    internal void KeepMove(string from, string to)
    {
        lock (_keeping)
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

    /// <summary>Says that a change isn't recorded: the journal isn't whole. Allocates nothing, throws nothing.</summary>
    internal void MarkIncomplete() => RealFiles.Delete(WholeFile);

    /// <summary>The file that says that the journal is whole, in NT form.</summary>
    internal string WholeFile { get; } = NtPath.From(UndoJournal.WholeFileOf(folder));

    /// <summary>Records a file that is then deleted. No other process uses the overwrite folder, and no hook is in.</summary>
    /// <param name="name">The path below the overwrite folder, in the letter case of the disk.</param>
    /// <param name="file">The file, a Win32 path.</param>
    /// <exception cref="IOException">It can't be recorded, and isn't to be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be recorded, and isn't to be deleted.</exception>
    public void KeepDeleted(string name, string file)
    {
        lock (_keeping)
        {
            string copy = NewCopy();
            // No rename: the file may have another name, under which it is changed later.
            FileCopy.Make(file, PathOf(copy));
            Append(UndoRecord.OfFile(name, copy, new FileInfo(file).Length));
            _kept.TryAdd(name, true);
        }
    }

    /// <summary>Records a name, unless another process has. What was recorded; null for nothing.</summary>
    private UndoKind? TryRecord(string name, string place)
    {
        UndoRecord record = Copy(name, place, out string? cause);
        ReadOthers();
        if (_kept.ContainsKey(name))
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

    /// <summary>The record of a name, with the copy of a file.</summary>
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

    private void Append(in UndoRecord record)
    {
        byte[] line = UndoJournal.Encoding.GetBytes(record.Line);
        _log ??= new FileStream(Path.Join(folder, _id + UndoJournal.LogEnding), FileMode.CreateNew, FileAccess.Write,
            FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        _log.Write(line);
    }

    /// <summary>Takes over what other processes of the run have recorded since the last look.</summary>
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
            // The end of a line that is just being written comes with the next look; what it tells of hasn't changed yet.
            int end = bytes.AsSpan(0, read).LastIndexOf((byte)'\n') + 1;
            other.Position -= read - end;
            foreach (UndoRecord record in UndoJournal.ReadLog(Encoding.UTF8.GetString(bytes, 0, end)))
            {
                // A link's own name has a record of what it leads to, or leads to another name.
                if (record.Kind == UndoKind.Link)
                    continue;
                _kept.TryAdd(record.Path, true);
                if (record.Kind is UndoKind.Unkept or UndoKind.Moved)
                    _uncopied.Add(record.Path);
            }
        }
    }

    private string NewCopy() => string.Create(null, $"{_id}-{++_copies}");

    private string PathOf(string copy) => Path.Join(UndoJournal.FilesOf(folder), copy);
}
