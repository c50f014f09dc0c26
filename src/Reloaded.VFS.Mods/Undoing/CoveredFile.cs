using System.Globalization;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// One line of the record of what the overwrite folder covers: the file that lay below a name when something took its place. By it a start
/// knows which copies are Reloaded VFS's own, and whether an update has changed a file that isn't seen.
/// </summary>
/// <param name="Kind">What took its place.</param>
/// <param name="Place">The name in the overwrite folder, as it would stand in the journal of a run.</param>
/// <param name="Source">The file, behind the name of its <see cref="UndoRoot"/>; the whole path if it lies in none.</param>
/// <param name="Size">The file's size then, in bytes.</param>
/// <param name="Written">When the file had been written last, UTC.</param>
internal readonly record struct CoveredFile(CoveredKind Kind, string Place, string Source, long Size, DateTime Written)
{
    private const char Separator = '\t';

    /// <summary>The line, with its end. A line without one was never written whole.</summary>
    public string Line => string.Create(CultureInfo.InvariantCulture,
        $"{Kind}{Separator}{Size}{Separator}{Written.Ticks}{Separator}{Place}{Separator}{Source}\n");

    /// <summary>Reads a line without its end.</summary>
    public static bool TryParse(string line, out CoveredFile file)
    {
        file = default;
        if (line.Split(Separator) is not [var kind, var size, var ticks, { Length: > 0 } place, { Length: > 0 } source]
            || !Enum.TryParse(kind, out CoveredKind known) || !Enum.IsDefined(known)
            || !long.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
            || !long.TryParse(ticks, NumberStyles.None, CultureInfo.InvariantCulture, out long written)
            || written > DateTime.MaxValue.Ticks)
            return false;
        file = new CoveredFile(known, place, source, bytes, new DateTime(written, DateTimeKind.Utc));
        return true;
    }
}
