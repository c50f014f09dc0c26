using System.Globalization;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>What there is to tell of updates that the overwrite folder hides.</summary>
internal static class OutdatedFiles
{
    private const int Most = 10;

    /// <summary>Says which files an update has changed, of which something older is seen.</summary>
    /// <param name="files">The files.</param>
    /// <param name="isLimited">Whether the first ten of them are named and the others counted.</param>
    public static IEnumerable<Diagnostic> Describe(IEnumerable<CoveredFile> files, bool isLimited = true)
    {
        CoveredFile[] outdated = [.. files.OrderBy(file => file.Place, StringComparer.OrdinalIgnoreCase)];
        foreach (CoveredFile file in isLimited ? outdated.Take(Most) : outdated)
        {
            yield return Diagnostic.Warning(CauseOf(file)) with
            {
                Fix = $"rvfs overwrite clear \"{file.Place}\" has the game see the new one"
                    + (file.Kind == CoveredKind.Hidden ? "" : "; what the game has written to the file is lost then"),
            };
        }

        if (isLimited && outdated.Length > Most)
        {
            yield return Diagnostic.Warning(string.Create(CultureInfo.InvariantCulture,
                $"updates changed {outdated.Length - Most} more files, of which the overwrite folder has older copies or markers")) with
            {
                Fix = "rvfs overwrite lists them",
            };
        }
    }

    /// <summary>Says of one file what an update has done.</summary>
    public static string CauseOf(in CoveredFile file) => file.Kind == CoveredKind.Hidden
        ? $"an update changed '{file.Place}', which the game has deleted: the game doesn't see it"
        : $"an update changed '{file.Place}', of which the overwrite folder has an older copy: the game sees that one";
}
