using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Measurements of building: from a folder's listing to the trees that readers see.</summary>
internal static class TreeRows
{
    /// <summary>The maximum number of trees alive together.</summary>
    /// <remarks>
    /// With several hundred small trees, which no process has, the system's heap returns the memory after each sample, and the next sample
    /// waits for it.
    /// </remarks>
    private const int MostTogether = 64;

    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        string unit = tree.FileCount < 5000 ? "us" : "ms";
        FolderListing listing = tree.ToListing();
        string[] sources = Managed.GetSources(tree);
        VirtualFileSystem[] built = [];
        object[] filled = [];
        var ours = new Contender("Reloaded VFS", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(listing, out _);
            return built[^1].Snapshot.PrefixCount;
        }, Prepare: times => Prepare(ref built, times), Most: MostTogether);
        var alternative = new Contender("a Dictionary(OrdinalIgnoreCase) for each folder", times =>
        {
            for (int i = 0; i < times; i++)
                filled[i] = Managed.FillFolders(tree, sources);
            return filled.Length;
        }, Prepare: times => Prepare(ref filled, times), Most: MostTogether);
        // From the names: a listing has their hashes, which a dictionary computes while it is filled.
        var whole = new Contender("Reloaded VFS, with the listing", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(tree.ToListing(), out _);
            return built[^1].Snapshot.PrefixCount;
        }, Prepare: times => Prepare(ref built, times), Most: MostTogether);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, alternative, whole);

        long native = built[0].Statistics.NativeBytes - listing.NativeBytes;
        Measured withNative = measured[0] with { AllocatedBytes = measured[0].AllocatedBytes + native };
        Target target = tree.Name switch
        {
            "windows" => Target.Ratio(1.3),
            "steam" => Target.Ratio(1.2),
            "game" => Target.Ratio(0.9),
            _ => Target.None,
        };
        yield return Row.Of("build both trees", Describe(tree), unit, withNative, alternative.Name, measured[1], target);
        Measured wholeWithNative = measured[2] with { AllocatedBytes = measured[2].AllocatedBytes + native + listing.NativeBytes };
        yield return Row.Of("build both trees, with the listing", Describe(tree), unit, wholeWithNative, alternative.Name, measured[1]);
        // A small tree takes only a few pages.
        if (unit == "ms")
        {
            IReadOnlyList<Measured> fresh = Comparison.Measure(effort, AtAStart(ours), AtAStart(alternative));
            Measured freshWithNative = fresh[0] with { AllocatedBytes = fresh[0].AllocatedBytes + native };
            yield return Row.Of("build both trees, as at a start", Describe(tree), unit, freshWithNative, alternative.Name, fresh[1],
                target);
        }

        GC.KeepAlive(listing);
    }

    /// <summary>
    /// Returns a contender that gets new memory from the system, page by page, as at a start. Otherwise the collector, and on Linux the C
    /// library, would keep the memory of the previous sample.
    /// </summary>
    private static Contender AtAStart(Contender contender) => contender with
    {
        Prepare = times =>
        {
            contender.Prepare!(times);
            Managed.GiveMemoryBack();
        },
    };

    /// <summary>Describes a tree by name and size.</summary>
    public static string Describe(FolderTree tree) => $"{tree.Name}: {tree.Folders.Count} folders, {tree.FileCount} files";

    private static void Prepare<T>(ref T[] results, int times)
    {
        results = new T[times];
        Managed.Collect();
    }
}
