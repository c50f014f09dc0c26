using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>The marker of a name that a call is to delete. An empty one stands for a name that needs no marker.</summary>
internal readonly struct AddedMarker
{
    private readonly string? _place;
    private readonly bool _isMade;
    private readonly Exception? _refusal;

    private AddedMarker(string place, bool isMade, Exception? refusal) => (_place, _isMade, _refusal) = (place, isMade, refusal);

    /// <summary>Makes the marker before the call is made; an existing one is left as it is.</summary>
    /// <param name="journal">The journal that records what was there, before the marker is made; null for none.</param>
    /// <param name="place">The file that the marker hides, in NT form.</param>
    public static AddedMarker Make(JournaledFolders? journal, string place) =>
        new(place, MarkerFile.TryMake(journal, place + HideMarker.Ending, out Exception? refusal), refusal);

    /// <summary>
    /// Ends the marker with the call. If the call has deleted nothing, the marker that was made for it is removed, since the file still
    /// exists. If the call has deleted the file, a marker that couldn't be made is reported.
    /// </summary>
    /// <param name="isDeleted">True if the name is removed.</param>
    /// <param name="asker">The requester of the deletion (<see cref="AskedDeletions.Add"/>); null if the file gets another name.</param>
    public void End(bool isDeleted, uint? asker = null)
    {
        if (_place is null)
            return;
        if (isDeleted && _refusal is not null)
            MarkerFile.Tell(_place + HideMarker.Ending, _refusal);
        else if (isDeleted && asker is { } known)
            AskedDeletions.Add(_place, known);
        else if (!isDeleted && _isMade && !AskedDeletions.Contains(_place))
            RealFiles.Delete(_place + HideMarker.Ending);
    }
}
