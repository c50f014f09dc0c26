using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Changes that no call has received yet, up to the size of the buffer of a handle's first call; beyond that, only the fact that there were
/// changes. Not thread-safe.
/// </summary>
/// <param name="capacity">The capacity, in bytes.</param>
/// <param name="informationClass">The records' class, which determines their size.</param>
internal sealed class ChangeQueue(uint capacity, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
{
    private readonly List<Change> _changes = [];
    private long _bytes;
    private bool _isLost;

    /// <summary>Gets a value indicating whether a call would get an answer now.</summary>
    public bool HasAny => _changes.Count > 0 || _isLost;

    /// <summary>Adds a change, unless it is a modification equal to the last change.</summary>
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

    /// <summary>Marks changes as lost.</summary>
    public void Overflow()
    {
        _changes.Clear();
        _isLost = true;
        _bytes = 0;
    }

    /// <summary>Removes all changes. Returns none if some were lost: the caller then has to list the folder.</summary>
    public Change[] Dequeue()
    {
        Change[] taken = _isLost ? [] : [.. _changes];
        _changes.Clear();
        _bytes = 0;
        _isLost = false;
        return taken;
    }
}
