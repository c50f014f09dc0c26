using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Deleting;

public sealed class WholeListTests
{
    [Fact]
    public void WhatIsAddedAndTakenOutLeavesAnOlderStateAsItWas()
    {
        var list = new WholeList<string>();
        list.Add("a");
        string[] older = list.Items;
        list.Add("b");
        Assert.True(list.TryRemove("a"));
        Assert.False(list.TryRemove("a"));
        list.Replace(items => [.. items, "c"]);
        Assert.Equal(["a"], older);
        Assert.Equal(["b", "c"], list.Items);
    }

    [Fact]
    public void AnEqualItemStays()
    {
        var list = new WholeList<Tuple<int>>();
        Tuple<int> first = new(1), second = new(1);
        list.Add(first);
        list.Add(second);
        Assert.True(list.TryRemove(second));
        Assert.Same(first, Assert.Single(list.Items));
        Assert.False(list.TryRemove(second));
    }

    [Fact]
    public void OneOfSeveralAlikeIsThereAndAllThatAreMeantGo()
    {
        var list = new WholeList<string>();
        Assert.True(list.TryAdd("a1", item => item[0] == 'a'));
        Assert.False(list.TryAdd("a2", item => item[0] == 'a'));
        list.Add("b1");
        list.Add("a3");
        Assert.Equal(["a1", "a3"], list.RemoveAll(item => item[0] == 'a'));
        Assert.Empty(list.RemoveAll(item => item[0] == 'a'));
        Assert.Equal(["b1"], list.Items);
    }

    [Fact]
    public async Task NothingIsLostWhereThreadsMeet()
    {
        const int threads = 4, count = 500;
        var list = new WholeList<object>();
        object[][] items = [.. Enumerable.Range(0, threads).Select(_ => Enumerable.Repeat(0, count).Select(_ => new object()).ToArray())];
        int removed = 0;
        await Task.WhenAll(items.Select(own => Task.Run(() =>
        {
            foreach (object item in own)
                list.Add(item);
            // All threads remove the first thread's items.
            foreach (object item in items[0])
            {
                if (list.TryRemove(item))
                    Interlocked.Increment(ref removed);
            }
        })));
        foreach (object item in items[0])
            removed += list.TryRemove(item) ? 1 : 0;
        Assert.Equal(count, removed);
        Assert.Equal(items.Skip(1).SelectMany(own => own).ToHashSet(), [.. list.Items]);
    }
}
