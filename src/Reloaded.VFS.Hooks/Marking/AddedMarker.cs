using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>The marker of a name that a call is to delete. An empty one stands for a name that needs none.</summary>
internal readonly struct AddedMarker
{
    private readonly string? _marker;
    private readonly Exception? _refusal;

    private AddedMarker(string? marker, Exception? refusal) => (_marker, _refusal) = (marker, refusal);

    /// <summary>Makes it, before the call is made.</summary>
    /// <param name="marker">In target form.</param>
    public static AddedMarker Make(string marker) =>
        MarkerFile.TryMake(marker, out Exception? refusal) || refusal is not null ? new AddedMarker(marker, refusal) : default;

    /// <summary>
    /// The call has ended. Where it has deleted nothing, the marker goes: what it stands for is there still. Where it has, a marker that
    /// couldn't be made is told of.
    /// </summary>
    /// <param name="isDeleted">Whether the name goes.</param>
    public void End(bool isDeleted)
    {
        if (_refusal is not null && isDeleted)
            MarkerFile.Tell(_marker!, _refusal);
        else if (_refusal is null && _marker is not null && !isDeleted)
            RealFiles.Delete(_marker);
    }
}
