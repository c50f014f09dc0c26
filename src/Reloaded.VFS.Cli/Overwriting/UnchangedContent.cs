using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>
/// The files of the overwrite folder that stand in the record of a game's runs: unchanged copies, which the next start removes, and files
/// whose originals an update has changed since.
/// </summary>
internal sealed class UnchangedContent
{
    private readonly HashSet<string> _unchanged;

    private UnchangedContent(HashSet<string> unchanged, IReadOnlyList<CoveredFile> outdated) =>
        (_unchanged, Outdated) = (unchanged, outdated);

    /// <summary>Gets the files whose originals an update has changed, and of which the game sees an older version or nothing.</summary>
    public IReadOnlyList<CoveredFile> Outdated { get; }

    /// <summary>Reads the record. Nothing is changed.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    public static UnchangedContent Read(string folder, VfsConfiguration configuration)
    {
        var places = new CoveredPlaces(folder, configuration, HostPlaces.Find,
            OperatingSystem.IsWindows() ? null : CaseInsensitivePath.FindLongest);
        IReadOnlyList<CoveredFile> files = CoveredFiles.Read(folder);
        return new UnchangedContent(
            new HashSet<string>(files.Where(file => places.IsUnchanged(file)).Select(file => file.Place), NameComparer.Instance),
            [.. files.Where(file => places.IsOutdated(file))]);
    }

    /// <summary>Returns a part without unchanged copies, and without folders that contain nothing else.</summary>
    public OverwritePart LeaveOut(OverwritePart part)
    {
        OverwriteEntry[] copies = [
            .. part.Entries.Where(entry => entry.Kind == OverwriteKind.File && _unchanged.Contains(part.NameOf(entry)))];
        HashSet<string> unchanged = [.. copies.Select(entry => entry.Path)];
        HashSet<string> around = [.. unchanged.SelectMany(FoldersAround)];
        around.ExceptWith(part.Entries.Where(entry => entry.Kind != OverwriteKind.Folder && !unchanged.Contains(entry.Path))
            .SelectMany(entry => FoldersAround(entry.Path)));
        return part with
        {
            Entries = [.. part.Entries.Where(entry => !unchanged.Contains(entry.Path)
                && !(entry.Kind == OverwriteKind.Folder && around.Contains(entry.Path)))],
        };
    }

    private static IEnumerable<string> FoldersAround(string path)
    {
        for (int end = path.LastIndexOf('\\'); end > 0; end = path.LastIndexOf('\\', end - 1))
            yield return path[..end];
    }
}
