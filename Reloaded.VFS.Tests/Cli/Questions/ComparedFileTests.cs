using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Tests of which files <c>rvfs conflicts</c> considers equal.</summary>
public sealed class ComparedFileTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(65_537)]
    [InlineData(200_000)]
    public void EveryByteCountsForEachThatItIsComparedWith(int size)
    {
        using var folder = new TemporaryFolder();
        byte[] content = new byte[size];
        new Random(size).NextBytes(content);
        string file = folder.File("a", content);
        using var compared = new ComparedFile(file);
        for (int i = 0; i < 3; i++)
        {
            Assert.True(compared.IsSame(folder.File($"same{i}", content)));
            foreach (int place in size == 0 ? (int[])[] : [0, size / 2, size - 1])
            {
                byte[] other = [.. content];
                other[place] ^= 1;
                Assert.False(compared.IsSame(folder.File("other", other)), $"byte {place}");
            }

            Assert.False(compared.IsSame(folder.File("longer", [.. content, 0])));
            Assert.False(compared.IsSame(folder.At("missing")));
        }

        using var missing = new ComparedFile(folder.At("missing"));
        Assert.False(missing.IsSame(file));
    }

    [LinuxFact]
    public void ALinkHasTheContentThatItLeadsTo()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("a", "content"), same = folder.File("b", "content");
        File.CreateSymbolicLink(folder.At("link"), file);
        using var compared = new ComparedFile(folder.At("link"));
        Assert.True(compared.IsSame(same));
        using var other = new ComparedFile(same);
        Assert.True(other.IsSame(folder.At("link")));
    }

    /// <summary>A file whose size differs is never opened, so even an unreadable one is compared.</summary>
    [LinuxFact]
    public void SizesAreAskedFirst()
    {
        using var folder = new TemporaryFolder();
        // Opening it would wait for a writer forever.
        TemporaryFolder.Shell("mkfifo \"$1\"", folder.At("pipe"));
        using var compared = new ComparedFile(folder.File("a", "content"));
        Assert.False(compared.IsSame(folder.At("pipe")));
    }
}
