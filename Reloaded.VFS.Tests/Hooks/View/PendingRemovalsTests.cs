using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Folders that are deleted with their last handle, and the number that has the gate let closings in.</summary>
public sealed unsafe class PendingRemovalsTests
{
    private const int Folder = 5, Rounds = 2000;
    private const ulong Shared = 1ul << 63;
    private static readonly ulong* s_handles = (ulong*)NativeMemory.AllocZeroed(HandleTable.Capacity, sizeof(ulong));
    private static readonly GateState* s_gate = (GateState*)NativeMemory.AllocZeroed((nuint)sizeof(GateState));

    static PendingRemovalsTests()
    {
        HandleTable.Current = new HandleTable(s_handles);
        HookContext.Native.Gate = s_gate;
    }

    public PendingRemovalsTests()
    {
        HandleTable.Current.Clear();
        PendingRemovals.Clear();
    }

    [Fact]
    public void OneOfTwoThreadsThatCloseTheLastTwoHandlesDeletesTheFolder()
    {
        for (int round = 0; round < Rounds; round++)
        {
            HandleTable.Current.Set(0x10, Folder);
            s_handles[0x20 / 4] = s_handles[0x10 / 4] |= Shared;
            Assert.True(PendingRemovals.TryAdd(HandleTable.Current.Get(0x10), isOnClose: false));
            Assert.Equal(1, AtOnce(() => Close(0x10), () => Close(0x20)));
            Assert.Equal(0, s_gate->Closes);
        }
    }

    [Fact]
    public void OneOfTwoThreadsThatCloseOneHandleDeletesTheFolder()
    {
        for (int round = 0; round < Rounds; round++)
        {
            HandleTable.Current.Set(0x10, Folder);
            Assert.True(PendingRemovals.TryAdd(HandleTable.Current.Get(0x10), isOnClose: false));
            HandleEntry entry = HandleTable.Current.Get(0x10);
            Assert.Equal(1, AtOnce(() => Close(0x10, entry), () => Close(0x10, entry)));
            Assert.Equal(0, s_gate->Closes);
        }
    }

    [Fact]
    public void ACloseThatIsRefusedDeletesNothing()
    {
        HandleTable.Current.Set(0x10, Folder);
        HandleEntry entry = HandleTable.Current.Get(0x10);
        PendingRemovals.TryAdd(entry, isOnClose: true);
        Assert.False(PendingRemovals.EndClose(PendingRemovals.BeginClose(entry), isClosed: false));
        Assert.Equal(1, s_gate->Closes);
        Assert.True(Close(0x10));
    }

    /// <summary>The gate would let a closing pass that deletes a folder.</summary>
    [Fact]
    public void TheNumberIsNeverLessThanWhatIsListed()
    {
        HandleTable.Current.Set(0x10, Folder);
        PendingRemovals.TryAdd(HandleTable.Current.Get(0x10), isOnClose: false);
        int least = int.MaxValue;
        bool isOver = false;
        var reader = new Thread(() =>
        {
            while (!Volatile.Read(ref isOver))
                least = Math.Min(least, Volatile.Read(ref s_gate->Closes));
        });
        reader.Start();
        Thread[] writers = [.. Enumerable.Range(8, 3).Select(number => new Thread(() =>
        {
            nint handle = number * 4;
            HandleTable.Current.Set(handle, Folder + number);
            HandleEntry entry = HandleTable.Current.Get(handle);
            for (int round = 0; round < Rounds; round++)
            {
                PendingRemovals.TryAdd(entry, isOnClose: false);
                PendingRemovals.TryAdd(entry, isOnClose: false);
                PendingRemovals.TakeBack(entry);
            }
        }))];
        Array.ForEach(writers, writer => writer.Start());
        Array.ForEach(writers, writer => writer.Join());
        Volatile.Write(ref isOver, true);
        reader.Join();
        Assert.True(least >= 1, $"{least}");
        Assert.Equal(1, s_gate->Closes);
    }

    [Fact]
    public void WhatWaitsForAHandleThatWasClosedOutOfSightIsDropped()
    {
        HandleTable.Current.Set(0x10, Folder);
        HandleEntry earlier = HandleTable.Current.Get(0x10);
        PendingRemovals.TryAdd(earlier, isOnClose: false);
        PendingRemovals.AddRelease(Folder, @"C:\mods\m\folder");
        Assert.Equal(2, s_gate->Closes);

        HandleTable.Current.Set(0x10, Folder + 1);
        PendingRemovals.ClosedUnseen(earlier);

        Assert.Equal(0, s_gate->Closes);
        Assert.False(PendingRemovals.IsReleased(@"C:\mods\m\folder"));
    }

    [Fact]
    public void NoHandleLeadsToNoFolder() => Assert.False(HandleTable.Current.IsPathInUse(-1));

    private static bool Close(nint handle) => Close(handle, HandleTable.Current.Get(handle));

    private static bool Close(nint handle, HandleEntry entry)
    {
        PendingRemovals.Removal[] closing = PendingRemovals.BeginClose(entry);
        HandleTable.Current.Forget(handle);
        return closing.Length > 0 && PendingRemovals.EndClose(closing, isClosed: true);
    }

    /// <summary>How many of two say yes.</summary>
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
