using System.Text;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Tests.Cli.Overwriting;

/// <summary>Simulates a game that was killed in the middle of a rename.</summary>
internal static class InterruptedRename
{
    private static int s_count;

    /// <summary>Writes the record of a rename as a game does, a UTF-16 file with a line for each place, and returns its path.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="places">The moved place, the new place, and the marker's place, each relative to the folder or absolute.</param>
    public static string Write(string overwrite, params string[] places)
    {
        string file = Path.Combine(OverwritePlaces.TemporaryOf(overwrite), $"7-{Interlocked.Increment(ref s_count)}.rename");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllBytes(file, Encoding.Unicode.GetBytes(string.Concat(places.Select(place => place + '\n'))));
        return file;
    }
}
