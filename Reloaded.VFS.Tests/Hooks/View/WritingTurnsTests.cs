using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Writing calls and the removal of a copy: never both.</summary>
public sealed class WritingTurnsTests
{
    private const int Rounds = 20_000;

    private readonly WritingTurns _turns = new(longestWait: 0);

    [Fact]
    public void ARemovalGivesWayToCallsThatAreUnderWay()
    {
        WritingTurns.Turn outer = _turns.Begin(), inner = _turns.Begin();
        Assert.False(_turns.TryBeginRemoval(out _));
        inner.Dispose();
        Assert.False(_turns.TryBeginRemoval(out _));
        outer.Dispose();
        Assert.True(_turns.TryBeginRemoval(out int removal));
        Assert.True(_turns.IsUnderWay(removal));
        _turns.End(removal);
        Assert.False(_turns.IsUnderWay(removal));
    }

    [Fact]
    public void OneRemovalAtATime()
    {
        Assert.True(_turns.TryBeginRemoval(out int first));
        Assert.False(_turns.TryBeginRemoval(out int second));
        _turns.End(second);
        Assert.True(_turns.IsUnderWay(first));
        _turns.End(first);
        Assert.True(_turns.TryBeginRemoval(out int third));
        _turns.End(first);
        Assert.True(_turns.IsUnderWay(third));
    }

    /// <summary>The game may have stopped the thread that removes.</summary>
    [Fact]
    public void ACallDoesNotWaitForEver()
    {
        Assert.True(_turns.TryBeginRemoval(out int removal));
        using (_turns.Begin())
            Assert.False(_turns.IsUnderWay(removal));
        Assert.True(_turns.TryBeginRemoval(out _));
    }

    /// <summary>None of what two threads do beside each other is left over.</summary>
    [Fact]
    public void NoTurnIsLost()
    {
        int removals = 0;
        Parallel.Invoke(
            () =>
            {
                for (int i = 0; i < Rounds; i++)
                    _turns.Begin().Dispose();
            },
            () =>
            {
                for (int i = 0; i < Rounds; i++)
                {
                    if (!_turns.TryBeginRemoval(out int removal))
                        continue;
                    removals++;
                    _turns.End(removal);
                }
            });
        Assert.True(_turns.TryBeginRemoval(out int last), $"{removals} removals");
        _turns.End(last);
    }

    [Fact]
    public void NoTurnIsNone()
    {
        WritingTurns.Turn none = default;
        none.Dispose();
        Assert.True(_turns.TryBeginRemoval(out _));
    }
}
