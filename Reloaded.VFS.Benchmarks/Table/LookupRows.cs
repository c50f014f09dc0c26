using System.Collections.Frozen;
using System.Runtime.InteropServices;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Measurements of look-ups of full paths, in random order and mixed letter case; every file is looked up.</summary>
internal static class LookupRows
{
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out _);
        Dictionary<string, int> dictionary = new(StringComparer.OrdinalIgnoreCase);
        foreach (string path in tree.GetFilePaths())
            dictionary[path] = dictionary.Count;
        FrozenDictionary<string, int> frozen = dictionary.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
        Managed.Collect();

        Target hit = Target.Ratio(0.45);
        double? absolute = tree.Name switch { "windows" => 100, "steam" => 90, "game" => 28, _ => null };
        foreach (Row row in Measure("look-up, hit", tree, files, frozen, dictionary, new PathText(tree.GetFilePaths()), LookupKind.File,
            effort, hit))
            yield return row with { ValueTarget = absolute };
        // In a known folder: a game looks up many names that only its own folder has.
        var missing = new PathText(tree.GetFilePaths().Select(path => path + "_"));
        foreach (Row row in Measure("look-up, miss", tree, files, frozen, dictionary, missing, LookupKind.Miss, effort, Target.None))
            yield return row;
        using (var names = new Names(files))
        {
            foreach (Row row in Measure("look-up, miss, by the names alone", tree, files, frozen, dictionary, missing, LookupKind.Miss,
                effort, Target.None, times => names.Ask(missing, times)))
                yield return row;
        }

        foreach (Row row in Measure("look-up, outside", tree, files, frozen, dictionary, new PathText(GetPathsElsewhere(tree)),
            LookupKind.Outside, effort, Target.None))
            yield return row;

        files.Dispose();
    }

    /// <summary>
    /// Returns paths that no target contains, nearly as long as those in a target, and as many as the processor's cache holds.
    /// </summary>
    /// <remarks>
    /// No tree is searched, and a game has just written the path that it asks for: with more paths, the rows would measure how fast memory
    /// delivers the texts.
    /// </remarks>
    public static IEnumerable<string> GetPathsElsewhere(FolderTree tree) =>
        tree.GetFilePaths().Take(400).Select(path => @"C:\Users\Player\AppData\Local" + path[2..]);

    private static List<Row> Measure(string name, FolderTree tree, VirtualFileSystem files, FrozenDictionary<string, int> frozen,
        Dictionary<string, int> dictionary, PathText paths, LookupKind expected, Effort effort, Target target, Func<int, long>? ask = null)
    {
        for (int i = 0; i < paths.Count; i++)
        {
            if (files.Snapshot.Lookup(paths[i]).Kind != expected)
                throw new InvalidOperationException($"{paths[i]} is {files.Snapshot.Lookup(paths[i]).Kind}, not {expected}.");
        }

        FrozenDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> frozenBySpan = frozen.GetAlternateLookup<ReadOnlySpan<char>>();
        Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> dictionaryBySpan = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        var ours = new Contender("Reloaded VFS", ask ?? (times => Ask(files, paths, times)), paths.Count);
        var frozenSide = new Contender("FrozenDictionary(OrdinalIgnoreCase) by span", times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < paths.Count; i++)
                    sum += frozenBySpan.TryGetValue(paths[i], out int value) ? value : 1;
            }

            return sum;
        }, paths.Count);
        var dictionarySide = new Contender("Dictionary(OrdinalIgnoreCase) by span", times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < paths.Count; i++)
                    sum += dictionaryBySpan.TryGetValue(paths[i], out int value) ? value : 1;
            }

            return sum;
        }, paths.Count);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, frozenSide, dictionarySide);
        return
        [
            Row.Of(name, tree.Name, "ns", measured[0], frozenSide.Name, measured[1], target),
            Row.Of(name, tree.Name, "ns", measured[0], dictionarySide.Name, measured[2]),
        ];
    }

    /// <summary>Looks paths up like a hook: by the current snapshot for each path, kept alive until the result has been used.</summary>
    public static long Ask(VirtualFileSystem files, PathText paths, int times)
    {
        long sum = 0;
        for (int time = 0; time < times; time++)
        {
            for (int i = 0; i < paths.Count; i++)
            {
                Snapshot snapshot = files.Snapshot;
                snapshot.Lookup(paths[i], out LookupResult result);
                sum += result.BackingNameLength + result.BackingFolderLength;
                GC.KeepAlive(snapshot);
            }
        }

        return sum;
    }

    /// <summary>
    /// Look-ups as by the gates, which test names in C before a handler runs: the tree is searched only for names that the filter takes for
    /// a mod's.
    /// </summary>
    private sealed unsafe class Names : INameFollower, IDisposable
    {
        private readonly VirtualFileSystem _files;
        private ulong* _words;
        private NameFilter _filter;

        public Names(VirtualFileSystem files)
        {
            _files = files;
            files.FollowNames(this);
        }

        public long Ask(PathText paths, int times)
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < paths.Count; i++)
                {
                    if (!_filter.MayHave(PathHash.HashFolded(paths[i])))
                    {
                        sum++;
                        continue;
                    }

                    Snapshot snapshot = _files.Snapshot;
                    snapshot.Lookup(paths[i], out LookupResult result);
                    sum += result.BackingFolderLength;
                    GC.KeepAlive(snapshot);
                }
            }

            return sum;
        }

        public void Replacing()
        {
        }

        public void Replaced(Snapshot snapshot)
        {
            uint count = NameFilter.CountFor(snapshot.NameCount);
            _words = (ulong*)NativeMemory.AllocZeroed(count, sizeof(ulong));
            _filter = new NameFilter(_words, count);
            snapshot.AddNamesTo(_filter);
        }

        public void Adding(ulong key) => throw new NotSupportedException("Nothing is added while look-ups are measured.");

        public void Dispose()
        {
            _files.FollowNames(null);
            NativeMemory.Free(_words);
        }
    }
}
