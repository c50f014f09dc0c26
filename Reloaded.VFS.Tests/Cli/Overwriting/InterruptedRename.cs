using System.Text;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Tests.Cli.Overwriting;

/// <summary>What a game that was killed in the middle of a rename has left.</summary>
internal static class InterruptedRename
{
    private static int s_count;

    /// <summary>Writes its record as a game does: a file of UTF-16 with a line for each place. The file.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="places">What was moved, its new place, and its marker's: as they stand behind the folder's path, or whole.</param>
    public static string Write(string overwrite, params string[] places)
    {
        string file = Path.Combine(OverwritePlaces.TemporaryOf(overwrite), $"7-{Interlocked.Increment(ref s_count)}.rename");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllBytes(file, Encoding.Unicode.GetBytes(string.Concat(places.Select(place => place + '\n'))));
        return file;
    }
}
