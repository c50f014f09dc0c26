namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The blocks of code pages of one installation, shared by functions within reach. Not thread-safe.</summary>
/// <param name="allocate">
/// Allocates a block near a function, or returns null if there is no room (<see cref="NearMemory.TryAllocate"/>).
/// </param>
internal sealed class NearBlocks(Func<nint, NearMemory?> allocate)
{
    private readonly List<NearMemory> _blocks = [];

    /// <summary>Returns a block within reach of a function, a new one if necessary; null if there is no room.</summary>
    public NearMemory? For(nint function)
    {
        NearMemory? block = _blocks.Find(other => other.Reaches(function));
        if (block is null && (block = allocate(function)) is not null)
            _blocks.Add(block);
        return block;
    }
}
