using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Marking;

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
    /// <param name="view">What the game sees.</param>
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
        if (isDeleted && _refusal is not null)
            MarkerFile.Tell(_place + HideMarker.Ending, _refusal);
        else if (isDeleted && asker is { } known)
            _asked.Add(_place, known);
        else if (!isDeleted && _isMade && !_asked.Contains(_place))
            RealFiles.Delete(_place + HideMarker.Ending);
    }
}
