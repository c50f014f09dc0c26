using System.Runtime.InteropServices;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// A rename under the policy <c>overwrite</c> that takes two steps: the file gets its new name, and a marker hides the old one. A file
/// beside the overwrite folder says so while it is under way. A start after a kill between the steps makes the second one. For one thread.
/// </summary>
/// <param name="temporary">A name in the overwrite folder's temporary folder that nothing else has, in target form.</param>
/// <param name="destination">The new name's place in the overwrite folder, in target form.</param>
/// <param name="marker">The place of the marker, in target form.</param>
internal sealed class PendingRename(string temporary, string destination, string marker)
{
    private const string Ending = ".rename";

    private readonly string _file = NtPath.ToLongWin32(temporary + Ending);
    private bool _isWritten;

    /// <summary>Says so. Nothing has been renamed yet.</summary>
    /// <param name="source">What is about to be moved to the new name, in target form: it is gone once the first step is done.</param>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Begin(string source)
    {
        int length = temporary.LastIndexOf('\\') - DefaultExcludes.TemporaryEnding.Length;
        string folder = temporary[..length];
        string[] places = [source, destination, marker];
        // Where the parts lie elsewhere, through a link, nothing says how they lie to each other.
        if (!places.All(place => place.StartsWith(folder, StringComparison.OrdinalIgnoreCase)))
            return;
        // As they stand there: a game's folder may have been moved or copied when the next start reads it.
        string text = string.Concat(places.Select(place => place[length..] + "\n"));
        _isWritten = true;
        File.WriteAllBytes(_file, MemoryMarshal.AsBytes(text.AsSpan()));
    }

    /// <summary>The rename is done, or isn't to be done any more.</summary>
    public void End()
    {
        if (_isWritten && !TryDelete(_file))
            return;
        _isWritten = false;
    }

    /// <summary>Makes the second step of renames of which the first one was done. No process may use the overwrite folder.</summary>
    /// <param name="folder">The overwrite folder.</param>
    public static void Settle(string folder)
    {
        foreach (string file in In(folder))
        {
            try
            {
                if (Read(file) is [var source, var destination, var marker, ..]
                    && !IsThere(folder + source) && IsThere(folder + destination)
                    && Directory.Exists(Path.GetDirectoryName(folder + marker)))
                    File.Open(folder + marker, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
                File.Delete(file);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Both names are seen; the next start tries again.
            }
        }
    }

    /// <summary>Whether a file in the temporary folder says that a rename is under way.</summary>
    public static bool Is(string file) => file.EndsWith(Ending, StringComparison.Ordinal);

    /// <summary>Forgets the renames that were under way: what they have changed is about to be taken back, or deleted.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <exception cref="IOException">One can't be forgotten.</exception>
    /// <exception cref="UnauthorizedAccessException">One may not be forgotten.</exception>
    public static void Discard(string folder)
    {
        foreach (string file in In(folder))
            File.Delete(file);
    }

    private static string[] In(string folder) => OverwritePlaces.TemporaryOf(folder) is var temporary && Directory.Exists(temporary)
        ? [.. Directory.EnumerateFiles(temporary, "*" + Ending).Where(Is)]
        : [];

    /// <summary>The places as they stand behind the folder's path. One that a kill has left unfinished has fewer.</summary>
    private static string[] Read(string file) =>
        new string(MemoryMarshal.Cast<byte, char>(File.ReadAllBytes(file))).Split('\n')[..^1];

    private static bool IsThere(string path) => File.Exists(path) || Directory.Exists(path);

    private static bool TryDelete(string file)
    {
        try
        {
            File.Delete(file);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next start does what is done already.
            return false;
        }
    }
}
