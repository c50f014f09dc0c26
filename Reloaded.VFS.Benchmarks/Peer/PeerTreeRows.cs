using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.Universal.Redirector.Lib.Utility;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>Measurements of building both trees: from the results of each side's scan, and from the names that a scan gets.</summary>
internal static class PeerTreeRows
{
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        string unit = tree.FileCount < 5000 ? "us" : "ms";
        string parameters = TreeRows.Describe(tree);
        FolderListing listing = tree.ToListing();
        var input = new PeerInput(tree, withFolders: true);
        (string, FileInformation[], string)[] groups = input.CreateUpperCaseGroups();
        (string, FileInformation[], string)[] filesOnly = new PeerInput(tree, withFolders: false).CreateUpperCaseGroups();
        object[] built = [];
        var trees = new RedirectionTree<RedirectionTreeTarget>[1];
        void Prepare(int times)
        {
            built = new object[times];
            trees = new RedirectionTree<RedirectionTreeTarget>[times];
            Managed.Collect();
        }

        var ours = new Contender("Reloaded VFS", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(listing, out _);
            return times;
        }, Prepare: Prepare);
        var oursWhole = new Contender("Reloaded VFS, from names", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(tree.ToListing(), out _);
            return times;
        }, Prepare: Prepare);
        Contender Both(string name, (string, FileInformation[], string)[] from) => new(name, times =>
        {
            for (int i = 0; i < times; i++)
            {
                trees[i] = RedirectionTree<RedirectionTreeTarget>.Create();
                PeerInput.Fill(trees[i], from);
                built[i] = new LookupTree<RedirectionTreeTarget>(trees[i]);
            }

            return times;
        }, Prepare: Prepare);
        var peer = Both(PeerRun.Name, groups);
        var peerFiles = Both($"{PeerRun.Name}, folders left out of its items", filesOnly);
        var first = new Contender($"{PeerRun.Name}, its RedirectionTree alone", times =>
        {
            for (int i = 0; i < times; i++)
            {
                trees[i] = RedirectionTree<RedirectionTreeTarget>.Create();
                PeerInput.Fill(trees[i], groups);
            }

            return times;
        }, Prepare: Prepare);
        var peerWhole = new Contender(PeerRun.Name, times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = PeerInput.CreateManager(input.CreateListing());
            return times;
        }, Prepare: Prepare);

        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer, peerFiles, first);
        long native;
        using (VirtualFileSystem files = tree.Mount(listing, out _))
            native = files.Statistics.NativeBytes - listing.NativeBytes;
        Measured both = measured[0] with { AllocatedBytes = measured[0].AllocatedBytes + native };
        (double limit, double? absolute) = tree.Name switch
        {
            "windows" => (1 / 3.0, 21),
            "steam" => (0.5, 11),
            "game" => (0.5, (double?)null),
            _ => (1, null),
        };
        Row row = Row.Of("build both trees", parameters, unit, both, peer.Name, measured[1], Target.Ratio(limit));
        yield return row with { ValueTarget = absolute };
        yield return Row.Of("build both trees", parameters, unit, both, peerFiles.Name, measured[2], Target.Ratio(limit));
        yield return Row.Of("build both trees", parameters, unit, both, first.Name, measured[3]);

        measured = Comparison.Measure(effort, oursWhole, peerWhole);
        Measured whole = measured[0] with { AllocatedBytes = measured[0].AllocatedBytes + native + listing.NativeBytes };
        yield return Row.Of("build both trees, from the scan's names", parameters, unit, whole, peerWhole.Name, measured[1],
            Target.Ratio(1));
        GC.KeepAlive(listing);
    }
}
