namespace Reloaded.VFS.Memory;

/// <summary>
/// Counts the native bytes that the arenas of one file system hold. Thread-safe: finalisers subtract from their own thread.
/// </summary>
internal sealed class NativeByteCounter
{
    private long _value;

    /// <summary>Bytes allocated and not yet freed.</summary>
    public long Value => Volatile.Read(ref _value);

    public void Add(long bytes) => Interlocked.Add(ref _value, bytes);
}
