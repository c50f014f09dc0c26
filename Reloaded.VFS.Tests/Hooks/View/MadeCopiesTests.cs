using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Copies of which handles are open, and those that have gone.</summary>
public sealed unsafe class MadeCopiesTests : IDisposable
{
    private const ulong Shared = 1ul << 63;
    private const int Rounds = 500;

    private readonly ulong* _entries = (ulong*)NativeMemory.AllocZeroed(HandleTable.Capacity, sizeof(ulong));
    private readonly HandleTable _handles;
    private readonly MadeCopies _copies;

    public MadeCopiesTests()
    {
        _handles = new HandleTable(_entries);
        _copies = new MadeCopies(_handles);
    }

    public void Dispose() => NativeMemory.Free(_entries);

    [Fact]
    public void TheLastDuplicateGivesTheCopyOnce()
    {
        MadeCopy copy = Copy("a.txt");
        Assert.True(_copies.TryMark(0x10, copy));
        HandleEntry entry = _handles.Get(0x10);
        Assert.Equal((HandleKind.File, 7), (entry.Kind, entry.PathId));
        Assert.NotEqual(0u, entry.Generation);
        _entries[0x20 / 4] = _entries[0x10 / 4] |= Shared;
        Assert.Null(Close(0x10));
        Assert.Same(copy, _copies.FindOpen(@"C:\G\DATA\A.TXT"));
        Assert.Same(copy, Close(0x20));
        Assert.Null(_copies.FindOpen(copy.Path));
        _copies.EndClose(entry.Generation, _ => Assert.Fail("twice"));
    }

    [Fact]
    public void OneOfTwoThreadsThatCloseTheLastTwoHandlesGetsTheCopy()
    {
        for (int round = 0; round < Rounds; round++)
        {
            _copies.TryMark(0x10, Copy("a.txt"));
            _entries[0x20 / 4] = _entries[0x10 / 4] |= Shared;
            int got = 0;
            Parallel.Invoke(() => Count(Close(0x10)), () => Count(Close(0x20)));
            Assert.Equal(1, got);

            void Count(MadeCopy? copy) => Interlocked.Add(ref got, copy is null ? 0 : 1);
        }
    }

    [Fact]
    public void TwoHandlesOfOneCopyEachGiveIt()
    {
        MadeCopy copy = Copy("a.txt");
        _copies.TryMark(0x10, copy);
        _copies.TryMark(0x20, _copies.FindOpen(copy.Path)!);
        Assert.Same(copy, Close(0x10));
        Assert.Same(copy, _copies.FindOpen(copy.Path));
        Assert.Same(copy, Close(0x20));
    }

    [Fact]
    public void AHandleBeyondTheTableIsNotNoted()
    {
        Assert.False(_copies.TryMark(HandleTable.Capacity * 4, Copy("a.txt")));
        Assert.Null(_copies.FindOpen(@"C:\g\data\a.txt"));
    }

    /// <summary>Handles that were closed past the hooks don't pile up.</summary>
    [Fact]
    public void MarksOfHandlesThatAreGoneAreDropped()
    {
        for (int i = 1; i <= 1000; i++)
        {
            _copies.TryMark(i * 4, Copy($"{i}.txt"));
            if (i < 1000)
                _entries[i] = 0;
        }

        Assert.True(Enumerable.Range(1, 1000).Count(i => _copies.FindOpen($@"C:\g\data\{i}.txt") is not null) <= 64);
        Assert.NotNull(_copies.FindOpen(@"C:\g\data\1000.txt"));
    }

    /// <summary>Before any call can come upon it, until its handle is noted.</summary>
    [Fact]
    public void ACopyThatIsBeingMadeIsUnchanged()
    {
        using (MadeCopies.Coming first = _copies.Begin(@"C:\g\data\a.txt", @"\??\D:\O\data\a.txt", @"\??\D:\A\data\a.txt"),
            second = _copies.Begin(@"C:\g\data\b.txt", @"\??\D:\O\data\b.txt", @"\??\D:\A\data\b.txt"))
        {
            Assert.Equal(@"\??\D:\O\data\a.txt", _copies.FindUnchanged(@"C:\G\data\A.txt")?.Place);
            Assert.Null(_copies.FindOpen(@"C:\g\data\a.txt"));
            second.Dispose();
            Assert.Null(_copies.FindUnchanged(@"C:\g\data\b.txt"));
        }

        Assert.Null(_copies.FindUnchanged(@"C:\g\data\a.txt"));
        default(MadeCopies.Coming).Dispose();
    }

    [Fact]
    public void TheLastCopiesThatHaveGoneAreKnownUntilTheyAreBack()
    {
        for (int i = 0; i < 100; i++)
            _copies.AddGone(Copy($"{i}.txt"));
        Assert.Null(_copies.FindGone(@"C:\g\data\0.txt"));
        Assert.NotNull(_copies.FindGone(@"C:\g\DATA\99.txt"));
        _copies.ForgetGone(@"C:\G\data\99.TXT");
        Assert.Null(_copies.FindGone(@"C:\g\data\99.txt"));
        Assert.NotNull(_copies.FindGone(@"C:\g\data\98.txt"));
    }

    [Theory]
    [InlineData(MadeCopies.Largest, FileAttributes.Normal, true)]
    [InlineData(MadeCopies.Largest + 1, FileAttributes.Normal, false)]
    [InlineData(1, FileAttributes.ReadOnly | FileAttributes.Archive, false)]
    public void LargeAndReadOnlyCopiesStay(long size, FileAttributes attributes, bool mayGo) =>
        Assert.Equal(mayGo, Make("a.txt", new RealFileStamp(1, 2, 3, size, attributes)));

    [Fact]
    public void AFileThatIsCopiedAllTheTimeKeepsItsCopy()
    {
        for (int i = 0; i < MadeCopies.MostTimes; i++)
            Assert.True(Make(i % 2 == 0 ? "a.txt" : "A.TXT", new RealFileStamp(1, 2, 3, 4, FileAttributes.Normal)));
        Assert.False(Make("a.txt", new RealFileStamp(1, 2, 3, 4, FileAttributes.Normal)));
        Assert.True(Make("b.txt", new RealFileStamp(1, 2, 3, 4, FileAttributes.Normal)));
    }

    private bool Make(string name, in RealFileStamp stamp) =>
        _copies.Made($@"C:\g\data\{name}", $@"\??\D:\O\data\{name}", $@"\??\D:\A\data\{name}", 7, stamp) is not null;

    private static MadeCopy Copy(string name) =>
        new($@"C:\g\data\{name}", $@"\??\D:\O\data\{name}", $@"\??\D:\A\data\{name}", 7,
            new RealFileStamp(1, 2, 3, 4, FileAttributes.Normal));

    /// <summary>As the gate and the hook close a handle.</summary>
    private MadeCopy? Close(nint handle)
    {
        uint generation = _handles.Get(handle).Generation;
        MadeCopy? closed = null;
        Interlocked.Exchange(ref _entries[handle / 4], 0);
        _copies.EndClose(generation, copy =>
        {
            Assert.Same(copy, _copies.FindOpen(copy.Path));
            closed = copy;
        });
        return closed;
    }
}
