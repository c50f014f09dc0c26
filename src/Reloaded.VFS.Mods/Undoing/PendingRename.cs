using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// A rename under the policy <c>overwrite</c> that takes two steps: the file gets its new name, and a marker hides the old one. Used by one
/// thread.
/// </summary>
/// <remarks>
/// While the rename is under way, a file beside the overwrite folder records it. If the process is killed between the
/// steps, the next start makes the second one.
/// </remarks>
/// <param name="temporary">A name in the overwrite folder's temporary folder that nothing else has, in real-path form.</param>
/// <param name="destination">The path of the new name in the overwrite folder, in real-path form.</param>
/// <param name="marker">The path of the marker, in real-path form.</param>
internal sealed class PendingRename(string temporary, string destination, string marker)
{
    private const string Ending = ".rename", PartEnding = ".old";

    private readonly string _file = NtPath.ToLongWin32(temporary + Ending);

    /// <summary>Records that the rename begins. Nothing has been renamed yet.</summary>
    /// <param name="source">
    /// The path of what is about to be moved to the new name, in real-path form. It is gone once the first step is done.
    /// </param>
    /// <exception cref="IOException">The record can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The record may not be written.</exception>
    public void Begin(string source)
    {
        int length = temporary.LastIndexOf('\\') - DefaultExcludes.TemporaryEnding.Length;
        string folder = temporary[..length];
        // Paths are relative to the overwrite folder, which may have been moved or copied with the game when the next start reads them.
        string text = string.Concat(new[] { source, destination, marker }.Select(place =>
            (place.StartsWith(folder, StringComparison.OrdinalIgnoreCase) ? place[length..] : place) + "\n"));
        File.WriteAllBytes(_file, MemoryMarshal.AsBytes(text.AsSpan()).ToArray());
    }

    /// <summary>Ends the rename, whether it was made or given up. Does nothing if none was begun.</summary>
    public void End()
    {
        // If the file stays, the next start finds nothing left to do.
        DiskRemoval.TryDeleteFile(_file);
    }

    /// <summary>Completes renames whose first step was done. No process may use the overwrite folder.</summary>
    /// <remarks>
    /// On Linux, renames with a path outside of what belongs to the folder are left, because only the game's prefix can resolve it.
    /// </remarks>
    /// <param name="folder">The overwrite folder, a path of this system.</param>
    /// <param name="find">On Linux, finds a path whose letter case may differ.</param>
    public static void CompleteAll(string folder, Func<string, string>? find = null)
    {
        foreach (string file in In(folder))
        {
            try
            {
                string[] places = Read(file);
                if (!OperatingSystem.IsWindows() && places.Any(place => NtPath.HasPrefix(place)))
                    continue;
                // The records of a game's process never lead elsewhere.
                if (places is [_, _, var hidden, ..]
                    && (NtPath.HasPrefix(hidden) || !HideMarker.IsMarker(hidden) || !places.All(IsBelowOrWhole)))
                {
                    DiskRemoval.DeleteFile(file);
                    continue;
                }

                if (Array.ConvertAll(places, place => At(folder, place, find)) is [var source, var destination, var marker, ..]
                    && !Path.Exists(source) && Path.Exists(destination) && Directory.Exists(Path.GetDirectoryName(marker))
                    && !Path.Exists(marker))
                {
                    // What the overwrite folder itself has under the old name was copied, too. It is deleted with the temporary folder's
                    // content.
                    string part = marker[..^HideMarker.Ending.Length];
                    if (Directory.Exists(part))
                        DiskRemoval.Rename(part, file[..^Ending.Length] + PartEnding);
                    File.Open(marker, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
                }

                DiskRemoval.DeleteFile(file);
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                // Both names are seen; the next start tries again.
            }
        }
    }

    /// <summary>Determines whether a file in the temporary folder records a rename that is under way.</summary>
    public static bool Is(string file) => file.EndsWith(Ending, StringComparison.Ordinal);

    /// <summary>Discards the records of renames that were under way, because what they changed is about to be undone or deleted.</summary>
    /// <exception cref="IOException">A record can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">A record may not be deleted.</exception>
    public static void Discard(string folder)
    {
        foreach (string file in In(folder))
            DiskRemoval.DeleteFile(file);
    }

    private static string[] In(string folder) => OverwritePlaces.TemporaryOf(folder) is var temporary && Directory.Exists(temporary)
        ? [.. Directory.EnumerateFiles(temporary, "*" + Ending).Where(Is)]
        : [];

    /// <summary>Reads the paths as they were written. A record that a kill has left incomplete has fewer.</summary>
    private static string[] Read(string file) =>
        new string(MemoryMarshal.Cast<byte, char>(File.ReadAllBytes(file))).Split('\n')[..^1];

    /// <summary>
    /// Determines whether a path is absolute, or lies below the overwrite folder or below a folder beside it whose name begins with the
    /// overwrite folder's.
    /// </summary>
    private static bool IsBelowOrWhole(string place) => NtPath.HasPrefix(place)
        || UndoRecord.IsBelow(place.StartsWith('\\') ? place[1..] : place.StartsWith(".rvfs-", StringComparison.Ordinal) ? place : "");

    private static string At(string folder, string place, Func<string, string>? find)
    {
        if (NtPath.HasPrefix(place))
            return NtPath.ToLongWin32(place);
        string path = folder + place.Replace('\\', Path.DirectorySeparatorChar);
        return find is null ? path : find(path);
    }
}
