using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Following;

/// <summary>Tests of requests to the thread that follows the mods, before and after its end.</summary>
public sealed class RescanQueueTests
{
    private readonly RescanQueue _queue = new();

    [Fact]
    public void WhatWasAskedFirstIsTakenFirst()
    {
        RescanRequest first = Ask("first"), second = Ask("second");
        Assert.False(_queue.IsEmpty);
        Assert.True(_queue.TryTake(out RescanRequest? taken));
        Assert.Same(first, taken);
        Assert.True(_queue.TryTake(out taken));
        Assert.Same(second, taken);
        Assert.True(_queue.IsEmpty);
    }

    /// <summary>A watcher that has ended leaves nothing for which a call would wait.</summary>
    [Fact]
    public void AfterTheEndNothingIsLeftToDo()
    {
        Ask("before");
        _queue.End();
        Assert.True(_queue.IsEmpty);
        Ask("after");
        Assert.False(_queue.TryTake(out _));
    }

    /// <summary>The watcher ends while others make requests: each request completes, whoever is first.</summary>
    [Fact]
    public void NothingIsLeftWhereTheEndComesWhileOthersAsk()
    {
        for (int round = 0; round < 200; round++)
        {
            var queue = new RescanQueue();
            using var begin = new Barrier(5);
            Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
            {
                begin.SignalAndWait();
                for (int i = 0; i < 50; i++)
                    queue.Add(new RescanRequest(RescanKind.Deleted, "folder"));
            }))];
            foreach (Thread thread in threads)
                thread.Start();
            begin.SignalAndWait();
            queue.End();
            foreach (Thread thread in threads)
                thread.Join();
            Assert.True(queue.IsEmpty);
        }
    }

    // Creates a request that no call waits for; the other kinds need an event object of Windows.
    private RescanRequest Ask(string folder)
    {
        var request = new RescanRequest(RescanKind.Deleted, folder);
        _queue.Add(request);
        return request;
    }
}
