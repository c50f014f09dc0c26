using System.Diagnostics;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Lookup;

[Collection(nameof(AloneCollection))]
public class SnapshotStormTests
{
    private const int Readers = 16;
    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(2);

    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly int _fixed;

    // Files before this index are in every snapshot from now on; files from the end on are in none yet.
    private int _visible;
    private int _begun;
    private volatile bool _stop;

    public SnapshotStormTests()
    {
        _fixed = _files.AddFolder(TestListings.Of([.. Enumerable.Range(0, 500).Select(i => $@"data\folder{i % 20}\file{i}.bin")]),
            @"D:\mods\fixed", @"C:\g");
        // Always wins over the file that comes and goes below it.
        _files.AddFolder(TestListings.Of(@"data\folder0\contested.bin"), @"D:\mods\top", @"C:\g");
    }

    /// <summary>Runs 16 readers against a writer that appends, republishes and collects: no answer is ever wrong.</summary>
    [Fact]
    public void ReadersNeverSeeAWrongAnswer()
    {
        var failures = new List<Exception>();
        var answers = new long[Readers];
        Thread[] readers = [.. Enumerable.Range(0, Readers).Select(n => new Thread(() =>
        {
            try
            {
                answers[n] = Read(new Random(n));
            }
            catch (Exception e)
            {
                lock (failures)
                    failures.Add(e);
            }
        }))];
        foreach (Thread reader in readers)
            reader.Start();

        try
        {
            Write();
        }
        finally
        {
            _stop = true;
            foreach (Thread reader in readers)
                reader.Join();
        }

        Assert.Empty(failures);
        Assert.All(answers, a => Assert.True(a > 0, "A reader never asked."));
        Assert.True(_visible > 500, $"Only {_visible} files were appended.");
    }

    private void Write()
    {
        var random = new Random(1);
        var time = Stopwatch.StartNew();
        int coming = 0;
        for (int round = 0; time.Elapsed < s_duration; round++)
        {
            for (int i = 0; i < 20; i++)
            {
                int next = _visible;
                Volatile.Write(ref _begun, next + 1);
                if (next % 3 == 0)
                    Assert.True(_files.TryAppendFile(_fixed, $@"C:\g\data\folder{next % 20}\new{next}.bin"));
                else
                    _files.AddFile($@"D:\real\new{next}.real", $@"C:\g\data\folder{next % 20}\new{next}.bin");
                Volatile.Write(ref _visible, next + 1);
            }

            switch (random.Next(4))
            {
                case 0 when coming == 0:
                    coming = _files.AddFolder(TestListings.Of(@"data\folder0\contested.bin", @"data\coming\c.bin"), @"D:\mods\coming",
                        @"C:\g", new() { Below = _fixed });
                    break;
                case 0 or 1 when coming != 0:
                    _files.Remove(coming);
                    coming = 0;
                    break;
                case 2:
                    _files.AddTarget($@"C:\other{round}\t");
                    break;
                default:
                    if (round % 5 == 0)
                        GC.Collect();
                    break;
            }
        }
    }

    private long Read(Random random)
    {
        long count = 0;
        while (!_stop)
        {
            int visible = Volatile.Read(ref _visible);
            Snapshot snapshot = _files.Snapshot;

            int i = random.Next(500);
            Expect(snapshot, $@"c:\G\DATA\folder{i % 20}\FILE{i}.bin", $@"\??\D:\mods\fixed\data\folder{i % 20}\file{i}.bin");
            Expect(snapshot, @"C:\g\data\folder0\contested.bin", @"\??\D:\mods\top\data\folder0\contested.bin");
            if (visible > 0)
            {
                i = random.Next(2) == 0 ? visible - 1 : random.Next(visible);
                Expect(snapshot, $@"C:\g\data\folder{i % 20}\new{i}.bin", NewFile(i));
            }

            // A file that is just being appended exists or doesn't, but never half.
            i = Volatile.Read(ref _begun);
            LookupResult racing = snapshot.Lookup($@"C:\g\data\folder{i % 20}\NEW{i}.bin");
            if (racing.Kind == LookupKind.File)
                Assert.Equal(NewFile(i), LookupTests.TextOf(racing));
            else
                Assert.Equal(LookupKind.Miss, racing.Kind);

            LookupResult coming = snapshot.Lookup(@"C:\g\data\coming\c.bin");
            Assert.Equal(coming.Kind == LookupKind.File ? @"\??\D:\mods\coming\data\coming\c.bin" : "", LookupTests.TextOf(coming));

            if (count % 16 == 0)
                List(snapshot, visible);
            GC.KeepAlive(snapshot);
            count++;
        }

        return count;
    }

    private void List(Snapshot snapshot, int visible)
    {
        Assert.True(_files.TryGetPathId(@"C:\g\data\folder7", out int id));
        Assert.Equal(@"C:\g\data\folder7", _files.GetPath(id).ToString());
        Assert.True(snapshot.TryGetFolder(id, out FolderView folder));
        var names = new HashSet<string>();
        foreach (EntryView entry in folder)
        {
            Assert.True(names.Add(entry.Name.ToString()));
            Assert.StartsWith(@"\??\D:\", entry.BackingFolder.ToString(), StringComparison.Ordinal);
        }

        for (int i = 7; i < visible; i += 20)
            Assert.Contains($"new{i}.bin", names);
        Assert.Superset(Enumerable.Range(0, 500).Where(i => i % 20 == 7).Select(i => $"file{i}.bin").ToHashSet(), names);
    }

    private static void Expect(Snapshot snapshot, string path, string target)
    {
        LookupResult result = snapshot.Lookup(path);
        Assert.Equal((path, LookupKind.File, target), (path, result.Kind, LookupTests.TextOf(result)));
    }

    private static string NewFile(int i) =>
        i % 3 == 0 ? $@"\??\D:\mods\fixed\data\folder{i % 20}\new{i}.bin" : $@"\??\D:\real\new{i}.real";
}
