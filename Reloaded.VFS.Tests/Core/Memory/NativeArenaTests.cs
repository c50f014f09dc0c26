using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Tests.Core.Memory;

public sealed unsafe class NativeArenaTests
{
    [Fact]
    public void WhatIsReservedIsOneBlock()
    {
        var counter = new NativeByteCounter();
        using var arena = new NativeArena(counter);
        arena.Reserve(100_000, 3);
        long reserved = arena.Bytes;
        var first = (byte*)arena.Allocate(60_001);
        var second = (byte*)arena.Allocate(39_000);
        var third = (byte*)arena.Allocate(999, 2);
        Assert.True(second - first is >= 60_001 and < 60_016 && third - second == 39_000);
        Assert.Equal((nuint)0, ((nuint)first | (nuint)second) % 8);
        Assert.Equal(reserved, arena.Bytes);
        Assert.Equal(reserved, counter.Value);
    }

    [Fact]
    public void LinesBeginWhereTheCachesDo()
    {
        using var arena = new NativeArena();
        arena.Reserve(3 + (2 * NativeArena.SizeOfLines(640)) + 5, 4);
        long reserved = arena.Bytes;
        arena.Allocate(3, 2);
        var first = (byte*)arena.AllocateLines(640);
        var second = (byte*)arena.AllocateLines(640);
        var behind = (byte*)arena.Allocate(5, 2);
        Assert.Equal((nuint)0, ((nuint)first | (nuint)second) % 64);
        Assert.True(second >= first + 640 && behind >= second + 640);
        Assert.Equal(reserved, arena.Bytes);
    }

    [Fact]
    public void MemoryIsZeroAndApart()
    {
        using var arena = new NativeArena();
        var random = new Random(5);
        var taken = new List<(nint Start, int Size)>();
        for (int i = 0; i < 500; i++)
        {
            int size = random.Next(1, i % 50 == 0 ? 200_000 : 300);
            if (i % 90 == 7)
                arena.Reserve((nuint)(4 * size), 4);
            nuint alignment = (nuint)(1 << random.Next(1, 4));
            byte* memory = (byte*)arena.Allocate((nuint)size, alignment);
            Assert.Equal((nuint)0, (nuint)memory % alignment);
            Assert.Equal(-1, new ReadOnlySpan<byte>(memory, size).IndexOfAnyExcept((byte)0));
            new Span<byte>(memory, size).Fill(0xFF);
            taken.Add(((nint)memory, size));
        }

        taken.Sort();
        for (int i = 1; i < taken.Count; i++)
            Assert.True(taken[i - 1].Start + taken[i - 1].Size <= taken[i].Start);
    }

    [Fact]
    public void NothingCountsAfterItsEnd()
    {
        var counter = new NativeByteCounter();
        var arena = new NativeArena(counter);
        arena.Allocate(10);
        arena.Allocate(1 << 20);
        arena.AllocateDirty(10);
        arena.AddText("text");
        Assert.InRange(counter.Value, (1 << 20) + 20, (1 << 20) + 4096);
        arena.Dispose();
        Assert.Equal(0, counter.Value);
        Assert.Equal(0, arena.Bytes);
    }
}
