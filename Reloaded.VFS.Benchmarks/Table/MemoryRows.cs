using System.Runtime.CompilerServices;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>What stays in memory: trees, names and cached listings, native and managed.</summary>
internal static class MemoryRows
{
    public static IEnumerable<Row> Measure(FolderTree tree)
    {
        long ours = Retained(() =>
        {
            FolderListing listing = tree.ToListing();
            return tree.Mount(listing, out _);
        }, out long native);
        long alternative = Retained(() => Managed.CopyFolders(tree), out _);
        Target target = tree.Name switch
        {
            "windows" => Target.Value(30),
            "steam" => Target.Value(16),
            _ => Target.None,
        };
        const double mega = 1 << 20;
        yield return Row.Of("stays in memory", TreeRows.Describe(tree), "MiB", (ours + native) / mega, "Dictionaries and strings",
            alternative / mega, target)
            with
        { RetainedBytes = ours + native, AlternativeRetainedBytes = alternative };
    }

    /// <summary>Managed bytes that are alive because of the result, and the native ones that it knows of.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Retained(Func<object> create, out long native)
    {
        Managed.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        object result = create();
        Managed.Collect();
        long after = GC.GetTotalMemory(forceFullCollection: true);
        native = result is VirtualFileSystem files ? files.Statistics.NativeBytes : 0;
        GC.KeepAlive(result);
        return after - before;
    }
}
