using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Snapshots;
using Reloaded.VFS.Trees;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>Full paths, in random order and mixed letter case; every file is asked for.</summary>
internal static class PeerLookupRows
{
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out _);
        var input = new PeerInput(tree, withFolders: true);
        RedirectionTreeManager manager = PeerInput.CreateCleanManager(input.CreateListing());
        var paths = new PathText(tree.GetFilePaths());
        // The same order and the same letter case: both come from the seed.
        var others = new PathText(tree.GetFilePaths().Select(path => PeerInput.ToPeer(path)));
        PeerCheck.SameTargets(files, manager, paths, others);
        Managed.Collect();

        var ours = new Contender("Reloaded VFS", times => LookupRows.Ask(files, paths, times), paths.Count);
        var peer = new Contender(PeerRun.Name, times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < others.Count; i++)
                {
                    if (manager.TryGetFile(others[i], out RedirectionTreeTarget target))
                        sum += target.Directory.Length + target.FileName.Length;
                }
            }
            return sum;
        }, others.Count);
        var unread = new Contender($"{PeerRun.Name}, its answer not looked at", times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < others.Count; i++)
                    sum += manager.TryGetFile(others[i], out RedirectionTreeTarget target) && target.Directory is not null ? 1 : 0;
            }
            return sum;
        }, others.Count);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer, unread);
        (double limit, double? absolute) = tree.Name switch { "windows" => (0.42, (double?)100), "steam" => (0.43, 90), "game" => (0.50, 28), _ => (1, null) };
        yield return Row.Of("look-up, hit", tree.Name, "ns", measured[0], peer.Name, measured[1], Target.Ratio(limit)) with { ValueTarget = absolute };
        yield return Row.Of("look-up, hit", tree.Name, "ns", measured[0], unread.Name, measured[2]);
        files.Dispose();
        GC.KeepAlive(listing);
    }
}
