using System.Runtime.CompilerServices;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Tests.Core.Memory;

/// <summary>Tests of everything that stays in memory, native and managed: trees, names and the cached listing.</summary>
[Collection(nameof(AloneCollection))]
public class RetainedMemoryTests
{
    [Theory]
    [InlineData("windows", 30)]
    [InlineData("steam", 16)]
    public void LargeTreesStaySmall(string shape, int mebibytes)
    {
        FolderTree tree = TreeGenerator.Create(shape == "windows" ? TreeShape.Windows : TreeShape.Steam);
        // Once before, for objects that are created only once.
        Retain(tree);
        Assert.InRange(Retain(tree), 1L << 20, (long)mebibytes << 20);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Retain(FolderTree tree)
    {
        long before = Collect();
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out _);
        long retained = Collect() - before + files.Statistics.NativeBytes;
        GC.KeepAlive(listing);
        files.Dispose();
        return retained;
    }

    private static long Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
