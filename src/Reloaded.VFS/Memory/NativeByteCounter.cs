namespace Reloaded.VFS.Memory;

/// <summary>
/// A counter of the native bytes that one file system's arenas hold. Thread-safe: finalisers subtract on their own thread.
/// </summary>
internal sealed class NativeByteCounter
{
    private long _value;

    /// <summary>Gets the number of bytes allocated and not yet freed.</summary>
    public long Value => Volatile.Read(ref _value);

    public void Add(long bytes) => Interlocked.Add(ref _value, bytes);
}
