using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Lookup;

/// <summary>
/// Tests that a filter of a snapshot's names knows each of them, mistakes few others for one, and is told of a name before a reader can
/// find it.
/// </summary>
public unsafe class NameFilterTests
{
    private const string Target = @"C:\g";

    [Theory]
    [InlineData(1)]
    [InlineData(400)]
    [InlineData(20_000)]
    public void KnowsEachNameAndFewOthers(int count)
    {
        using VirtualFileSystem files = Build(count, out string[] paths);
        var follower = new Follower();
        files.FollowNames(follower);

        Assert.All(paths, path => Assert.True(follower.MayHave(path), path));
        int strangers = Enumerable.Range(0, 20_000).Count(i => follower.MayHave($@"{Target}\stranger {i}.dds"));
        Assert.InRange(strangers, 0, 20_000 * 4 / 100);
    }

    [Fact]
    public void HearsOfANameBeforeItCanBeFound()
    {
        using VirtualFileSystem files = Build(100, out _);
        var follower = new Follower();
        files.FollowNames(follower);
        const string added = $@"{Target}\folder 1\added.dds";
        follower.OnAdding = key =>
        {
            Assert.Equal(PathHash.HashFolded(added), key);
            Assert.Equal(LookupKind.Miss, files.Snapshot.Lookup(added).Kind);
        };

        // Into the current snapshot.
        Snapshot before = files.Snapshot;
        Assert.True(files.TryAppendFile(1, added));
        Assert.Same(before, files.Snapshot);
        Assert.Equal(1, follower.Added);
        Assert.True(follower.MayHave(added));
        // The next snapshot has the name, too, and is reported as a whole.
        files.AddTarget(@"C:\other");
        Assert.True(follower.MayHave(added));
    }

    [Fact]
    public void IsToldBeforeAndAfterASnapshotIsReplaced()
    {
        using VirtualFileSystem files = Build(10, out _);
        var follower = new Follower();
        files.FollowNames(follower);
        Snapshot before = files.Snapshot;
        follower.OnReplacing = () => Assert.Same(before, files.Snapshot);
        follower.OnReplaced = snapshot =>
        {
            Assert.NotSame(before, snapshot);
            Assert.Same(snapshot, files.Snapshot);
        };
        files.AddTarget(@"C:\other");
        Assert.Equal((1, 2), (follower.Replacings, follower.Replaceds));

        files.FollowNames(null);
        files.AddTarget(@"C:\another");
        Assert.Equal((1, 2), (follower.Replacings, follower.Replaceds));
    }

    /// <summary>A segment of the table that has grown is in another place, and twice as large.</summary>
    [Fact]
    public void KnowsTheNamesOfASegmentThatHasGrown()
    {
        using VirtualFileSystem files = Build(10, out _);
        string[] added = [.. Enumerable.Range(0, 5_000).Select(i => $@"{Target}\folder 1\added {i}.dds")];
        Snapshot before = files.Snapshot;
        Assert.All(added, path => Assert.True(files.TryAppendFile(1, path)));
        Assert.Same(before, files.Snapshot);
        var follower = new Follower();
        files.FollowNames(follower);
        Assert.All(added, path => Assert.True(follower.MayHave(path), path));
    }

    private static VirtualFileSystem Build(int count, out string[] paths)
    {
        using var builder = new FolderListingBuilder();
        var all = new List<string> { Target };
        int[] folders = [.. Enumerable.Range(0, 10).Select(i => builder.AddFolder(0, $"folder {i}"))];
        all.AddRange(Enumerable.Range(0, 10).Select(i => $@"{Target}\folder {i}"));
        for (int i = 0; i < count; i++)
        {
            builder.AddFile(folders[i % folders.Length], $"file {i}.dds");
            all.Add($@"c:\G\FOLDER {i % folders.Length}\File {i}.DDS");
        }

        var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(builder.Build(), @"D:\m", Target);
        paths = [.. all];
        return files;
    }

    private sealed class Follower : INameFollower
    {
        private ulong[] _words = [];

        public Action? OnReplacing { get; set; }

        public Action<Snapshot>? OnReplaced { get; set; }

        public Action<ulong>? OnAdding { get; set; }

        public int Replacings { get; private set; }

        public int Replaceds { get; private set; }

        public int Added { get; private set; }

        public bool MayHave(string path) => Use(filter => filter.MayHave(PathHash.HashFolded(path)));

        public void Replacing()
        {
            Replacings++;
            OnReplacing?.Invoke();
        }

        public void Replaced(Snapshot snapshot)
        {
            Replaceds++;
            OnReplaced?.Invoke(snapshot);
            _words = new ulong[NameFilter.CountFor(snapshot.NameCount)];
            Use(filter =>
            {
                snapshot.AddNamesTo(filter);
                return true;
            });
        }

        public void Adding(ulong key)
        {
            Added++;
            OnAdding?.Invoke(key);
            Use(filter =>
            {
                filter.Add(key);
                return true;
            });
        }

        private bool Use(Func<NameFilter, bool> use)
        {
            fixed (ulong* words = &MemoryMarshal.GetArrayDataReference(_words))
                return use(new NameFilter(words, (uint)_words.Length));
        }
    }
}
