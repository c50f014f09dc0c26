using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Mapping;

/// <summary>One target's part of the overwrite folder.</summary>
/// <param name="Target">The target, canonical.</param>
/// <param name="Folder">The real folder that lies over it, in NT form, without a backslash at the end.</param>
/// <param name="Layer">The folder's layer: the highest.</param>
/// <param name="Name">The part's name in the overwrite folder; empty if it is the whole of it.</param>
public sealed record OverwriteRoot(string Target, string Folder, int Layer, string Name = "")
{
    /// <summary>
    /// Gets a value indicating whether the target is one of the user's folders: names in it that no mod has are written in place.
    /// </summary>
    public bool IsUsers { get; init; }
}

/// <summary>
/// The folder that takes everything that the game writes under the policy <c>overwrite</c>, with the place of each name in it. Immutable,
/// safe from any thread.
/// </summary>
/// <remarks>The writing rooms (<c>Opening</c>, <c>Saving</c>) decide which names belong in the folder.</remarks>
/// <param name="roots">The folder's parts, one for each target.</param>
/// <param name="temporary">A folder on the same volume, in NT form, for unfinished files. Nothing in it is seen.</param>
/// <param name="isInPlace">Determines whether a path, relative to its target, is written in place; null if none is.</param>
/// <param name="largest">The maximum size of a file that is copied, in bytes.</param>
/// <param name="refused">
/// The callback for files that are larger, each once: the canonical path, and the size in bytes. Called on any thread.
/// </param>
/// <param name="journal">The journal that records what the run changes in the folder, before the change; null for none.</param>
/// <param name="covered">The log of what names in the folder cover, written before they do; null for none.</param>
public sealed class OverwriteFolder(IReadOnlyList<OverwriteRoot> roots, string temporary, Func<string, bool>? isInPlace, long largest,
    Action<string, long> refused, RunJournal? journal = null, CoveredLog? covered = null)
{
    // The longest target first: of two nested ones the inner one has the name.
    private readonly OverwriteRoot[] _roots = [.. roots.OrderByDescending(root => root.Target.Length)];
    private readonly HashSet<string> _refused = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the folder with its parts under the system's names for handles.</summary>
    internal OverwriteFolder AsTheSystemNamesIt() => new(
        [.. _roots.Select(root => root with { Folder = RealNames.OfFolder(root.Folder) })], RealNames.OfFolder(temporary), isInPlace,
        largest, refused, journal, covered);

    /// <summary>Gets the lock for copying, so that no thread of this process copies a file twice. Taken only by calls that write.</summary>
    internal Lock Copying { get; } = new();

    /// <summary>Gets the copies that are just getting their names.</summary>
    internal ArrivingCopies Arriving { get; } = new(temporary);

    internal IReadOnlyList<OverwriteRoot> Roots => _roots;

    /// <summary>Determines whether a path is one that the player has set to be written in place.</summary>
    /// <param name="rest">The path, relative to its target; empty for the target itself.</param>
    internal bool IsInPlace(ReadOnlySpan<char> rest) => !rest.IsEmpty && isInPlace?.Invoke(rest.ToString()) == true;

    /// <summary>
    /// Determines whether a folder's part here gives the folder its attributes, times and id for the game. A target's own folder keeps its
    /// own.
    /// </summary>
    /// <param name="layer">The highest layer that has the folder.</param>
    /// <param name="pathLength">The length of the folder's canonical path.</param>
    internal bool Leads(int layer, int pathLength)
    {
        foreach (OverwriteRoot known in _roots)
        {
            if (known.Layer == layer)
                return pathLength > known.Target.Length;
        }

        return false;
    }

    /// <summary>Determines whether anything below a path may be written in place.</summary>
    /// <param name="path">A canonical path.</param>
    internal bool MayBeInPlace(ReadOnlySpan<char> path) => isInPlace is not null || IsUsers(path);

    /// <summary>Determines whether a path lies in one of the user's folders.</summary>
    /// <param name="path">A canonical path.</param>
    internal bool IsUsers(ReadOnlySpan<char> path) => TryGetRoot(path, out _, out OverwriteRoot root) && root.IsUsers;

    /// <summary>Finds a path's place in the overwrite folder, even if it is written in place. False outside all targets.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="root">The part that contains the place.</param>
    internal bool TryGetRoot(ReadOnlySpan<char> path, out string place, out OverwriteRoot root)
    {
        foreach (OverwriteRoot known in _roots)
        {
            if (!VirtualPath.IsSameOrBelow(path, known.Target))
                continue;
            (place, root) = (string.Concat(known.Folder, path[known.Target.Length..]), known);
            return true;
        }

        (place, root) = ("", null!);
        return false;
    }

    /// <summary>Finds the path under which the game sees a file in the overwrite folder.</summary>
    /// <param name="real">A real path, canonical.</param>
    /// <param name="path">The canonical path.</param>
    internal bool TryGetPath(ReadOnlySpan<char> real, out string path)
    {
        foreach (OverwriteRoot known in _roots)
        {
            ReadOnlySpan<char> folder = NtPath.ToCanonical(known.Folder);
            if (VirtualPath.IsSameOrBelow(real, folder))
            {
                path = string.Concat(known.Target, real[folder.Length..]);
                return true;
            }
        }

        path = "";
        return false;
    }

    /// <summary>Determines whether a real path, in NT form, lies in the overwrite folder.</summary>
    internal bool Contains(ReadOnlySpan<char> real)
    {
        foreach (OverwriteRoot known in _roots)
        {
            if (VirtualPath.IsSameOrBelow(NtPath.WithoutBackslash(real), known.Folder))
                return true;
        }

        return false;
    }

    /// <summary>Gets the folders in which the run's changes are recorded, before the change; null if nothing is recorded.</summary>
    internal JournaledFolders? Journal { get; } =
        journal is null ? null : new JournaledFolders(roots.Select(root => new JournaledRoot(root.Name, root.Folder)), journal);

    /// <summary>Records a file of a lower layer, or of the game, that something in the folder is about to cover.</summary>
    /// <param name="kind">The kind of what covers the file.</param>
    /// <param name="place">The name's place, in NT form; a marker's without its ending.</param>
    /// <param name="source">The file, in NT form.</param>
    internal void Cover(CoveredKind kind, string place, string source)
    {
        if (covered is null)
            return;
        foreach (OverwriteRoot known in _roots)
        {
            if (place.Length <= known.Folder.Length + 1 || !VirtualPath.IsSameOrBelow(place, known.Folder))
                continue;
            ReadOnlySpan<char> rest = place.AsSpan(known.Folder.Length + 1);
            covered.Add(kind, known.Name.Length == 0 ? rest.ToString() : string.Concat(known.Name, @"\", rest), source);
            return;
        }
    }

    /// <summary>Determines whether a file of the given size may be copied; the first refusal for each file is reported.</summary>
    internal bool MayCopy(string path, long bytes)
    {
        if (bytes <= largest)
            return true;
        bool isNew;
        lock (_refused)
            isNew = _refused.Add(path);
        if (isNew)
            refused(path, bytes);
        return false;
    }

    /// <summary>Returns an unused name for an unfinished file, in NT form.</summary>
    internal string NewTemporary() => $@"{temporary}\{UniqueName.Next()}";
}

/// <summary>
/// Copies that are just getting their names in the overwrite folder, in any process. Rare compared to opens: it asks the disk. Safe from
/// any thread.
/// </summary>
/// <remarks>
/// The system has such a file open to rename it, and meanwhile refuses it to a program that doesn't share it for deletion. A file in the
/// folder for unfinished files announces that; it is deleted with its handle, even if the process is killed.
/// </remarks>
/// <param name="folder">The folder for unfinished files, in NT form.</param>
internal sealed class ArrivingCopies(string folder)
{
    private const string Ending = ".arriving";

    /// <summary>Announces a copy until the returned object is disposed of. Returns null if that isn't possible, on a full disk.</summary>
    public FileStream? Announce()
    {
        string path = NtPath.ToLongWin32($@"{folder}\{UniqueName.Next()}{Ending}");
        try
        {
            return DiskRemoval.OpenPassing(path, FileMode.Create, FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Determines whether any copy is arriving. If none is, the files that arrived before this call are closed.</summary>
    public bool IsAny()
    {
        try
        {
            return Directory.EnumerateFiles(NtPath.ToLongWin32(folder), "*" + Ending).Any();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
