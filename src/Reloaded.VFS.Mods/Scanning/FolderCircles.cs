using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Finds folders that contain themselves. Wine presents a Unix link to a folder as a plain folder, so that no link shows. A folder with the
/// names of one above it may be that one again. It is, if the path between the two can be appended again and again, and always leads to the
/// same names and the same time of the last change. Folders with one name aren't looked at: a chain of them holds nothing twice.
/// </summary>
internal static class FolderCircles
{
    /// <summary>How often the way must lead to the same names: no real folder holds itself that often. Linux follows 40 links.</summary>
    private const int Repetitions = 8;

    /// <summary>A number for the names in a folder, their order aside; 0 for none, and where it can't be read.</summary>
    public static ulong Fingerprint(string folder)
    {
        ulong sum = 0;
        return FolderReader.TryRead(folder, (name, isFolder, _) => sum += Fingerprint(name, isFolder)) is null ? sum : 0;
    }

    /// <summary>One name's part of <see cref="Fingerprint(string)"/>, which is their sum.</summary>
    public static ulong Fingerprint(ReadOnlySpan<char> name, bool isFolder)
    {
        ulong hash = NameHash.Of(name) | ((ulong)name.Length << 32) | (isFolder ? 1UL << 63 : 0);
        hash = (hash ^ (hash >> 31)) * 0x9E3779B97F4A7C15;
        return hash ^ (hash >> 29);
    }

    /// <summary>
    /// Whether going <paramref name="way"/> from <paramref name="folder"/>, to which it has led once already, leads to
    /// <paramref name="fingerprint"/> again and again.
    /// </summary>
    public static bool Repeats(string folder, string way, ulong fingerprint)
    {
        try
        {
            DateTime changed = Directory.GetLastWriteTimeUtc(folder);
            for (int i = 0; i < Repetitions; i++)
            {
                folder = Path.Join(folder, way);
                if (Fingerprint(folder) != fingerprint || Directory.GetLastWriteTimeUtc(folder) != changed)
                    return false;
            }

            return true;
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return false;
        }
    }
}
