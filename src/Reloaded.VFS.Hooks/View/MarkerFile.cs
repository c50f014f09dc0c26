using System.Text;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The file of a marker which says that the game has deleted a name. It is there whole or not at all: it is written under another name,
/// which no mod's listing shows, and renamed. Safe from any thread, and beside other processes.
/// </summary>
internal static class MarkerFile
{
    private const int RenameMilliseconds = 100;

    private static int s_isTold;

    /// <summary>
    /// Hears of the first marker that can't be made, in target form, and of the cause: a full disk, mostly. Any thread. Null where none is
    /// to be told.
    /// </summary>
    public static volatile Action<string, string>? Failed;

    /// <summary>Makes a marker. False where there is one already, another process is just making it, or it can't be made.</summary>
    /// <param name="marker">In target form.</param>
    /// <param name="others">Markers of deleted names that it makes needless: one of them becomes it where no file can be made.</param>
    public static bool TryMake(string marker, IEnumerable<string>? others = null)
    {
        if (RealFiles.Exists(marker))
            return false;
        JournaledFolders.Current?.Keep(marker);
        string unfinished = NameOf(marker);
        try
        {
            // A leftover of a process that was killed is begun anew. Whoever has it open shares it with no other that would write to it.
            using FileStream file = new(NtPath.ToLongWin32(unfinished), FileMode.OpenOrCreate, FileAccess.Write, FileShare.Delete,
                bufferSize: 0);
            try
            {
                file.SetLength(0);
                file.Write(Encoding.ASCII.GetBytes(HideMarker.DeletedByGame));
                if (TryRename(unfinished, marker))
                    return true;
                RealFiles.Delete(unfinished);
            }
            catch (IOException)
            {
                RealFiles.Delete(unfinished);
                throw;
            }

            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            bool isTaken = others?.Any(other => TryTake(other, marker)) == true;
            const int sharing = unchecked((int)0x80070020);
            // Where a mod's folder can't be written, the deletion isn't made either.
            if (!isTaken && e is IOException { HResult: not sharing })
                Tell(marker, e);
            return isTaken;
        }
    }

    /// <summary>Another program may look at the new file, and keep it from being renamed for a moment.</summary>
    private static bool TryRename(string from, string to)
    {
        var pauses = new ShortPauses(RenameMilliseconds);
        while (RealFiles.TryOpenToDelete(from, out nint handle))
        {
            bool isRenamed = RealFiles.Rename(handle, to);
            RealFiles.Close(handle);
            if (isRenamed)
                return true;
            if (RealFiles.Exists(to) || !pauses.TryPause())
                return false;
        }

        return false;
    }

    private static bool TryTake(string other, string marker)
    {
        if (!HideMarker.IsOfDeleted(NtPath.ToLongWin32(other)))
            return false;
        JournaledFolders.Current?.Keep(other);
        return TryRename(other, marker);
    }

    /// <summary>
    /// The name of one that isn't finished: one name in every process, in any letter case, and not longer than a marker's may be.
    /// </summary>
    private static string NameOf(string marker)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(marker);
        return $"{marker.AsSpan(0, marker.Length - name.Length)}{PathHash.HashFolded(name):x16}{HideMarker.UnfinishedEnding}";
    }

    private static void Tell(string marker, Exception cause)
    {
        if (Failed is { } failed && Interlocked.Exchange(ref s_isTold, 1) == 0)
            failed(marker, cause.Message.TrimEnd('.'));
    }
}
