using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// Measurements of look-ups of full paths, in random order and mixed letter case: every file, a missing name beside every file, and the
/// same elsewhere.
/// </summary>
internal static class PeerLookupRows
{
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out _);
        RedirectionTreeManager manager = PeerInput.CreateCleanManager(new PeerInput(tree, withFolders: true).CreateListing());
        (double limit, double? absolute) = tree.Name switch
        {
            "windows" => (0.42, (double?)100),
            "steam" => (0.43, 90),
            "game" => (0.50, 28),
            _ => (1, null),
        };
        foreach (Row row in Measure("look-up, hit", tree, files, manager, tree.GetFilePaths(), LookupKind.File, effort,
            Target.Ratio(limit)))
            yield return row with { ValueTarget = row.Target is null ? null : absolute };
        yield return Measure("look-up, miss", tree, files, manager, tree.GetFilePaths().Select(path => path + "_"), LookupKind.Miss, effort,
            Target.Ratio(1))[0];
        yield return Measure("look-up, outside", tree, files, manager, LookupRows.GetPathsElsewhere(tree), LookupKind.Outside, effort,
            Target.Ratio(1))[0];
        files.Dispose();
        GC.KeepAlive(listing);
    }

    private static Row[] Measure(string name, FolderTree tree, VirtualFileSystem files, RedirectionTreeManager manager,
        IEnumerable<string> asked, LookupKind expected, Effort effort, Target target)
    {
        string[] all = [.. asked];
        var paths = new PathText(all);
        // The same order and letter case, because both come from the seed.
        var others = new PathText(all.Select(path => PeerInput.ToPeer(path)));
        PeerCheck.SameAnswers(files, manager, paths, others, expected);
        Managed.Collect();

        var ours = new Contender("Reloaded VFS", times => LookupRows.Ask(files, paths, times), paths.Count);
        var peer = new Contender(PeerRun.Name, times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < others.Count; i++)
                {
                    if (manager.TryGetFile(others[i], out RedirectionTreeTarget found))
                        sum += found.Directory.Length + found.FileName.Length;
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
                    sum += manager.TryGetFile(others[i], out RedirectionTreeTarget found) && found.Directory is not null ? 1 : 0;
            }

            return sum;
        }, others.Count);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer, unread);
        return [Row.Of(name, tree.Name, "ns", measured[0], peer.Name, measured[1], target),
            Row.Of(name, tree.Name, "ns", measured[0], unread.Name, measured[2])];
    }
}
