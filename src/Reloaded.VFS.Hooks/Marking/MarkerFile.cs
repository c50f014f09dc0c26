using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Hooks.Journaling;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>
/// The file of a marker for a name that the game has deleted: complete, or not there at all. Safe from any thread, and beside other
/// processes.
/// </summary>
/// <remarks>The file is written under another name, which no mod's listing shows, and renamed.</remarks>
internal static class MarkerFile
{
    private const int Milliseconds = 100, SharingViolation = unchecked((int)0x80070020);

    private static int s_isTold;

    /// <summary>
    /// The callback for the first marker that can't be made, in NT form, with the cause: usually a full disk. Called on any thread. Null if
    /// none is to be reported.
    /// </summary>
    public static volatile Action<string, Exception>? Failed;

    /// <summary>Makes a marker, and reports if it can't be made.</summary>
    /// <inheritdoc cref="TryMake(JournaledFolders?, string, out Exception?, IEnumerable{string}?)"/>
    public static bool TryMake(JournaledFolders? journal, string marker, IEnumerable<string>? others = null)
    {
        bool isMade = TryMake(journal, marker, out Exception? refusal, others);
        if (refusal is not null)
            Tell(marker, refusal);
        return isMade;
    }

    /// <summary>Makes a marker. Returns false if there is one already, another process has just made it, or it can't be made.</summary>
    /// <param name="journal">The journal that records what was there, before the marker is made; null for none.</param>
    /// <param name="marker">The marker, in NT form.</param>
    /// <param name="refusal">The reason why the marker can't be made; otherwise null.</param>
    /// <param name="others">Markers of deleted names that this one makes unnecessary: one is renamed to it if no file can be made.</param>
    public static bool TryMake(JournaledFolders? journal, string marker, out Exception? refusal, IEnumerable<string>? others = null)
    {
        refusal = null;
        if (RealFiles.Exists(marker))
            return false;
        journal?.Record(marker);
        string unfinished = NameOf(marker);
        var pauses = new ShortPauses(Milliseconds);
        while (true)
        {
            try
            {
                return Write(unfinished, marker);
            }
            catch (IOException e) when (e.HResult == SharingViolation && !RealFiles.Exists(marker) && pauses.TryPause())
            {
                // Another process is just making it, or its start is removing what a killed process has left.
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (others?.Any(other => TryReuse(journal, other, marker)) == true)
                    return true;
                refusal = RealFiles.Exists(marker) ? null : e;
                return false;
            }
        }
    }

    /// <summary>Reports a deletion that ends with the process; only the first one is reported.</summary>
    /// <param name="marker">The marker that can't be made, in NT form.</param>
    public static void Tell(string marker, Exception cause)
    {
        if (Failed is { } failed && Interlocked.Exchange(ref s_isTold, 1) == 0)
            failed(marker, cause);
    }

    /// <summary>Writes a marker, and gives it its name. Returns false if another process has done so.</summary>
    private static bool Write(string unfinished, string marker)
    {
        // A killed process's leftover is overwritten. A process that has it open shares it with no other writer.
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

        return RealFiles.Exists(marker) ? false : throw new UnreadableException("the file can't be renamed to the marker's name");
    }

    /// <summary>Renames a marker, repeatedly for a moment, since another program may open the new file and prevent that.</summary>
    private static bool TryRename(string from, string to)
    {
        var pauses = new ShortPauses(Milliseconds);
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

    private static bool TryReuse(JournaledFolders? journal, string other, string marker)
    {
        if (!HideMarker.IsOfDeleted(NtPath.ToLongWin32(other)))
            return false;
        journal?.Record(other);
        return TryRename(other, marker);
    }

    /// <summary>
    /// Returns the name of an unfinished marker: the same in every process, in any letter case, and no longer than a marker's may be.
    /// </summary>
    public static string NameOf(string marker)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(marker);
        return $"{marker.AsSpan(0, marker.Length - name.Length)}{PathHash.HashFolded(name):x16}{HideMarker.UnfinishedEnding}";
    }
}

/// <summary>The marker of a name that a call is to delete. An empty one stands for a name that needs no marker.</summary>
internal readonly struct AddedMarker
{
    private readonly AskedDeletions? _asked;
    private readonly string? _place;
    private readonly bool _isMade;
    private readonly Exception? _refusal;

    private AddedMarker(AskedDeletions asked, string place, bool isMade, Exception? refusal) =>
        (_asked, _place, _isMade, _refusal) = (asked, place, isMade, refusal);

    /// <summary>Makes the marker before the call is made; an existing one is left as it is.</summary>
    /// <param name="place">The file that the marker hides, in NT form.</param>
    public static AddedMarker Make(MergedView view, string place)
    {
        bool isMade = MarkerFile.TryMake(view.Writes.Journal, place + HideMarker.Ending, out Exception? refusal);
        return new AddedMarker(view.AskedDeletions, place, isMade, refusal);
    }

    /// <summary>
    /// Ends the marker with the call. If the call has deleted nothing, the marker that was made for it is removed, since the file still
    /// exists. If the call has deleted the file, a marker that couldn't be made is reported.
    /// </summary>
    /// <param name="isDeleted">True if the name is removed.</param>
    /// <param name="asker">The requester of the deletion (<see cref="AskedDeletions.Add"/>); null if the file gets another name.</param>
    public void End(bool isDeleted, uint? asker = null)
    {
        if (_place is null || _asked is null)
            return;
        // A file that is renamed to another of its own hard links keeps both names, on Linux's file systems.
        isDeleted &= asker is not null || !RealFiles.Exists(_place);
        if (isDeleted && _refusal is not null)
            MarkerFile.Tell(_place + HideMarker.Ending, _refusal);
        else if (isDeleted && asker is { } known)
            _asked.Add(_place, known);
        else if (!isDeleted && _isMade && !_asked.Contains(_place))
            RealFiles.Delete(_place + HideMarker.Ending);
    }
}
