using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Mapping;

/// <summary>One target's part of the overwrite folder.</summary>
/// <param name="Target">The target, canonical.</param>
/// <param name="Folder">The real folder that lies over it, in NT form, without a backslash behind it.</param>
/// <param name="Layer">Its layer: the highest.</param>
/// <param name="Name">Its name in the overwrite folder; empty where it is the whole of it.</param>
public sealed record OverwriteRoot(string Target, string Folder, int Layer, string Name = "")
{
    /// <summary>Whether the target is a folder of the user's: what no mod has in it is written where it is.</summary>
    public bool IsUsers { get; init; }
}

/// <summary>
/// The folder that takes everything that the game writes, where the policy is <c>overwrite</c>: where each name lies in it. What belongs
/// into it is decided by those who write (<c>Opening</c>, <c>Saving</c>). Immutable, safe from any thread.
/// </summary>
/// <param name="roots">Its parts, one a target.</param>
/// <param name="temporary">
/// A folder on the same volume, in NT form, for what isn't whole yet. Nothing in it is seen.
/// </param>
/// <param name="isInPlace">Whether a path, relative to its target, is written where it is; null where none is.</param>
/// <param name="largest">The most bytes that a file may have to be copied.</param>
/// <param name="refused">Hears of files that are larger, each once: the canonical path, and the bytes. Any thread.</param>
/// <param name="journal">Gets what the run changes in the folder, before the change; null for none.</param>
/// <param name="covered">Gets what names in the folder cover, before they do; null for none.</param>
public sealed class OverwriteFolder(IReadOnlyList<OverwriteRoot> roots, string temporary, Func<string, bool>? isInPlace, long largest,
    Action<string, long> refused, RunJournal? journal = null, CoveredLog? covered = null)
{
    // The longest target first: of two that lie in each other the inner one has the name.
    private readonly OverwriteRoot[] _roots = [.. roots.OrderByDescending(root => root.Target.Length)];
    private readonly HashSet<string> _refused = new(StringComparer.OrdinalIgnoreCase);
    // Two processes have one id where each has a Wine server of its own.
    private readonly string _own = Guid.NewGuid().ToString("N")[..8];
    private int _temporaries;

    /// <summary>The folder, its parts named as the system tells the names of handles.</summary>
    internal OverwriteFolder AsTheSystemNamesIt() => new(
        [.. _roots.Select(root => root with { Folder = RealNames.OfFolder(root.Folder) })], RealNames.OfFolder(temporary), isInPlace,
        largest, refused, journal, covered);

    /// <summary>
    /// Held while something is copied, so that no thread of this process copies a file twice. Taken by writing calls only.
    /// </summary>
    internal Lock Copying { get; } = new();

    /// <summary>Copies that are just getting their names.</summary>
    internal ArrivingCopies Arriving { get; } = new(temporary);

    /// <summary>The parts.</summary>
    internal IReadOnlyList<OverwriteRoot> Roots => _roots;

    /// <summary>Whether a path is one of those that the player has set to be written where they are.</summary>
    /// <param name="rest">The path, relative to its target; empty for the target itself.</param>
    internal bool IsInPlace(ReadOnlySpan<char> rest) => !rest.IsEmpty && isInPlace?.Invoke(rest.ToString()) == true;

    /// <summary>
    /// Whether a folder's part here is what the game sees of the folder: its attributes, times and id. A target's own folder is seen as it
    /// is.
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

    /// <summary>Whether anything below a path may be written where it is.</summary>
    /// <param name="path">A canonical path.</param>
    internal bool MayBeInPlace(ReadOnlySpan<char> path) => isInPlace is not null || IsUsers(path);

    /// <summary>Whether a path lies in a folder of the user's.</summary>
    /// <param name="path">A canonical path.</param>
    internal bool IsUsers(ReadOnlySpan<char> path) => TryGetRoot(path, out _, out OverwriteRoot root) && root.IsUsers;

    /// <summary>Where a path would lie in the overwrite folder, also where it is written where it is; false outside every target.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="root">The part that it lies in.</param>
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

    /// <summary>The path under which the game sees what lies in the overwrite folder.</summary>
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

    /// <summary>Whether a real path, in NT form, lies in the overwrite folder.</summary>
    internal bool Contains(ReadOnlySpan<char> real)
    {
        foreach (OverwriteRoot known in _roots)
        {
            if (VirtualPath.IsSameOrBelow(real.TrimEnd('\\'), known.Folder))
                return true;
        }

        return false;
    }

    /// <summary>Gets what the run changes in the folder, before the change; null where nothing is recorded.</summary>
    internal JournaledFolders? Journal { get; } =
        journal is null ? null : new JournaledFolders(roots.Select(root => new JournaledRoot(root.Name, root.Folder)), journal);

    /// <summary>Records a file of a lower layer, or of the game, that something in the folder is about to cover.</summary>
    /// <param name="kind">What covers it.</param>
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

    /// <summary>Whether a file of so many bytes may be copied; the first refusal of each file is told.</summary>
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

    /// <summary>A name for what isn't whole yet, which nothing else has; in NT form.</summary>
    internal string NewTemporary() =>
        string.Create(null, $@"{temporary}\{Environment.ProcessId}-{_own}-{Interlocked.Increment(ref _temporaries)}");
}
