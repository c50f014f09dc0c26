using Reloaded.VFS.Hooks.Deleting;

namespace Reloaded.VFS.Tests.Hooks.Deleting;

/// <summary>Deletions of one file that several handles ask for and take back.</summary>
public sealed class AskedDeletionsTests
{
    private const string Place = @"\??\C:\mods\a\notes.txt";

    private readonly AskedDeletions _asked = new();

    [Fact]
    public void WhatNothingAsksForIsNotTakenBack()
    {
        Assert.False(_asked.Withdraw(Place, 1, ofAny: true));
        _asked.Add(Place, 1);
        Assert.True(_asked.Contains(Place.ToUpperInvariant()));
        _asked.Forget(Place);
        Assert.False(_asked.Withdraw(Place, 1, ofAny: true));
    }

    [Fact]
    public void AnyHandleTakesBackWhatHandlesHaveAskedFor()
    {
        _asked.Add(Place, 1);
        _asked.Add(Place, 1);
        _asked.Add(Place, 2);
        Assert.False(_asked.Withdraw(Place, 3, ofAny: false));
        Assert.False(_asked.Withdraw(Place, 1, ofAny: false));
        Assert.True(_asked.Contains(Place));
        Assert.True(_asked.Withdraw(Place, 3, ofAny: true));
        Assert.False(_asked.Contains(Place));
    }

    [Fact]
    public void ADeletionByNameIsTakenBackByNoHandle()
    {
        _asked.Add(Place, AskedDeletions.Nobody);
        _asked.Add(Place, 1);
        Assert.False(_asked.Withdraw(Place, 1, ofAny: true));
        Assert.False(_asked.Withdraw(Place, 1, ofAny: true));
        Assert.True(_asked.Contains(Place));
    }
}
