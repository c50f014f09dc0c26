using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// Tests of the order in which a watch completes calls. Windows ends the calls of a folder that is deleted (<c>STATUS_DELETE_PENDING</c>:
/// <c>ntifs.h</c>, <c>FsRtlNotifyFullChangeDirectory</c>); Wine doesn't. <see cref="NotificationTests"/> compares what a program is told.
/// </summary>
public sealed unsafe class VirtualWatchTests
{
    private readonly VirtualWatch _watch = new(generation: 7, slot: 0, pathId: 1, @"C:\g\data",
        ChangeFilter.Names | ChangeFilter.Replaced, tree: false, capacity: 4096,
        DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation, since: 0);

    [Fact]
    public void AFolderThatGoesEndsCallsAfterAllElseIsTold()
    {
        PendingCall first = default, second = default;
        Assert.True(_watch.TryPend(&first));
        Assert.True(_watch.TryPend(&second));
        _watch.Add(new Change(ChangeKind.Removed, "a.txt"));
        _watch.MarkGone();

        Assert.False(_watch.IsGone);
        Assert.False(_watch.TryClaimGone(out _));
        Assert.True(_watch.TryComplete(out PendingCall* told, out Change[] changes));
        Assert.True(told == &first);
        Assert.Equal([new Change(ChangeKind.Removed, "a.txt")], changes);

        Assert.True(_watch.IsGone);
        Assert.True(_watch.TryClaimGone(out PendingCall* ended));
        Assert.True(ended == &second);
        Assert.False(_watch.TryClaimGone(out _));
    }

    [Fact]
    public void WhatIsLostIsToldBeforeTheEnd()
    {
        PendingCall call = default;
        _watch.Overflow();
        _watch.MarkGone();
        Assert.False(_watch.IsGone);
        Assert.True(_watch.TryPend(&call));
        Assert.True(_watch.TryComplete(out _, out Change[] changes));
        Assert.Empty(changes);
        Assert.True(_watch.IsGone);
    }

    [Fact]
    public void ACallThatWasCancelledIsNobodys()
    {
        PendingCall cancelled = default, waiting = default;
        _watch.TryPend(&cancelled);
        _watch.TryPend(&waiting);
        Assert.True(PendingCall.TryChange(&cancelled, 7, PendingCall.Pending, PendingCall.Claimed));
        _watch.MarkGone();
        Assert.True(_watch.TryClaimGone(out PendingCall* ended));
        Assert.True(ended == &waiting);
    }
}
