using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Tests.Core.Memory;

/// <summary>An array in chunks has what was added, wherever a chunk ends, and its items stay where they are.</summary>
public class NativeChunksTests
{
    [Fact]
    public unsafe void ItemsAreFoundByNumberAndCopiedInOrder()
    {
        var chunks = default(NativeChunks<(int First, ushort Second)>);
        try
        {
            var places = new List<nint>();
            for (int i = 0; i < 100_000; i++)
            {
                chunks.Add((i, (ushort)(i * 7)));
                fixed (void* place = &chunks[i])
                    places.Add((nint)place);
            }

            Assert.Equal(100_000, chunks.Count);
            var copied = new (int First, ushort Second)[chunks.Count + 1];
            fixed ((int First, ushort Second)* room = copied)
                chunks.CopyTo(room);
            for (int i = 0; i < chunks.Count; i++)
            {
                Assert.Equal((i, (ushort)(i * 7)), chunks[i]);
                Assert.Equal((i, (ushort)(i * 7)), copied[i]);
                fixed (void* place = &chunks[i])
                    Assert.Equal(places[i], (nint)place);
            }

            Assert.Equal(default, copied[^1]);
            chunks[70_000].First = -1;
            Assert.Equal(-1, chunks[70_000].First);
        }
        finally
        {
            chunks.Dispose();
        }

        Assert.Equal(0, chunks.Count);
    }

    [Fact]
    public unsafe void WhatLiesSideBySideIsNeverSplitAndWhatIsLeftOutIsZero()
    {
        var random = new Random(3);
        var chunks = default(NativeChunks<byte>);
        try
        {
            var expected = new List<byte>();
            for (int i = 0; i < 3000; i++)
            {
                int length = i % 500 == 0 ? random.Next(5000, 50_000) : random.Next(1, 600);
                Span<byte> added = chunks.Extend(length);
                random.NextBytes(added);
                if (random.Next(4) == 0)
                {
                    chunks.RemoveLast(length);
                    // What comes next is written over it, or is left out.
                    continue;
                }

                expected.AddRange(new byte[chunks.Count - length - expected.Count]);
                expected.AddRange(added);
            }

            byte[] copied = new byte[chunks.Count];
            fixed (byte* room = copied)
                chunks.CopyTo(room);
            Assert.Equal(expected, copied[..expected.Count]);
            Assert.All(copied[expected.Count..], left => Assert.Equal(0, left));
        }
        finally
        {
            chunks.Dispose();
        }
    }
}
