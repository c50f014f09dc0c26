using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Paths;

public sealed unsafe class PathTextTests
{
    [Fact]
    public void ACopyOfAnyLengthIsWholeAndWritesNothingBesideIt()
    {
        char[] source = [.. Enumerable.Range(0, 300).Select(i => (char)(0x4E00 + i))];
        fixed (char* from = source)
        {
            for (int count = 0; count <= 280; count++)
            {
                var room = new char[300];
                fixed (char* to = room)
                    Assert.True(PathText.Copy(from + 5, to + 10, count) == to + 10 + count);
                Assert.Equal([.. new char[10], .. source[5..(5 + count)], .. new char[290 - count]], room);
            }
        }
    }
}
