using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Undoing;

/// <summary>Tests of whether two files are equal, byte by byte.</summary>
public sealed class FileComparisonTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(FileComparison.BufferBytes - 1)]
    [InlineData(FileComparison.BufferBytes)]
    [InlineData(FileComparison.BufferBytes + 1)]
    [InlineData(3 * FileComparison.BufferBytes)]
    public void EachByteCounts(int length)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        Assert.True(IsSame(content, content));
        Assert.False(IsSame(content, [.. content, 0]));
        foreach (int at in (int[])[0, length / 2, length - 1])
        {
            if (length == 0)
                continue;
            byte[] other = [.. content];
            other[at] ^= 1;
            Assert.False(IsSame(content, other));
        }
    }

    private bool IsSame(byte[] one, byte[] other)
    {
        File.WriteAllBytes(_folder.At("one"), one);
        File.WriteAllBytes(_folder.At("other"), other);
        using SafeFileHandle opened = File.OpenHandle(_folder.At("one"));
        return FileComparison.HasContentOf(opened, _folder.At("other"));
    }
}
