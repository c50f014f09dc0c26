using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Building: from a folder's listing to the trees that readers see.</summary>
internal static class TreeRows
{
    /// <summary>
    /// Trees that are there together at most. Of several hundred small ones, which no process has, the system's heap gives the memory back
    /// after each sample, and the next one waits for it.
    /// </summary>
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
            return built[^1].Current.PrefixCount;
        }, Prepare: times => Prepare(ref built, times), Most: MostTogether);
        var alternative = new Contender("a Dictionary(OrdinalIgnoreCase) for each folder", times =>
        {
            for (int i = 0; i < times; i++)
                filled[i] = Managed.FillFolders(tree, sources);
            return filled.Length;
        }, Prepare: times => Prepare(ref filled, times), Most: MostTogether);
        // From bare names: a listing has their hashes, which a dictionary makes while it is filled.
        var whole = new Contender("Reloaded VFS, with the listing", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(tree.ToListing(), out _);
            return built[^1].Current.PrefixCount;
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
        // A small tree's memory is a few pages.
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
    /// A contender whose memory the system hands out anew, a page at a time, as it does at a start. Else a collector, and on Linux the C
    /// library, has kept the memory of the sample before.
    /// </summary>
    private static Contender AtAStart(Contender contender) => contender with
    {
        Prepare = times =>
        {
            contender.Prepare!(times);
            Managed.GiveMemoryBack();
        },
    };

    /// <summary>A tree's name and size.</summary>
    public static string Describe(FolderTree tree) => $"{tree.Name}: {tree.Folders.Count} folders, {tree.FileCount} files";

    private static void Prepare<T>(ref T[] results, int times)
    {
        results = new T[times];
        Managed.Collect();
    }
}
