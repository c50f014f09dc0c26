using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>A folder of which the journal of a run tells.</summary>
/// <param name="Name">What stands in the journal before the names in it; empty where they stand there alone.</param>
/// <param name="Folder">The real folder, in target form, without a backslash behind it.</param>
/// <param name="Except">A name in it of which the journal doesn't tell, nor of what is below; empty for none.</param>
public sealed record JournaledRoot(string Name, string Folder, string Except = "");

/// <summary>
/// The folders in which a run's changes are recorded: each name before the run first changes it. What can't be recorded doesn't keep the
/// game from changing it. Safe from any thread.
/// </summary>
/// <param name="roots">The folders; of two that lie in each other the inner one has the name.</param>
/// <param name="journal">Gets what they had.</param>
public sealed class JournaledFolders(IEnumerable<JournaledRoot> roots, RunJournal journal)
{
    /// <summary>
    /// Those of the process where the policy is <c>game</c>; null where nothing is recorded. Set before the first hook goes in.
    /// </summary>
    internal static JournaledFolders? Current { get; set; }

    private readonly JournaledRoot[] _roots = [.. roots.OrderByDescending(root => root.Folder.Length)];
    private readonly Lock _looking = new();
    private ILookup<long, string>? _linked;

    /// <summary>The folders, under the names that the system tells of handles, too.</summary>
    internal JournaledFolders AsTheSystemNamesIt() => new(
        _roots.Concat(_roots.Select(root => root with { Folder = RealNames.OfFolder(root.Folder) })).Distinct(), journal);

    /// <summary>
    /// Records what lies at a place, or that nothing does, before that is changed. Nothing happens where this run has recorded it, nor
    /// where the place is in none of the folders.
    /// </summary>
    /// <param name="place">The place, in target form; of a stream that of its file counts.</param>
    internal void Keep(string place)
    {
        int colon = VirtualPath.GetName(place).IndexOf(':');
        if (colon > 0)
            place = place[..(place.LastIndexOf('\\') + 1 + colon)];
        if (TryGetName(place, out string name) && journal.Keep(name, place)
            && RealFiles.TryGetLinks(place, out uint links, out long id) && links > 1)
            KeepLinks(id);
    }

    /// <summary>So too of all that is in a folder.</summary>
    /// <param name="place">A folder, in target form, or a file.</param>
    internal void KeepTree(string place)
    {
        Keep(place);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(place)))
            Keep($@"{place}\{path}");
    }

    /// <summary>So too of a place that something is moved to, with all that is in it.</summary>
    /// <param name="place">The place, in target form.</param>
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
    /// <param name="source">What gets the name, in target form.</param>
    /// <param name="place">The new place, in target form.</param>
    internal void KeepMove(string source, string place)
    {
        if (!TryGetName(source, out string from) || !TryGetName(place, out string to) || !journal.HasUncopied())
            return;
        journal.KeepMove(from, to);
        foreach (string path in NamesBelow(NtPath.ToLongWin32(source)))
            journal.KeepMove($@"{from}\{path}", $@"{to}\{path}");
    }

    /// <summary>Says that a change couldn't be recorded. Throws nothing.</summary>
    internal void MarkIncomplete() => journal.MarkIncomplete();

    /// <summary>The file that says that the journal is whole, in target form.</summary>
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
            if (TryGetName(place, out string name))
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
        // What a link leads to lies elsewhere.
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        return Directory.Exists(folder)
            ? [.. Directory.EnumerateFileSystemEntries(folder, "*", options).Select(entry => Path.GetRelativePath(folder, entry))]
            : [];
    }

    /// <summary>A place's path in the journal.</summary>
    private bool TryGetName(string place, out string name)
    {
        foreach (JournaledRoot root in _roots)
        {
            if (place.Length > root.Folder.Length && VirtualPath.IsSameOrBelow(place, root.Folder))
            {
                ReadOnlySpan<char> rest = place.AsSpan(root.Folder.Length + 1);
                name = root.Name.Length == 0 ? rest.ToString() : string.Concat(root.Name, @"\", rest);
                return root.Except.Length == 0 || !VirtualPath.IsSameOrBelow(rest, root.Except);
            }
        }

        name = "";
        return false;
    }
}
