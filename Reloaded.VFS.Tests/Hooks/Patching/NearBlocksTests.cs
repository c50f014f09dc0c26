using Reloaded.VFS.Hooks.Patching;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>Tests of which functions share a block of code pages.</summary>
public sealed unsafe class NearBlocksTests
{
    private const int Size = 0x10000;

    [Fact]
    public void FunctionsThatOneBlockReachesShareIt()
    {
        nint near = unchecked((nint)0x7FF8_0000_0000), far = unchecked((nint)0x7FF9_0000_0000);
        var allocated = new List<nint>();
        var blocks = new NearBlocks(function =>
        {
            allocated.Add(function);
            return new NearMemory((byte*)(function - Size), Size);
        });
        NearMemory? first = blocks.For(near), second = blocks.For(far);
        Assert.NotSame(first, second);
        Assert.Same(first, blocks.For(near + 0x20_0000));
        Assert.Same(second, blocks.For(far + 0x1000));
        Assert.Same(second, blocks.For(far - 0x20_0000));
        Assert.Equal([near, far], allocated);
    }

    [Fact]
    public void AFunctionThatNoMemoryIsNearHasNoBlock() => Assert.Null(new NearBlocks(_ => null).For(0x7FF8_0000));
}
