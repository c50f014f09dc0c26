using Reloaded.VFS.Hashing;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Hooks.Gates;

/// <summary>Tests of when the gates may answer from the set of mods' names, and what they read then.</summary>
public unsafe class ModNamesTests
{
    private GateState _gate;
    private nint _recording;

    [Fact]
    public void GatesAnswerByTheNamesOfTheSnapshotInForce() => Run((files, names) =>
    {
        Assert.True(names.IsOpen);
        Assert.True(MayHave(@"C:\g\a.dds"));
        Assert.True(MayHave(@"c:\G\FOLDER"));
        Assert.False(MayHave(@"C:\g\other.dds"));
        Assert.Equal(0, *_gate.Names->Recording);

        uint turn = _gate.NamesTurn;
        Assert.True(files.TryAppendFile(1, @"C:\g\folder\other.dds"));
        // A name is added to the filter that gates may be reading: nothing that was read before becomes wrong.
        Assert.Equal(turn, _gate.NamesTurn);
        Assert.True(MayHave(@"C:\g\folder\other.dds"));

        files.AddTarget(@"C:\h");
        Assert.True(names.IsOpen);
        Assert.Equal(turn + 2, _gate.NamesTurn);
        Assert.True(MayHave(@"C:\g\folder\other.dds"));
    });

    /// <summary>The event file may be set by a later start.</summary>
    [Fact]
    public void GatesAreToldWhereItStandsThatAProgramRecords() => Run((files, names) =>
    {
        int isRecording = 1;
        _recording = (nint)(&isRecording);
        files.AddTarget(@"C:\h");
        Assert.True(_gate.Names->Recording == &isRecording);
        _recording = 0;
        files.AddTarget(@"C:\i");
        Assert.Equal(0, *_gate.Names->Recording);
    });

    [Fact]
    public void MoreNamesThanItHasRoomForGetAnother() => Run((files, names) =>
    {
        ulong* words = _gate.Names->Words;
        using var builder = new FolderListingBuilder();
        for (int i = 0; i < 10_000; i++)
            builder.AddFile(0, $"{i}.dds");
        int layer = files.AddFolder(builder.Build(), @"D:\many", @"C:\g\many");
        Assert.True(names.IsOpen);
        Assert.True(words != _gate.Names->Words);
        Assert.All(Enumerable.Range(0, 10_000), i => Assert.True(MayHave($@"C:\g\many\{i}.DDS")));
        // A smaller set uses the same memory, without leftovers of the larger one.
        words = _gate.Names->Words;
        files.Remove(layer);
        Assert.True(words == _gate.Names->Words);
        Assert.InRange(Enumerable.Range(0, 10_000).Count(i => MayHave($@"C:\g\many\{i}.dds")), 0, 500);
    });

    [Fact]
    public void NothingIsAnsweredOnceItIsStopped() => Run((files, names) =>
    {
        names.Stop();
        Assert.False(names.IsOpen);
        files.AddTarget(@"C:\h");
        Assert.False(names.IsOpen);
        names.Stop();
        Assert.False(names.IsOpen);
    });

    [Fact]
    public void NothingIsAnsweredWhileSomethingElseDecides()
    {
        bool mayAnswer = false;
        Run((files, names) =>
        {
            Assert.False(names.IsOpen);
            mayAnswer = true;
            files.AddTarget(@"C:\h");
            Assert.True(names.IsOpen);
            mayAnswer = false;
            files.AddTarget(@"C:\i");
            Assert.False(names.IsOpen);
        }, () => mayAnswer);
    }

    [Fact]
    public void NothingIsAnsweredWhileAModHidesSomething() => Run((files, names) =>
    {
        using var builder = new FolderListingBuilder();
        builder.AddFile(0, "b.dds");
        builder.Hide(["own.dds"], []);
        int layer = files.AddFolder(builder.Build(), @"D:\hiding", @"C:\g");
        Assert.False(names.IsOpen);
        files.Remove(layer);
        Assert.True(names.IsOpen);
    });

    /// <summary>What a gate has read is valid if the turn is unchanged afterwards: no other set of names was there meanwhile.</summary>
    [Fact]
    public void TheTurnIsAnotherOneWhereverTheNamesMayHaveChanged() => Run((files, names) =>
    {
        using var stop = new CancellationTokenSource();
        int asked = 0, missed = 0;
        var gate = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                uint turn = Volatile.Read(ref _gate.NamesTurn);
                if ((turn & 1) == 0)
                    continue;
                bool isThere = MayHave(@"C:\g\a.dds");
                if (Volatile.Read(ref _gate.NamesTurn) != turn)
                    continue;
                asked++;
                missed += isThere ? 0 : 1;
            }
        });
        gate.Start();
        for (int i = 0; i < 2_000; i++)
        {
            files.AddTarget($@"C:\t{i % 7}");
            files.RemoveTarget($@"C:\t{i % 7}");
        }

        stop.Cancel();
        gate.Join();
        Assert.True(names.IsOpen);
        Assert.True(asked > 0);
        Assert.Equal(0, missed);
    });

    private void Run(Action<VirtualFileSystem, ModNames> test, Func<bool>? mayAnswer = null)
    {
        using var builder = new FolderListingBuilder();
        builder.AddFile(0, "a.dds");
        builder.AddFolder(0, "folder");
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(builder.Build(), @"D:\m", @"C:\g");
        fixed (GateState* gate = &_gate)
        {
            var names = new ModNames(gate, mayAnswer ?? (() => true), () => _recording);
            Assert.False(names.IsOpen);
            files.FollowNames(names);
            test(files, names);
            files.FollowNames(null);
        }
    }

    private bool MayHave(string path) => new NameFilter(_gate.Names->Words, _gate.Names->Count).MayHave(PathHash.HashFolded(path));
}
