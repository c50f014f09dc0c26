using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Changes that no call has taken yet, at most as many as the buffer of a handle's first call has room for; beyond that it is only known
/// that there were some. Not thread-safe.
/// </summary>
/// <param name="capacity">Bytes.</param>
/// <param name="informationClass">The records' class, which decides how many bytes they take.</param>
internal sealed class ChangeQueue(uint capacity, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
{
    private readonly List<Change> _changes = [];
    private long _bytes;
    private bool _isLost;

    /// <summary>Whether a call would get an answer now.</summary>
    public bool HasAny => _changes.Count > 0 || _isLost;

    /// <summary>Adds a change, unless it is a modification that is the last one already.</summary>
    public void Add(in Change change)
    {
        if (_isLost || (_changes.Count > 0 && change.Kind == ChangeKind.Modified && _changes[^1] == change))
            return;
        _bytes = ChangeRecords.Append(_bytes, change, informationClass);
        if (_bytes > capacity)
            Overflow();
        else
            _changes.Add(change);
    }

    /// <summary>There are changes whose names are lost.</summary>
    public void Overflow()
    {
        _changes.Clear();
        _isLost = true;
        _bytes = 0;
    }

    /// <summary>Takes everything. None where something was lost: whoever asks has to list the folder then.</summary>
    public Change[] Dequeue()
    {
        Change[] taken = _isLost ? [] : [.. _changes];
        _changes.Clear();
        _bytes = 0;
        _isLost = false;
        return taken;
    }
}
