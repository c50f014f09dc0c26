using System.Collections.Concurrent;
using System.IO.Enumeration;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>A folder of which the journal of a run tells.</summary>
/// <param name="Name">What stands in the journal before the names in it; empty where they stand there alone.</param>
/// <param name="Folder">The real folder, in NT form, without a backslash behind it.</param>
/// <param name="Except">A name in it of which the journal doesn't tell, nor of what is below; empty for none.</param>
public sealed record JournaledRoot(string Name, string Folder, string Except = "");

/// <summary>
/// The folders in which a run's changes are recorded: each name before the run first changes it. What a link in them leads to has the
/// link's name, and the link itself is recorded with it, unless it leads to another name in these folders. What can't be recorded doesn't
/// keep the game from changing it. Safe from any thread.
/// </summary>
/// <param name="roots">The folders; of two that lie in each other the inner one has the name.</param>
/// <param name="journal">Gets what they had.</param>
public sealed class JournaledFolders(IEnumerable<JournaledRoot> roots, RunJournal journal)
{
    private readonly JournaledRoot[] _roots = [.. roots.OrderByDescending(root => root.Folder.Length)];
    private readonly Lock _looking = new();

    // What the system calls folders, by their names in NT form: of those that lie behind links it differs.
    private readonly ConcurrentDictionary<string, string> _real = new(StringComparer.OrdinalIgnoreCase);

    // What links lead to, in NT form as the system calls it, and the links' names in the journal. Replaced whole.
    private volatile (string Real, string Name)[] _behindLinks = [];
    private ILookup<long, string>? _linked;

    /// <summary>The folders, under the names that the system tells of handles, too.</summary>
    internal JournaledFolders AsTheSystemNamesIt() => new(
        _roots.Concat(_roots.Select(root => root with { Folder = RealNames.OfFolder(root.Folder) })).Distinct(), journal);

    /// <summary>
    /// Records what lies at a place, or that nothing does, before that is changed. Nothing happens where this run has recorded it, nor
    /// where the place is in none of the folders.
    /// </summary>
    /// <param name="place">The place, in NT form; of a stream that of its file counts.</param>
    internal void Keep(string place)
    {
        int colon = VirtualPath.GetName(place).IndexOf(':');
        if (colon > 0)
            place = place[..(place.LastIndexOf('\\') + 1 + colon)];
        string folder = RealOf(VirtualPath.GetParent(place).ToString()), own = string.Concat(folder, @"\", VirtualPath.GetName(place));
        if (!TryGetName(own, out string name) && !(TryFollow(place) && TryGetName(own, out name)))
        {
            if (IsIn(place))
                MarkIncomplete();
            return;
        }

        if (name.Length == 0 || journal.HasKept(name))
            return;
        if (FindEnd(own) is { } end)
        {
            KeepLink(name, own, end);
            if (TryGetName(end, out string there) && !NameEquals(there, name))
                (name, own) = (there, end);
            else
                AddBehindLink(end, name);
        }

        if (name.Length > 0 && journal.Keep(name, own) && RealFiles.TryGetLinks(own, out uint links, out long id) && links > 1)
            KeepLinks(id);
    }

    /// <summary>So too of all that is in a folder.</summary>
    /// <param name="place">A folder, in NT form, or a file.</param>
    internal void KeepTree(string place)
    {
        Keep(place);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(place)))
            Keep($@"{place}\{path}");
    }

    /// <summary>So too of a place that something is moved to, with all that is in it.</summary>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="source">What is moved, a long Win32 path.</param>
    internal void KeepNew(string place, string source)
    {
        Keep(place);
        foreach (string path in NamesBelow(source))
            Keep($@"{place}\{path}");
    }

    /// <summary>
    /// Records the new name, by a rename or a hard link, of a file that couldn't be copied, and of each in a folder: what lies there may
    /// be all that there is of it. Both names have records already.
    /// </summary>
    /// <param name="source">What gets the name, in NT form.</param>
    /// <param name="place">The new place, in NT form.</param>
    internal void KeepMove(string source, string place)
    {
        if (!TryGetName(source, out string from) || !TryGetName(place, out string to) || from.Length == 0 || to.Length == 0
            || !journal.HasUncopied())
            return;
        journal.KeepMove(from, to);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(source)))
            journal.KeepMove($@"{from}\{path}", $@"{to}\{path}");
    }

    /// <summary>Says that a change couldn't be recorded. Throws nothing.</summary>
    internal void MarkIncomplete() => journal.MarkIncomplete();

    /// <summary>The file that says that the journal is whole, in NT form.</summary>
    internal string WholeFile => journal.WholeFile;

    /// <summary>What is changed under one name of a file is changed under its others.</summary>
    private void KeepLinks(long id)
    {
        ILookup<long, string> linked;
        // A link that the run makes later is recorded when it is made.
        lock (_looking)
            linked = _linked ??= FindLinked();
        foreach (string place in linked[id])
        {
            if (TryGetName(place, out string name) && name.Length > 0)
                journal.Keep(name, place);
        }
    }

    /// <summary>The places of all files that have several names, by the files' ids.</summary>
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
        // What a link leads to lies elsewhere; the link itself is one of the names.
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        return [.. new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.ToFullPath(), options)
        {
            ShouldRecursePredicate = (ref FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) == 0,
        }.Select(entry => Path.GetRelativePath(folder, entry))];
    }

    private static bool NameEquals(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);

    /// <summary>What the system calls a folder, in NT form; as it is given where it isn't there.</summary>
    private string RealOf(string folder)
    {
        if (_real.TryGetValue(folder, out string? real))
            return real;
        real = RealNames.OfFolder(folder).TrimEnd('\\');
        if (RealFiles.IsFolder(folder))
            _real.TryAdd(folder, real);
        return real;
    }

    /// <summary>
    /// Where a link leads, in NT form as the system calls it; null for what is none, isn't there, or leads nowhere. Wine shows no
    /// links to files: there the name tells that the system has of what was opened.
    /// </summary>
    /// <param name="place">The place, in the folder that the system calls so.</param>
    private static string? FindEnd(string place)
    {
        if (!RealFiles.TryOpen(place, out nint handle))
            return null;
        string real = RealNames.Of(handle);
        RealFiles.Close(handle);
        if (real.Length == 0 || NameEquals(real = NtPath.FromCanonical(real).TrimEnd('\\'), place))
            return null;
        // An 8.3 name is another name of what lies in the same folder.
        bool isShort = VirtualPath.GetName(place).Contains('~')
            && NameEquals(VirtualPath.GetParent(real).ToString(), VirtualPath.GetParent(place).ToString());
        return isShort ? null : real;
    }

    /// <summary>Finds the links on the way to a place in one of the folders, and gives what they lead to their names.</summary>
    /// <returns>Whether there are any.</returns>
    private bool TryFollow(string place)
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
                KeepLink(name, own, end);
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

    /// <summary>Records a link with where it leads: a path of this system, or under Wine of Linux.</summary>
    private void KeepLink(string name, string place, string end)
    {
        string win32 = NtPath.ToLongWin32(place);
        string? leads = NtFunctions.IsWine ? WineFunctions.GetUnixFileName(NtPath.ToWin32(end)) : new FileInfo(win32).LinkTarget;
        journal.KeepLink(name, place, leads);
    }

    /// <summary>Whether a canonical path names something in one of the folders.</summary>
    internal bool IsIn(ReadOnlySpan<char> path) => IsIn(NtPath.FromCanonical(path));

    private bool IsIn(string place) =>
        Array.Exists(_roots, root => place.Length > root.Folder.Length && VirtualPath.IsSameOrBelow(place, root.Folder));

    /// <summary>A place's path in the journal; empty where the journal doesn't tell of it.</summary>
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
