using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives.Staging;

public sealed class MergedTreeTests
{
    /// <summary>A thousand copies of a file that occupies no room, a terabyte each.</summary>
    [LinuxFact]
    public void CopiesForWhichThereIsNoRoomAreNotBegun()
    {
        using TemporaryFolder folder = new();
        string zero = folder.File("zero", "");
        using (FileStream file = new(zero, FileMode.Open))
            file.SetLength(1L << 40);
        var tree = new MergedTree(folder.At("out"));
        for (int i = 0; i < 1000; i++)
            tree.Add($"{i}", zero);
        UnpackLimits limits = UnpackLimits.Default with { MostBytes = long.MaxValue };
        ArchiveException full = Assert.Throws<ArchiveException>(() => tree.Build("a.zip", limits));
        Assert.True(full.IsPassing);
        Assert.Contains("MB are free", full.OwnText, StringComparison.Ordinal);
        ArchiveException large = Assert.Throws<ArchiveException>(() => tree.Build("a.zip", UnpackLimits.Default));
        Assert.Contains("it becomes more than 64 GB", large.OwnText, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.At("out")));
        Assert.True(File.Exists(zero));
    }
}
