using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>The marker of a name that a call is to delete. An empty one stands for a name that needs none.</summary>
internal readonly struct AddedMarker
{
    private readonly string? _place;
    private readonly bool _isMade;
    private readonly Exception? _refusal;

    private AddedMarker(string place, bool isMade, Exception? refusal) => (_place, _isMade, _refusal) = (place, isMade, refusal);

    /// <summary>Makes it, before the call is made; one that is there already is left as it is.</summary>
    /// <param name="journal">Gets what was there, before the marker is; null for none.</param>
    /// <param name="place">The file that it says to be deleted, in NT form.</param>
    public static AddedMarker Make(JournaledFolders? journal, string place) =>
        new(place, MarkerFile.TryMake(journal, place + HideMarker.Ending, out Exception? refusal), refusal);

    /// <summary>
    /// The call has ended. Where it has deleted nothing, the marker goes that was made for it: what it stands for is there still. Where it
    /// has, a marker that couldn't be made is told of.
    /// </summary>
    /// <param name="isDeleted">Whether the name goes.</param>
    /// <param name="asker">Who asked that the file be deleted (<see cref="AskedDeletions.Add"/>); null where it gets another name.</param>
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
