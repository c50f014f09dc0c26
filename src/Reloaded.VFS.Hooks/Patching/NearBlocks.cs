namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The blocks of code pages of one installation: functions that one block reaches share it. Of one caller.</summary>
/// <param name="allocate">Gives a block near a function; null where there is no room. <see cref="NearMemory.TryAllocate"/>.</param>
internal sealed class NearBlocks(Func<nint, NearMemory?> allocate)
{
    private readonly List<NearMemory> _blocks = [];

    /// <summary>A block that a function reaches, a new one where none of the others does; null where there is no room.</summary>
    public NearMemory? For(nint function)
    {
        NearMemory? block = _blocks.Find(other => other.Reaches(function));
        if (block is null && (block = allocate(function)) is not null)
            _blocks.Add(block);
        return block;
    }
}
