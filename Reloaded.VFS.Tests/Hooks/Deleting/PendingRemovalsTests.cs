using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Deleting;

/// <summary>
/// Tests of folders that are deleted with their last handle, and of the number that makes the gate let calls of NtClose in.
/// </summary>
public sealed unsafe class PendingRemovalsTests
{
    private const int Folder = 5, Rounds = 2000;
    private const ulong Shared = 1ul << 63;
    private static readonly ulong* s_handles = (ulong*)NativeMemory.AllocZeroed(HandleTable.Capacity, sizeof(ulong));
    private static readonly int* s_closes = (int*)NativeMemory.AllocZeroed(sizeof(int));
    private readonly HandleTable _handles = new(s_handles, s_closes);
    private readonly PendingRemovals _removals;

    public PendingRemovalsTests()
    {
        new Span<ulong>(s_handles, HandleTable.Capacity).Clear();
        *s_closes = 0;
        _removals = new PendingRemovals(_handles, () => null);
    }

    [Fact]
    public void OneOfTwoThreadsThatCloseTheLastTwoHandlesDeletesTheFolder()
    {
        for (int round = 0; round < Rounds; round++)
        {
            _handles.Set(0x10, Folder);
            s_handles[0x20 / 4] = s_handles[0x10 / 4] |= Shared;
            Assert.True(_removals.TryAdd(_handles.Get(0x10), isOnClose: false));
            Assert.Equal(1, AtOnce(() => Close(0x10), () => Close(0x20)));
            Assert.Equal(0, *s_closes);
        }
    }

    [Fact]
    public void OneOfTwoThreadsThatCloseOneHandleDeletesTheFolder()
    {
        for (int round = 0; round < Rounds; round++)
        {
            _handles.Set(0x10, Folder);
            Assert.True(_removals.TryAdd(_handles.Get(0x10), isOnClose: false));
            HandleEntry entry = _handles.Get(0x10);
            Assert.Equal(1, AtOnce(() => Close(0x10, entry), () => Close(0x10, entry)));
            Assert.Equal(0, *s_closes);
        }
    }

    [Fact]
    public void ACloseThatIsRefusedDeletesNothing()
    {
        _handles.Set(0x10, Folder);
        HandleEntry entry = _handles.Get(0x10);
        _removals.TryAdd(entry, isOnClose: true);
        Assert.False(_removals.EndClose(_removals.BeginClose(entry), isClosed: false));
        Assert.Equal(1, *s_closes);
        Assert.True(Close(0x10));
    }

    /// <summary>Otherwise the gate would pass on a close that deletes a folder.</summary>
    [Fact]
    public void TheNumberIsNeverLessThanWhatIsListed()
    {
        _handles.Set(0x10, Folder);
        _removals.TryAdd(_handles.Get(0x10), isOnClose: false);
        int least = int.MaxValue;
        bool isOver = false;
        var reader = new Thread(() =>
        {
            while (!Volatile.Read(ref isOver))
                least = Math.Min(least, Volatile.Read(ref *s_closes));
        });
        reader.Start();
        Thread[] writers = [.. Enumerable.Range(8, 3).Select(number => new Thread(() =>
        {
            nint handle = number * 4;
            _handles.Set(handle, Folder + number);
            HandleEntry entry = _handles.Get(handle);
            for (int round = 0; round < Rounds; round++)
            {
                _removals.TryAdd(entry, isOnClose: false);
                _removals.TryAdd(entry, isOnClose: false);
                _removals.Withdraw(entry, ofAny: false);
            }
        }))];
        Array.ForEach(writers, writer => writer.Start());
        Array.ForEach(writers, writer => writer.Join());
        Volatile.Write(ref isOver, true);
        reader.Join();
        Assert.True(least >= 1, $"{least}");
        Assert.Equal(1, *s_closes);
    }

    [Fact]
    public void WhatWaitsForAHandleThatWasClosedOutOfSightIsDropped()
    {
        _handles.Set(0x10, Folder);
        HandleEntry earlier = _handles.Get(0x10);
        _removals.TryAdd(earlier, isOnClose: false);
        _removals.AddRelease(Folder, @"C:\mods\m\folder");
        Assert.Equal(2, *s_closes);

        _handles.Set(0x10, Folder + 1);
        _removals.ClosedPastHooks(earlier);

        Assert.Equal(0, *s_closes);
        Assert.False(_removals.IsReleased(@"C:\mods\m\folder"));
    }

    /// <summary>Windows keeps one disposition for each file or folder, except for handles that were opened with delete-on-close.</summary>
    [Fact]
    public void AnyHandleTakesADeletionBackOnWindows()
    {
        _handles.Set(0x10, Folder);
        _handles.Set(0x20, Folder);
        HandleEntry asker = _handles.Get(0x10), other = _handles.Get(0x20);
        _removals.TryAdd(asker, isOnClose: false);
        _removals.TryAdd(asker, isOnClose: true);
        _removals.Withdraw(other, ofAny: false);
        Assert.True(_removals.Contains(asker, isOnClose: false));
        _removals.Withdraw(other, ofAny: true);
        Assert.False(_removals.Contains(asker, isOnClose: false));
        Assert.True(_removals.Contains(asker, isOnClose: true));
        _removals.TryAdd(asker, isOnClose: false, _removals.GetOrAddFile(asker, @"C:\game\a.txt"));
        _removals.Withdraw(other, ofAny: true, @"C:\game\b.txt");
        Assert.True(_removals.Contains(asker, isOnClose: false));
        _removals.Withdraw(other, ofAny: true, @"C:\game\A.txt");
        Assert.False(_removals.Contains(asker, isOnClose: false));
    }

    [Fact]
    public void NoHandleLeadsToNoFolder() => Assert.False(_handles.IsPathInUse(-1));

    private bool Close(nint handle) => Close(handle, _handles.Get(handle));

    private bool Close(nint handle, HandleEntry entry)
    {
        PendingRemovals.Removal[] closing = _removals.BeginClose(entry);
        _handles.Forget(handle);
        return closing.Length > 0 && _removals.EndClose(closing, isClosed: true);
    }

    /// <summary>Runs two functions at once, and returns how many of them return true.</summary>
    private static int AtOnce(Func<bool> first, Func<bool> second)
    {
        int count = 0;
        using var start = new Barrier(2);
        Thread[] threads = [.. new[] { first, second }.Select(way => new Thread(() =>
        {
            start.SignalAndWait();
            if (way())
                Interlocked.Increment(ref count);
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return count;
    }
}
