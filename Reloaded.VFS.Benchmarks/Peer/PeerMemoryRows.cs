using System.Runtime.CompilerServices;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// Measurements of the memory alive after a full collection, native and managed: everything that has to stay so that a change needs no
/// scan.
/// </summary>
internal static class PeerMemoryRows
{
    public static IEnumerable<Row> Measure(FolderTree tree)
    {
        long ours = Retained(() =>
        {
            FolderListing listing = tree.ToListing();
            return tree.Mount(listing, out _);
        });
        // The peer releases its first tree once the second one is in use: only the second tree and the cached listing stay. The trees share
        // the listing's strings.
        long lookup = Retained(() =>
        {
            FolderRedirection listing = new PeerInput(tree, withFolders: true).CreateListing();
            return (PeerInput.CreateCleanManager(listing), listing);
        });
        long both = Retained(() =>
        {
            FolderRedirection listing = new PeerInput(tree, withFolders: true).CreateListing();
            var first = RedirectionTree<RedirectionTreeTarget>.Create();
            PeerInput.Fill(first, listing);
            return (first, new LookupTree<RedirectionTreeTarget>(first), listing);
        });
        Target target = tree.Name switch
        {
            "windows" => Target.Value(30),
            "steam" => Target.Value(16),
            _ => Target.None,
        };
        const double mega = 1 << 20;
        foreach ((string name, long bytes) in new[] { ($"{PeerRun.Name}: look-up tree, names, listing", lookup),
            ($"{PeerRun.Name}: both trees, names, listing", both) })
        {
            Row row = Row.Of("stays in memory", TreeRows.Describe(tree), "MiB", ours / mega, name, bytes / mega, target);
            yield return row with { RetainedBytes = ours, AlternativeRetainedBytes = bytes };
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Retained(Func<object> create)
    {
        Managed.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        object result = create();
        Managed.Collect();
        long after = GC.GetTotalMemory(forceFullCollection: true);
        long native = result is VirtualFileSystem files ? files.Statistics.NativeBytes : 0;
        GC.KeepAlive(result);
        return after - before + native;
    }
}
