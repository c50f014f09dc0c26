using System.Runtime.CompilerServices;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Measurements of the memory that stays in use: trees, names and cached listings, native and managed.</summary>
internal static class MemoryRows
{
    private const int Repeats = 3;

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

    /// <summary>Returns the managed bytes that the result keeps alive, and the native ones that it knows of.</summary>
    /// <remarks>The median of several: earlier work may release memory meanwhile.</remarks>
    private static long Retained(Func<object> create, out long native)
    {
        long[] managed = new long[Repeats];
        native = 0;
        for (int i = 0; i < Repeats; i++)
            managed[i] = RetainedOnce(create, out native);
        Array.Sort(managed);
        return managed[Repeats / 2];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long RetainedOnce(Func<object> create, out long native)
    {
        long before = Alive();
        object result = create();
        long after = Alive();
        native = result is VirtualFileSystem files ? files.Statistics.NativeBytes : 0;
        GC.KeepAlive(result);
        return after - before;
    }

    /// <summary>Returns the managed bytes that survive repeated collections: the runtime's own count may be off by a twentieth.</summary>
    private static long Alive()
    {
        long before, alive = long.MaxValue;
        do
        {
            before = alive;
            Managed.Collect();
            alive = GC.GetTotalMemory(forceFullCollection: false);
        }
        while (alive < before);
        return alive;
    }
}
