using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Notifications;

/// <summary>
/// Changes that no call has taken yet, at most as many as the buffer of a handle's first call has room for; beyond that it is only known that
/// there were some. Not thread-safe.
/// </summary>
internal sealed unsafe class ChangeQueue(uint capacity)
{
    /// <summary><c>DIRECTORY_NOTIFY_INFORMATION_CLASS</c> (<c>winnt.h</c>): <c>FILE_NOTIFY_INFORMATION</c>.</summary>
    public const uint DirectoryNotifyInformation = 1;

    private const int HeaderBytes = 12; // NextEntryOffset, Action, FileNameLength

    private readonly List<Change> _changes = [];
    private long _bytes;
    private bool _isLost;

    /// <summary>Whether a call would get an answer now.</summary>
    public bool HasAny => _changes.Count > 0 || _isLost;

    /// <summary>Takes a change. One that is the same as the last is one with it.</summary>
    public void Add(in Change change)
    {
        if (_isLost || (_changes.Count > 0 && change.Action == ChangeAction.Modified && _changes[^1] == change))
            return;
        _bytes = Align(_bytes) + Size(change);
        if (_bytes > capacity)
            Lose();
        else
            _changes.Add(change);
    }

    /// <summary>There are changes that nobody can name.</summary>
    public void Lose()
    {
        _changes.Clear();
        _isLost = true;
        _bytes = 0;
    }

    /// <summary>
    /// Takes everything, as records. Empty where something was lost, or the records take more than <paramref name="length"/> bytes: whoever asks
    /// has to list the folder then.
    /// </summary>
    public byte[] Take(uint length)
    {
        bool fits = !_isLost && _bytes <= length;
        byte[] records = fits ? Write() : [];
        _changes.Clear();
        _bytes = 0;
        _isLost = false;
        return records;
    }

    private byte[] Write()
    {
        byte[] records = new byte[_bytes];
        int at = 0;
        for (int i = 0; i < _changes.Count; i++)
        {
            Change change = _changes[i];
            int next = at + (int)Align(Size(change));
            Span<uint> header = MemoryMarshal.Cast<byte, uint>(records.AsSpan(at, HeaderBytes));
            header[0] = i + 1 < _changes.Count ? (uint)(next - at) : 0;
            header[1] = (uint)change.Action;
            header[2] = (uint)(change.Name.Length * sizeof(char));
            MemoryMarshal.AsBytes(change.Name.AsSpan()).CopyTo(records.AsSpan(at + HeaderBytes));
            at = next;
        }

        return records;
    }

    private static long Size(in Change change) => HeaderBytes + (change.Name.Length * sizeof(char));

    // Records begin at multiples of four.
    private static long Align(long bytes) => (bytes + 3) & ~3;
}
