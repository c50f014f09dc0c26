using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Handles;

namespace Reloaded.VFS.Tests.Hooks.Handles;

/// <summary>Tests of the table of handles, in the memory that the gates read.</summary>
public sealed unsafe class HandleTableTests : IDisposable
{
    // The same values as in C (handles.c).
    private const uint Unresolved = 0xFFFF_FFFD;
    private const ulong SharedBit = 1ul << 63;

    private readonly ulong* _entries = (ulong*)NativeMemory.AllocZeroed(HandleTable.Capacity, sizeof(ulong));
    private readonly HandleTable _table;

    public HandleTableTests() => _table = new HandleTable(_entries);

    public void Dispose() => NativeMemory.Free(_entries);

    [Fact]
    public void AFolderAndAFileAreToldApartAndForgotten()
    {
        _table.Set(0x40, 0);
        _table.SetFile(0x44, 0);
        Assert.Equal((HandleKind.Folder, 0), KindOf(0x40));
        Assert.Equal((HandleKind.File, 0), KindOf(0x44));
        Assert.Equal(HandleKind.Unknown, _table.Get(0x48).Kind);
        _table.Forget(0x40);
        _table.Forget(0x48);
        Assert.Equal(HandleKind.Unknown, _table.Get(0x40).Kind);
        Assert.Equal(HandleKind.File, _table.Get(0x44).Kind);
    }

    /// <summary>Handles that lead to nothing of mods are passed on by nobody; what was opened unseen may be any.</summary>
    [Fact]
    public void WhatLeadsNowhereIsNotPassedOn()
    {
        _table.SetUnrelated(0x40);
        _table.TrackClose(0x44);
        Assert.False(_table.MayPassOn());
        _table.MissSome();
        Assert.True(_table.MayPassOn());
        _table.Clear();
        Assert.False(_table.MayPassOn());
        Assert.True(HandleTable.None().MayPassOn());
    }

    /// <summary>The kernel ignores the two lowest bits.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public void TheLowestBitsDoNotCount(int bits)
    {
        _table.Set(0x40, 5);
        Assert.Equal((HandleKind.Folder, 5), KindOf(0x40 + bits));
        Assert.True(_table.IsPathInUse(5));
        Assert.False(_table.IsPathInUse(5, except: 0x40 + bits));
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData((HandleTable.Capacity * 4) - 4, true)]
    [InlineData(HandleTable.Capacity * 4, false)]
    [InlineData(int.MaxValue, false)]
    [InlineData(-1, false)]
    [InlineData(-2, false)]
    [InlineData(int.MinValue, false)]
    public void AHandleBeyondTheTableIsForeign(int value, bool isKnown)
    {
        var handle = (nint)value;
        _table.Set(handle, 3);
        Assert.Equal(isKnown ? HandleKind.Folder : HandleKind.Unknown, _table.Get(handle).Kind);
        _table.SetFile(handle, 3);
        _table.SetFound(handle, 3);
        _table.SetUnrelated(handle);
        _table.SetUnresolved(handle);
        _table.SetDeletePending(handle);
        Assert.Equal(isKnown, _table.TrackClose(handle) != 0);
        Assert.Equal(isKnown ? HandleKind.Unrelated : HandleKind.Unknown, _table.Get(handle).Kind);
        _table.Forget(handle);
        Assert.False(_table.IsUnresolved(handle));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0x7FFF_FF00)]
    public void EveryFolderIdIsKept(int id)
    {
        _table.Set(8, id);
        _table.SetFile(12, id);
        Assert.Equal((HandleKind.Folder, id), KindOf(8));
        Assert.Equal((HandleKind.File, id), KindOf(12));
        Assert.True(_table.IsPathInUse(id));
        Assert.False(_table.IsPathInUse(id + 1));
        Assert.False(_table.IsPathInUse(-1));
    }

    [Fact]
    public void EachOpeningHasAGenerationOfItsOwn()
    {
        _table.Set(8, 1);
        uint first = _table.Get(8).Generation;
        _table.Set(8, 1);
        uint second = _table.Get(8).Generation;
        Assert.NotEqual(first, second);
        Assert.False(_table.IsInUse(first));
        Assert.True(_table.IsInUse(second));
        Assert.True(_table.TryFind(second, out nint handle));
        Assert.Equal(8, handle);
        Assert.False(_table.IsInUse(0));
    }

    /// <summary>The native NtDuplicateObject copies the entry, and marks both entries.</summary>
    [Fact]
    public void ADuplicateKeepsTheGenerationInUse()
    {
        _table.Set(8, 1);
        _entries[2] |= SharedBit;
        _entries[100] = _entries[2];
        HandleEntry entry = _table.Get(400);
        Assert.Equal(_table.Get(8), entry);
        Assert.True(entry.IsShared);
        Assert.True(_table.IsPathInUse(1, except: 8));
        _table.Forget(8);
        Assert.True(_table.IsInUse(entry.Generation));
        Assert.False(_table.IsPathInUse(1, except: 400));
        _table.Forget(400);
        Assert.False(_table.IsInUse(entry.Generation));
    }

    /// <summary>Two threads look up one handle: a listing may already have begun under the generation that the first one got.</summary>
    [Fact]
    public void WhatIsKnownIsNotReplacedByWhatWasFound()
    {
        _table.SetFound(8, 1);
        uint generation = _table.Get(8).Generation;
        _table.SetFound(8, 1);
        _table.SetUnrelated(8);
        _table.SetDeletePending(8);
        Assert.Equal(new HandleEntry(HandleKind.Folder, 1, generation, false, false), _table.Get(8));
        _table.SetUnrelated(12);
        _table.SetFound(12, 2);
        Assert.Equal((HandleKind.Folder, 2), KindOf(12));
    }

    [Fact]
    public void WhatWasUnrelatedIsAskedAboutAgain()
    {
        _table.SetUnrelated(8);
        _table.Set(12, 1);
        _table.SetUnresolved(16);
        _table.ForgetUnrelated();
        Assert.Equal(HandleKind.Unknown, _table.Get(8).Kind);
        Assert.Equal(HandleKind.Folder, _table.Get(12).Kind);
        Assert.True(_table.IsUnresolved(16));
        Assert.Equal(HandleKind.Unknown, _table.Get(16).Kind);
    }

    /// <summary>A handle from another process, as the native part records it.</summary>
    [Fact]
    public void AnUnseenHandleIsOneUntilItIsAnswered()
    {
        _entries[2] = Unresolved;
        Assert.True(_table.IsUnresolved(8));
        _table.SetUnrelated(8);
        Assert.False(_table.IsUnresolved(8));
        Assert.Equal(HandleKind.Unrelated, _table.Get(8).Kind);
    }

    [Fact]
    public void AnotherObjectKeepsItsGenerationUntilItIsClosed()
    {
        uint generation = _table.TrackClose(8);
        Assert.NotEqual(0u, generation);
        Assert.Equal(generation, _table.TrackClose(8));
        _table.ForgetUnrelated();
        Assert.Equal(generation, _table.TrackClose(8));
        _table.Forget(8);
        Assert.NotEqual(generation, _table.TrackClose(8));
    }

    [Fact]
    public void WhatWasThereBeforeTheHooksIsMarked()
    {
        _table.SetFound(8, 1);
        _table.EndEarlier();
        _table.SetFound(12, 1);
        Assert.True(_table.Get(8).IsEarlier);
        Assert.False(_table.Get(12).IsEarlier);
        Assert.False(_table.Get(16).IsEarlier);
    }

    [Fact]
    public void ClearingForgetsAll()
    {
        _table.Set(8, 1);
        _table.SetFile(4000, 2);
        _table.Clear();
        Assert.Equal(HandleKind.Unknown, _table.Get(8).Kind);
        Assert.Equal(HandleKind.Unknown, _table.Get(4000).Kind);
        Assert.False(_table.IsPathInUse(1));
    }

    [Fact]
    public void WithoutMemoryNothingIsNotedAndNothingFails()
    {
        var table = new HandleTable(null);
        table.Set(8, 1);
        table.SetFile(8, 1);
        table.SetFound(8, 1);
        table.ForgetUnrelated();
        table.Clear();
        Assert.Equal(HandleKind.Unknown, table.Get(8).Kind);
        Assert.Equal(0u, table.TrackClose(8));
        Assert.False(table.IsInUse(1));
        Assert.False(table.IsPathInUse(1));
    }

    /// <summary>One thread looks for a generation while others open and close handles: a handle that stays open is always found.</summary>
    [Fact]
    public void AHandleIsFoundWhileOthersComeAndGo()
    {
        _table.Set(8, 7);
        uint generation = _table.Get(8).Generation;
        bool stop = false;
        Thread[] others = [.. Enumerable.Range(1, 2).Select(number => new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
            {
                nint handle = (number * 4000) + (i % 500 * 4);
                _table.Set(handle, 9);
                _table.Forget(handle);
            }
        }))];
        Array.ForEach(others, thread => thread.Start());
        for (int i = 0; i < 2000; i++)
            Assert.True(_table.IsInUse(generation) && _table.IsPathInUse(7));
        Volatile.Write(ref stop, true);
        Array.ForEach(others, thread => thread.Join());
        Assert.False(_table.IsPathInUse(9));
    }

    private (HandleKind, int) KindOf(nint handle) => (_table.Get(handle).Kind, _table.Get(handle).PathId);
}
