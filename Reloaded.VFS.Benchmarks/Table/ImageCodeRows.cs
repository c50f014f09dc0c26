using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>
/// Measurements of a native image's own code for processors with AVX2 in turns with the image's code for every processor.
/// </summary>
internal static class ImageCodeRows
{
    private const string With = "with AVX2", Without = "the image's code for each processor";

    /// <summary>
    /// Measures hashes of paths. Returns no rows if there is no such code: under the JIT, and on a processor without AVX2.
    /// </summary>
    public static IEnumerable<Row> Measure(Effort effort)
    {
        if (!PathHash.HasImageCode)
            yield break;
        foreach (int length in (int[])[16, 24, 40, 64, 100, 260])
        {
            char[][] texts = HashRows.CreateTexts(HashRows.Ascii, length);
            (Measured with, Measured without) = InTurns(effort, times =>
            {
                ulong sum = 0;
                for (int i = 0; i < times; i++)
                {
                    foreach (char[] text in texts)
                        sum += PathHash.HashFolded(text);
                }

                return (long)sum;
            }, texts.Length);
            yield return Row.Of("hash of any letter case, with AVX2", $"{length} characters", "ns", with, Without, without);
        }
    }

    /// <summary>Measures hits and builds.</summary>
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        if (!PathHash.HasImageCode)
            yield break;
        FolderListing listing = tree.ToListing();
        VirtualFileSystem[] built = [];
        (Measured with, Measured without) = InTurns(effort, times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(listing, out _);
            return built[^1].Snapshot.PrefixCount;
        }, 1, times =>
        {
            built = new VirtualFileSystem[times];
            Managed.Collect();
        });
        yield return Row.Of("build both trees, with AVX2", TreeRows.Describe(tree), tree.FileCount < 5000 ? "us" : "ms", with,
            Without, without);

        using VirtualFileSystem files = tree.Mount(listing, out _);
        PathText paths = new(tree.GetFilePaths());
        (with, without) = InTurns(effort, times => LookupRows.Ask(files, paths, times), paths.Count);
        yield return Row.Of("look-up, hit, with AVX2", tree.Name, "ns", with, Without, without);
        GC.KeepAlive(listing);
    }

    private static (Measured With, Measured Without) InTurns(Effort effort, Func<int, long> run, int operations,
        Action<int>? prepare = null)
    {
        nint hash = PathHash.ImageCode, keys = PathHash.ImageKeysCode;
        try
        {
            IReadOnlyList<Measured> measured = Comparison.Measure(effort,
                new Contender(With, run, operations, times => Prepare(hash, keys, times)),
                new Contender(Without, run, operations, times => Prepare(0, 0, times)));
            return (measured[0], measured[1]);
        }
        finally
        {
            PathHash.UseImageCode(hash, keys);
        }

        void Prepare(nint hashFunction, nint keysFunction, int times)
        {
            PathHash.UseImageCode(hashFunction, keysFunction);
            prepare?.Invoke(times);
        }
    }
}
