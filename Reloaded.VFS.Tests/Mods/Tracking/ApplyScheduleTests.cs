using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Tests.Mods.Tracking;

/// <summary>Tests of when changes are applied, by a clock that the test sets.</summary>
public sealed class ApplyScheduleTests
{
    private readonly SetClock _clock = new();
    private readonly ApplySchedule _schedule;

    public ApplyScheduleTests()
    {
        _clock.Milliseconds = 5000;
        _schedule = new ApplySchedule(_clock);
        _clock.Milliseconds += 1000;
    }

    private bool IsDue => _schedule.IsDue(_schedule.Now);

    private void Tell(int changes = 1, bool first = false)
    {
        if (first)
            _schedule.FirstTold();
        _schedule.Told();
        for (int i = 0; i < changes; i++)
            _schedule.Count();
    }

    [Fact]
    public void TimesAreSinceItWasMade() => Assert.Equal(TimeSpan.FromMilliseconds(1000), _schedule.Now);

    [Fact]
    public void OneChangeIsAppliedAfterAQuietMoment()
    {
        Tell(first: true);
        Assert.False(IsDue);
        Assert.Equal(TimeSpan.FromMilliseconds(1002), _schedule.NextLook(_schedule.Now, hasPending: true));
        _clock.Milliseconds += 1.9;
        Assert.False(IsDue);
        _clock.Milliseconds += 0.1;
        Assert.True(IsDue);
    }

    /// <summary>Changes are reported continuously: the wait is too short for the game to notice.</summary>
    [Fact]
    public void ChangesInARowAreAppliedInTheEnd()
    {
        Tell(first: true);
        for (int i = 0; i < 19; i++)
        {
            _clock.Milliseconds++;
            Tell();
            Assert.False(IsDue);
        }

        Assert.Equal(TimeSpan.FromMilliseconds(1020), _schedule.NextLook(_schedule.Now, hasPending: true));
        _clock.Milliseconds++;
        Tell();
        Assert.True(IsDue);
        // The rest begins to wait again.
        _schedule.Applied(TimeSpan.FromMilliseconds(7), isComplete: true);
        Tell();
        Assert.False(IsDue);
    }

    /// <summary>A change that couldn't be applied at once is due again after a quiet period.</summary>
    [Fact]
    public void WhatIsLeftKeepsItsTime()
    {
        Tell(first: true);
        _clock.Milliseconds += 20;
        _schedule.Applied(TimeSpan.FromMilliseconds(7), isComplete: false);
        Tell();
        Assert.True(IsDue);
    }

    /// <summary>During a storm, applying changes takes at most half of the time.</summary>
    [Theory]
    [InlineData(ApplySchedule.StormSize - 1, false)]
    [InlineData(ApplySchedule.StormSize, true)]
    public void AStormLeavesHalfOfTheProcessor(int changes, bool waits)
    {
        Tell(changes, first: true);
        _clock.Milliseconds += 50;
        _schedule.Applied(TimeSpan.FromMilliseconds(50), isComplete: true);
        Tell(first: true);
        _clock.Milliseconds += 49;
        Assert.Equal(!waits, IsDue);
        Assert.Equal(TimeSpan.FromMilliseconds(waits ? 1100 : 1052), _schedule.NextLook(_schedule.Now, hasPending: true));
        _clock.Milliseconds++;
        Assert.True(IsDue);
    }

    /// <summary>After so many changes that some may be missing, everything is read once they have ended.</summary>
    [Theory]
    [InlineData(ApplySchedule.BurstSize - 1, false)]
    [InlineData(ApplySchedule.BurstSize, true)]
    public void ABurstIsLookedAtOnceItHasEnded(int changes, bool isBurst)
    {
        Tell(changes, first: true);
        Assert.Equal(changes, _schedule.Burst);
        Assert.Equal(isBurst ? TimeSpan.FromMilliseconds(1300) : TimeSpan.MaxValue, _schedule.NextLook(_schedule.Now, hasPending: false));
        _clock.Milliseconds += 299;
        Assert.False(_schedule.HasBurstEnded(_schedule.Now));
        _clock.Milliseconds++;
        Assert.Equal(isBurst, _schedule.HasBurstEnded(_schedule.Now));
        _schedule.EndBurst();
        Assert.Equal(0, _schedule.Burst);
        Assert.False(_schedule.HasBurstEnded(_schedule.Now));
    }

    /// <summary>Changes that a pause separates don't count as a row.</summary>
    [Fact]
    public void APauseEndsARow()
    {
        Tell(ApplySchedule.StormSize, first: true);
        _clock.Milliseconds += 300;
        Assert.Equal(TimeSpan.MaxValue, _schedule.NextLook(_schedule.Now, hasPending: false));
        Assert.Equal(ApplySchedule.StormSize, _schedule.Burst);
        _clock.Milliseconds++;
        Assert.Equal(TimeSpan.MaxValue, _schedule.NextLook(_schedule.Now, hasPending: false));
        Assert.Equal(0, _schedule.Burst);
    }

    private sealed class SetClock : TimeProvider
    {
        public double Milliseconds { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => (long)Math.Round(Milliseconds * TimeSpan.TicksPerMillisecond);
    }
}
