using System.Globalization;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// Determines what has become of files that the overwrite folder covers, for the start, which removes unchanged copies, and for <c>rvfs
/// overwrite</c>, which leaves them out. Nothing is changed here.
/// </summary>
/// <param name="overwrite">The overwrite folder, a path of this system.</param>
/// <param name="configuration">The configuration, with its defaults and with paths of this system.</param>
/// <param name="look">Asks the system for a path. Returns null if nothing is there.</param>
/// <param name="find">On Linux, finds a path whose letter case may differ.</param>
internal sealed class CoveredPlaces(string overwrite, VfsConfiguration configuration, Func<string, RealPlace?> look,
    Func<string, string>? find = null)
{
    private readonly IReadOnlyList<UndoRoot> _places = UndoRoots.Of(WritePolicy.Overwrite, overwrite, configuration);
    private readonly IReadOnlyList<UndoRoot> _sources = SourcesOf(configuration);

    /// <summary>Returns the folders by whose names files are recorded. If one lies in another, the inner one comes first.</summary>
    public static IReadOnlyList<UndoRoot> SourcesOf(VfsConfiguration configuration) =>
    [
        .. UndoRoots.Of(WritePolicy.Game, "", configuration).OrderByDescending(root => root.Folder.Length),
    ];

    /// <summary>Returns the path in the overwrite folder; that of a marker has its ending.</summary>
    public string PlaceOf(in CoveredFile file) => Find(_places, file.Place) is { } place
        ? file.Kind == CoveredKind.Hidden ? place + HideMarker.Ending : place
        : "";

    public bool IsCovered(in CoveredFile file) => File.Exists(PlaceOf(file));

    /// <summary>Determines whether a copy that a run has made is unchanged and can be removed.</summary>
    /// <remarks>
    /// A copy is unchanged if it has the bytes, the time and the attributes of its original, and the game would see that original without
    /// it: both are files of their own under their own paths, without links, and no marker hides the name. In doubt, it counts as changed.
    /// </remarks>
    public bool IsUnchanged(in CoveredFile file)
    {
        try
        {
            if (file.Kind != CoveredKind.Copy || PlaceOf(file) is not { Length: > 0 } place || SourceOf(file) is not { Length: > 0 } source
                || new FileInfo(place) is not { Exists: true, LinkTarget: null } copy || IsBelowMarker(place)
                || (copy.Length, copy.LastWriteTimeUtc) != (file.Size, file.Written))
                return false;
            return look(place) is { Links: 1 } one && look(source) is { } other && !one.MayBe(other) && IsWithoutLink(file, one)
                && FileComparison.IsSame(copy, new FileInfo(source));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>
    /// Determines whether an update has changed a file since it was covered, so that something older, or nothing, is seen in its place: the
    /// file isn't as recorded, and is newer than what covers it.
    /// </summary>
    public bool IsOutdated(in CoveredFile file)
    {
        try
        {
            if (PlaceOf(file) is not { Length: > 0 } place || SourceOf(file) is not { Length: > 0 } source
                || new FileInfo(place) is not { Exists: true } cover || new FileInfo(source) is not { Exists: true } updated
                || (updated.Length, updated.LastWriteTimeUtc) == (file.Size, file.Written))
                return false;
            // An update may give a file the time at which it was built.
            DateTime changed = updated.CreationTimeUtc > updated.LastWriteTimeUtc ? updated.CreationTimeUtc : updated.LastWriteTimeUtc;
            return changed > cover.LastWriteTimeUtc
                && (file.Kind == CoveredKind.Hidden || cover.Length != updated.Length || !FileComparison.HasSameContent(cover, updated));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>
    /// Determines whether a name, or a folder around it, was deleted by the game and created again, so that nothing below is seen.
    /// </summary>
    private bool IsBelowMarker(string place)
    {
        for (string around = place; around.Length > overwrite.Length; around = Path.GetDirectoryName(around)!)
        {
            if (File.Exists(around + HideMarker.Ending))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Determines whether a path leads through no link. Wine shows a link to a folder as a folder, but the system then reports another
    /// path.
    /// </summary>
    private bool IsWithoutLink(in CoveredFile file, in RealPlace found)
    {
        (UndoRoot root, string below) = Split(_places, file.Place)!.Value;
        return look(root.Folder) is { } folder && NameComparer.Instance.Equals(found.Real.Replace('/', '\\'),
            $@"{folder.Real.TrimEnd('/', '\\')}\{below}".Replace('/', '\\'));
    }

    /// <summary>Returns the file's path, or an empty string if it can't be determined here.</summary>
    public string SourceOf(in CoveredFile file) => Find(_sources, file.Source) is { } source ? source
        : OperatingSystem.IsWindows() && Path.IsPathFullyQualified(file.Source) ? file.Source
        : "";

    private string? Find(IReadOnlyList<UndoRoot> roots, string name)
    {
        if (Split(roots, name) is not (UndoRoot root, string below))
            return null;
        string path = Path.Join(root.Folder, below.Replace('\\', Path.DirectorySeparatorChar));
        return find is null ? path : find(path);
    }

    /// <summary>Returns the root that a name begins with, and the rest of the name. No name leads out of its root.</summary>
    private static (UndoRoot Root, string Below)? Split(IReadOnlyList<UndoRoot> roots, string name)
    {
        foreach (UndoRoot root in roots)
        {
            string? below = root.Name.Length == 0 ? name
                : name.Length > root.Name.Length + 1 && name[root.Name.Length] == '\\' && VirtualPath.IsSameOrBelow(name, root.Name)
                    ? name[(root.Name.Length + 1)..]
                    : null;
            if (below is null)
                continue;
            bool isBelow = below.Split('\\').All(part => part.Length > 0 && part is not ("." or "..") && part.IndexOfAny(['/', ':']) < 0);
            return isBelow ? (root, below) : null;
        }

        return null;
    }
}

/// <summary>Describes updates that the overwrite folder hides.</summary>
internal static class OutdatedFiles
{
    private const int Most = 10;

    /// <summary>Returns a warning for each file that an update has changed but of which something older is seen.</summary>
    /// <param name="files">The files.</param>
    /// <param name="isLimited">True if only the first ten files are named and the others counted.</param>
    public static IEnumerable<Diagnostic> Describe(IEnumerable<CoveredFile> files, bool isLimited = true)
    {
        CoveredFile[] outdated = [.. files.OrderBy(file => file.Place, StringComparer.OrdinalIgnoreCase)];
        foreach (CoveredFile file in isLimited ? outdated.Take(Most) : outdated)
        {
            yield return Diagnostic.Warning(CauseOf(file),
                fix: $"to let the game see the new one: rvfs overwrite clear \"{file.Place}\""
                    + (file.Kind == CoveredKind.Hidden ? "" : "; what the game has written to the file is then lost"));
        }

        if (isLimited && outdated.Length > Most)
        {
            yield return Diagnostic.Warning(string.Create(CultureInfo.InvariantCulture,
                $"updates changed {outdated.Length - Most} more files, of which the overwrite folder has older copies or markers"),
                fix: "rvfs overwrite lists them");
        }
    }

    /// <summary>Returns the description of what an update has done to a file.</summary>
    public static string CauseOf(in CoveredFile file) => file.Kind == CoveredKind.Hidden
        ? $"an update changed '{file.Place}', which the game has deleted: the game doesn't see it"
        : $"an update changed '{file.Place}', of which the overwrite folder has an older copy: the game sees that one";
}
