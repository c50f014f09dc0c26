using System.Collections.Concurrent;
using System.IO.Enumeration;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>A folder whose changes a run's journal records.</summary>
/// <param name="Name">The prefix of the folder's names in the journal; empty if they have none.</param>
/// <param name="Folder">The real folder, in NT form, without a backslash at the end.</param>
/// <param name="Except">A name in the folder that the journal doesn't record, nor anything below it; empty for none.</param>
public sealed record JournaledRoot(string Name, string Folder, string Except = "");

/// <summary>The folders in which a run's changes are recorded: each name before the run first changes it. Safe from any thread.</summary>
/// <remarks>
/// What a link in them leads to has the link's name, and the link itself is recorded with it, unless it leads to another name in these
/// folders. The game can change even what can't be recorded.
/// </remarks>
/// <param name="roots">The folders; of two nested ones the inner one has the name.</param>
/// <param name="journal">The journal.</param>
public sealed class JournaledFolders(IEnumerable<JournaledRoot> roots, RunJournal journal)
{
    private readonly JournaledRoot[] _roots = [.. roots.OrderByDescending(root => root.Folder.Length)];
    private readonly Lock _looking = new();

    // The system's names of folders, by their names in NT form: those of folders behind links differ.
    private readonly ConcurrentDictionary<string, string> _real = new(StringComparer.OrdinalIgnoreCase);

    // The ends of links, in NT form as the system names them, and the links' names in the journal. Replaced as a whole.
    private volatile (string Real, string Name)[] _behindLinks = [];
    private ILookup<long, string>? _linked;

    /// <summary>Returns the folders, under the names that the system reports for handles, too.</summary>
    internal JournaledFolders AsTheSystemNamesIt() => new(
        _roots.Concat(_roots.Select(root => root with { Folder = RealNames.OfFolder(root.Folder) })).Distinct(), journal);

    /// <summary>
    /// Records a place's file, or that there is none, before it is changed. Does nothing if this run has recorded it, or the place is in
    /// none of the folders.
    /// </summary>
    /// <param name="place">The place, in NT form; for a stream, that of its file.</param>
    internal void Record(string place)
    {
        int colon = VirtualPath.GetName(place).IndexOf(':');
        if (colon > 0)
            place = place[..(place.LastIndexOf('\\') + 1 + colon)];
        string folder = RealOf(VirtualPath.GetParent(place).ToString()), own = string.Concat(folder, @"\", VirtualPath.GetName(place));
        if (!TryGetName(own, out string name) && !(TryResolveLinks(place) && TryGetName(own, out name)))
        {
            if (IsIn(place))
                MarkIncomplete();
            return;
        }

        if (name.Length == 0 || journal.HasRecorded(name))
            return;
        if (FindEnd(own) is { } end)
        {
            RecordLink(name, own, end);
            if (TryGetName(end, out string there) && !NameEquals(there, name))
                (name, own) = (there, end);
            else
                AddBehindLink(end, name);
        }

        if (name.Length > 0 && journal.Record(name, own) && RealFiles.TryGetLinks(own, out uint links, out long id) && links > 1)
            RecordLinks(id);
    }

    /// <summary>Records everything in a folder likewise.</summary>
    /// <param name="place">A folder, in NT form, or a file.</param>
    internal void RecordTree(string place)
    {
        Record(place);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(place)))
            Record($@"{place}\{path}");
    }

    /// <summary>Records a place that something is moved to, with everything in it, likewise.</summary>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="source">The file or folder that is moved, a long Win32 path.</param>
    internal void RecordNew(string place, string source)
    {
        Record(place);
        foreach (string path in NamesBelow(source))
            Record($@"{place}\{path}");
    }

    /// <summary>
    /// Records the new name, by a rename or a hard link, of a file that couldn't be copied, and of each in a folder: the file there may be
    /// the only one left. Both names have records already.
    /// </summary>
    /// <param name="source">The file or folder that gets the name, in NT form.</param>
    /// <param name="place">The new place, in NT form.</param>
    internal void RecordMove(string source, string place)
    {
        if (!TryGetName(source, out string from) || !TryGetName(place, out string to) || from.Length == 0 || to.Length == 0
            || !journal.HasUncopied())
            return;
        journal.RecordMove(from, to);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(source)))
            journal.RecordMove($@"{from}\{path}", $@"{to}\{path}");
    }

    /// <summary>Marks the journal as incomplete, since a change couldn't be recorded. Throws nothing.</summary>
    internal void MarkIncomplete() => journal.MarkIncomplete();

    /// <summary>Gets the file that marks the journal as complete, in NT form.</summary>
    internal string WholeFile => journal.WholeFile;

    /// <summary>Records the other names of a file, which is changed under these, too.</summary>
    private void RecordLinks(long id)
    {
        ILookup<long, string> linked;
        // A link that the run makes later is recorded when it is made.
        lock (_looking)
            linked = _linked ??= FindLinked();
        foreach (string place in linked[id])
        {
            if (TryGetName(place, out string name) && name.Length > 0)
                journal.Record(name, place);
        }
    }

    /// <summary>Finds the places of all files that have several names, by the files' ids.</summary>
    private ILookup<long, string> FindLinked()
    {
        var found = new List<(long Id, string Place)>();
        foreach (JournaledRoot root in _roots)
        {
            foreach (string path in NamesBelow(NtPath.ToLongWin32(root.Folder)))
            {
                string place = $@"{root.Folder}\{path}";
                if (RealFiles.TryGetLinks(place, out uint links, out long id) && links > 1 && !RealFiles.IsFolder(place))
                    found.Add((id, place));
            }
        }

        return found.ToLookup(file => file.Id, file => file.Place);
    }

    private static string[] NamesBelow(string folder)
    {
        if (!Directory.Exists(folder))
            return [];
        // A link's end lies elsewhere; the link itself is one of the names.
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        return [.. new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.ToFullPath(), options)
        {
            ShouldRecursePredicate = (ref FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) == 0,
        }.Select(entry => Path.GetRelativePath(folder, entry))];
    }

    private static bool NameEquals(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns the system's name of a folder, in NT form; the given name if the folder doesn't exist.</summary>
    private string RealOf(string folder)
    {
        if (_real.TryGetValue(folder, out string? real))
            return real;
        real = NtPath.WithoutBackslash(RealNames.OfFolder(folder)).ToString();
        if (RealFiles.IsFolder(folder))
            _real.TryAdd(folder, real);
        return real;
    }

    /// <summary>
    /// Finds the end of a link, in NT form as the system names it; null if the name is no link, doesn't exist, or leads nowhere.
    /// </summary>
    /// <remarks>Wine shows no links to files: there the system's name of the opened file reveals the link.</remarks>
    /// <param name="place">The place, in a folder under the system's name.</param>
    private static string? FindEnd(string place)
    {
        if (!RealNames.TryGet(place, out string real) || real.Length == 0
            || NameEquals(real = NtPath.FromCanonical(NtPath.WithoutBackslash(real)), place))
            return null;
        // An 8.3 name is another name of a file in the same folder.
        bool isShort = VirtualPath.GetName(place).Contains('~')
            && NameEquals(VirtualPath.GetParent(real).ToString(), VirtualPath.GetParent(place).ToString());
        return isShort ? null : real;
    }

    /// <summary>Finds the links on the way to a place in one of the folders, and gives their names to what they lead to.</summary>
    /// <returns>True if there are any.</returns>
    private bool TryResolveLinks(string place)
    {
        if (_roots.FirstOrDefault(root => place.Length > root.Folder.Length && VirtualPath.IsSameOrBelow(place, root.Folder))
            is not { } root)
            return false;
        bool isFound = false;
        string real = RealOf(root.Folder);
        for (int at = root.Folder.Length; at >= 0;)
        {
            int next = place.IndexOf('\\', at + 1);
            if (next < 0)
                break;
            string own = string.Concat(real, @"\", place.AsSpan(at + 1, next - at - 1));
            real = own;
            if (TryGetName(own, out string name) && FindEnd(own) is { } end)
            {
                RecordLink(name, own, end);
                if (!TryGetName(end, out _))
                    AddBehindLink(end, name);
                real = end;
                isFound = true;
            }

            at = next;
        }

        return isFound;
    }

    private void AddBehindLink(string end, string name)
    {
        lock (_looking)
        {
            if (!Array.Exists(_behindLinks, known => NameEquals(known.Real, end)))
                _behindLinks = [.. _behindLinks, (end, name)];
        }
    }

    /// <summary>Records a link with its end: a path of this system, or under Wine of Linux.</summary>
    private void RecordLink(string name, string place, string end)
    {
        string win32 = NtPath.ToLongWin32(place);
        string? leads = NtFunctions.IsWine ? WineFunctions.GetUnixFileName(NtPath.ToWin32(end)) : new FileInfo(win32).LinkTarget;
        journal.RecordLink(name, place, leads);
    }

    /// <summary>Determines whether a canonical path names something in one of the folders.</summary>
    internal bool IsIn(ReadOnlySpan<char> path) => IsIn(NtPath.FromCanonical(path));

    private bool IsIn(string place) =>
        Array.Exists(_roots, root => place.Length > root.Folder.Length && VirtualPath.IsSameOrBelow(place, root.Folder));

    /// <summary>Finds a place's path in the journal; empty if the journal doesn't record it.</summary>
    private bool TryGetName(string place, out string name)
    {
        if (TryGetNameIn(place, out name))
            return true;
        foreach ((string real, string link) in _behindLinks)
        {
            if (!VirtualPath.IsSameOrBelow(place, real))
                continue;
            name = string.Concat(link, place.AsSpan(real.Length));
            return true;
        }

        return false;
    }

    private bool TryGetNameIn(string place, out string name)
    {
        foreach (JournaledRoot root in _roots)
        {
            if (place.Length > root.Folder.Length && VirtualPath.IsSameOrBelow(place, root.Folder))
            {
                ReadOnlySpan<char> rest = place.AsSpan(root.Folder.Length + 1);
                name = root.Name.Length == 0 ? rest.ToString() : string.Concat(root.Name, @"\", rest);
                if (root.Except.Length > 0 && VirtualPath.IsSameOrBelow(rest, root.Except))
                    name = "";
                return true;
            }
        }

        name = "";
        return false;
    }
}
