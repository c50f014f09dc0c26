using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.View;

public sealed class HandlerFaultsTests
{
    private const string Opened = "a call that names a file was answered as it would be without mods", Named = "the game got the real name";

    private readonly List<string> _told = [];

    [Fact]
    public void TheFirstOfEachKindIsTold()
    {
        var faults = new HandlerFaults((outcome, cause) => _told.Add($"{outcome}: {cause.Message}"), NameOf);
        faults.Add(Opened, new OutOfMemoryException("one"), -1);
        faults.Add(Opened, new OutOfMemoryException("two"), -1);
        faults.Add(Named, new InvalidOperationException("three"), -1);
        Assert.Equal([Opened + ": one", Named + ": three"], _told);
        faults.ReportPending();
        Assert.Equal(2, _told.Count);
    }

    [Fact]
    public void AFolderIsNamed()
    {
        var faults = new HandlerFaults((outcome, _) => _told.Add(outcome), NameOf);
        faults.Add("couldn't be listed", new OutOfMemoryException(), 7);
        Assert.Equal(["'C:\\g7' couldn't be listed"], _told);
    }

    [Fact]
    public void WhatCouldNotBeToldIsToldOnceThereIsMemory()
    {
        bool hasMemory = false;
        var faults = new HandlerFaults((outcome, cause) => _told.Add(hasMemory ? outcome : throw new OutOfMemoryException()), NameOf);
        faults.Add(Opened, new OutOfMemoryException(), -1);
        faults.Add(Named, new OutOfMemoryException(), -1);
        Assert.Empty(_told);
        hasMemory = true;
        faults.ReportPending();
        faults.ReportPending();
        Assert.Equal([Opened, Named], _told);
    }

    [Fact]
    public void MoreKindsThanThereIsRoomForCostNothing()
    {
        var faults = new HandlerFaults((outcome, _) => _told.Add(outcome), NameOf);
        for (int i = 0; i < 100; i++)
            faults.Add($"{i}", new OutOfMemoryException(), -1);
        Assert.Equal(64, _told.Count);
    }

    [Fact]
    public void ThreadsTellEachKindOnce()
    {
        var faults = new HandlerFaults((outcome, _) =>
        {
            lock (_told)
                _told.Add(outcome);
        }, NameOf);
        Parallel.For(0, 10_000, i => faults.Add($"{i % 20}", new OutOfMemoryException(), -1));
        faults.ReportPending();
        Assert.Equal(20, _told.Count);
        Assert.Equal(20, _told.Distinct().Count());
    }

    private static string NameOf(int folder) => $@"C:\g{folder}";
}
