using System.Runtime.InteropServices;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// A rename under the policy <c>overwrite</c> that takes two steps: the file gets its new name, and a marker hides the old one. A file
/// beside the overwrite folder says so while it is under way. A start after a kill between the steps makes the second one. For one thread.
/// </summary>
/// <param name="temporary">A name in the overwrite folder's temporary folder that nothing else has, in real-path form.</param>
/// <param name="destination">The new name's place in the overwrite folder, in real-path form.</param>
/// <param name="marker">The place of the marker, in real-path form.</param>
internal sealed class PendingRename(string temporary, string destination, string marker)
{
    private const string Ending = ".rename", PartEnding = ".old";

    private readonly string _file = NtPath.ToLongWin32(temporary + Ending);

    /// <summary>Says so. Nothing has been renamed yet.</summary>
    /// <param name="source">What is about to be moved to the new name, in real-path form: it is gone once the first step is done.</param>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Begin(string source)
    {
        int length = temporary.LastIndexOf('\\') - DefaultExcludes.TemporaryEnding.Length;
        string folder = temporary[..length];
        // As they stand to the overwrite folder: it may have been moved or copied with the game when the next start reads it.
        string text = string.Concat(new[] { source, destination, marker }.Select(place =>
            (place.StartsWith(folder, StringComparison.OrdinalIgnoreCase) ? place[length..] : place) + "\n"));
        File.WriteAllBytes(_file, MemoryMarshal.AsBytes(text.AsSpan()));
    }

    /// <summary>The rename is done, or isn't to be done any more. Nothing happens where none was begun.</summary>
    public void End()
    {
        // Where it stays the next start does what is done already.
        DiskRemoval.TryDeleteFile(_file);
    }

    /// <summary>
    /// Makes the second step of renames of which the first one was done. No process may use the overwrite folder. On Linux those stay of
    /// which a place lies outside of what belongs to the folder: only the game's prefix tells where that is.
    /// </summary>
    /// <param name="folder">The overwrite folder, a path of this system.</param>
    /// <param name="find">On Linux: finds a path whose letter case may be another.</param>
    public static void Settle(string folder, Func<string, string>? find = null)
    {
        foreach (string file in In(folder))
        {
            try
            {
                string[] places = Read(file);
                if (!OperatingSystem.IsWindows() && places.Any(place => NtPath.HasPrefix(place)))
                    continue;
                // Of a game's process none leads elsewhere.
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
                    // What the overwrite folder itself has of the old name was copied, too. It goes with the temporary folder's content.
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

    /// <summary>Whether a file in the temporary folder says that a rename is under way.</summary>
    public static bool Is(string file) => file.EndsWith(Ending, StringComparison.Ordinal);

    /// <summary>Forgets the renames that were under way: what they have changed is about to be taken back, or deleted.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <exception cref="IOException">One can't be forgotten.</exception>
    /// <exception cref="UnauthorizedAccessException">One may not be forgotten.</exception>
    public static void Discard(string folder)
    {
        foreach (string file in In(folder))
            DiskRemoval.DeleteFile(file);
    }

    private static string[] In(string folder) => OverwritePlaces.TemporaryOf(folder) is var temporary && Directory.Exists(temporary)
        ? [.. Directory.EnumerateFiles(temporary, "*" + Ending).Where(Is)]
        : [];

    /// <summary>The places as they were written. One that a kill has left unfinished has fewer.</summary>
    private static string[] Read(string file) =>
        new string(MemoryMarshal.Cast<byte, char>(File.ReadAllBytes(file))).Split('\n')[..^1];

    /// <summary>Whether a place lies below the overwrite folder, or a folder beside it of that name and more; or is whole.</summary>
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
