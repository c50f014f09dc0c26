using Reloaded.VFS.Benchmarks.Warm;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>The files that <c>warm</c> loads are those that its documentation describes, on every machine.</summary>
public sealed class LoadedFilesTests
{
    [Fact]
    public void Sizes_and_order_are_those_that_are_documented()
    {
        LoadedFiles files = new(5000);
        int[] sorted = [.. files.Sizes.Order()];
        Assert.Equal(4 << 10, sorted[0]);
        Assert.Equal(8 << 20, sorted[^1]);
        Assert.InRange(sorted[2500], 38 << 10, 42 << 10);
        Assert.Equal(695, files.Bytes >> 20);
        Assert.Equal(Enumerable.Range(0, 5000), files.Order.Order());
        Assert.NotEqual(Enumerable.Range(0, 5000), files.Order);
        Assert.Equal(files.Sizes, new LoadedFiles(5000).Sizes);
        Assert.Equal(1000, Enumerable.Range(0, 5000).Count(LoadedFiles.IsModded));
    }
}
