using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>
/// Copies in the overwrite folder that are what they were copied from: the game opened a file to write to it, and didn't. A start of the
/// game removes them by the same rule.
/// </summary>
internal static class UnchangedContent
{
    /// <summary>A part without them, and without folders in which nothing else lies.</summary>
    /// <param name="part">The part.</param>
    /// <param name="resolver">Knows what lies below.</param>
    public static OverwritePart LeaveOut(OverwritePart part, ModResolver resolver)
    {
        HashSet<string> there = new(part.Entries.Select(entry => entry.Path), NameComparer.Instance);
        OverwriteEntry[] copies = [
            .. part.Entries.Where(entry => entry.Kind == OverwriteKind.File && !IsMadeAnew(entry.Path, there)
                && IsUnchanged(entry, part, resolver))];
        HashSet<string> unchanged = [.. copies.Select(entry => entry.Path)];
        HashSet<string> around = [.. unchanged.SelectMany(FoldersAround)];
        around.ExceptWith(part.Entries.Where(entry => entry.Kind != OverwriteKind.Folder && !unchanged.Contains(entry.Path))
            .SelectMany(entry => FoldersAround(entry.Path)));
        return part with
        {
            Entries = [.. part.Entries.Where(entry => !unchanged.Contains(entry.Path)
                && !(entry.Kind == OverwriteKind.Folder && around.Contains(entry.Path)))],
            Unchanged = copies,
        };
    }

    /// <summary>Whether the game has deleted what lies below a name, or below a folder around it.</summary>
    private static bool IsMadeAnew(string path, HashSet<string> there) =>
        FoldersAround(path).Append(path).Any(name => there.Contains(name + HideMarker.Ending));

    private static bool IsUnchanged(OverwriteEntry entry, OverwritePart part, ModResolver resolver)
    {
        FileInfo copy = new(entry.Real);
        Provider? below = resolver.Which(Path.Join(part.Target, entry.Path.Replace('\\', Path.DirectorySeparatorChar)))?.Providers
            .FirstOrDefault(provider => provider.Mod != ModResolver.OverwriteName);
        try
        {
            bool isSame = (below is { IsFolder: false } && FileComparison.IsSame(copy, new FileInfo(below.Path)))
                || (!part.IsKnown && below?.IsGame != true && IsCopyOfOwn(copy, entry, part));
            // What is done to a copy under its second name the first one sees, too.
            return isSame && LinksOf(entry.Real) == 1;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It may be changed.
            return false;
        }
    }

    /// <summary>
    /// Whether a program that sees no mods has copied the game's own file, which a mod has in its place, or hides. Where the system keeps
    /// when a file was created, one that a game has written differs in that.
    /// </summary>
    private static bool IsCopyOfOwn(FileInfo copy, OverwriteEntry entry, OverwritePart part)
    {
        string path = Path.Join(part.Target, entry.Path.Replace('\\', Path.DirectorySeparatorChar));
        FileInfo own = new(OperatingSystem.IsWindows() ? path : CaseInsensitivePath.FindLongest(path));
        return own.Exists && (!OperatingSystem.IsWindows() || copy.CreationTimeUtc == own.CreationTimeUtc)
            && FileComparison.IsSame(copy, own);
    }

    private static IEnumerable<string> FoldersAround(string path)
    {
        for (int end = path.LastIndexOf('\\'); end > 0; end = path.LastIndexOf('\\', end - 1))
            yield return path[..end];
    }

    /// <summary>How many names a file has; 0 where that can't be told.</summary>
    private static uint LinksOf(string file)
    {
        if (!OperatingSystem.IsWindows())
            return Statx.TryGet(file, Statx.Basic, out Statx found) ? found.stx_nlink : 0;
        using SafeFileHandle handle = File.OpenHandle(file, share: FileShare.ReadWrite | FileShare.Delete);
        return FILE_STANDARD_INFORMATION.TryGet(handle.DangerousGetHandle(), out FILE_STANDARD_INFORMATION information)
            ? information.NumberOfLinks
            : 0;
    }
}
