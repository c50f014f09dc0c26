namespace Reloaded.VFS.Sharing;

/// <summary>
/// Memory with trees that another process may have written. Whoever refers to the trees keeps this object alive; its finaliser releases the
/// memory.
/// </summary>
/// <remarks>
/// What this process writes is seen by this process alone, and nothing that another process writes after the memory has been mapped is seen
/// here.
/// </remarks>
internal abstract unsafe class SharedMemory
{
    /// <summary>Gets the first byte, aligned to a page.</summary>
    public abstract byte* Address { get; }

    public abstract long Length { get; }

    /// <summary>Returns the address of a run that was checked.</summary>
    public T* At<T>(SharedRun run)
        where T : unmanaged => (T*)(Address + run.Offset);

    /// <summary>Returns the text of a run of characters that was checked.</summary>
    public ReadOnlySpan<char> Text(SharedRun run) => new(Address + run.Offset, run.Count);
}
