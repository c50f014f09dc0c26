using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Tests.Hooks.Marking;

/// <summary>Deletions of one file that several handles ask for and take back.</summary>
public sealed class AskedDeletionsTests
{
    private static readonly string s_place = $@"\??\C:\mods\{Guid.NewGuid():N}.txt";

    [Fact]
    public void WhatNothingAsksForIsNotTakenBack()
    {
        string place = s_place + "0";
        Assert.False(AskedDeletions.TakeBack(place, 1, ofAny: true));
        AskedDeletions.Add(place, 1);
        Assert.True(AskedDeletions.Contains(place.ToUpperInvariant()));
        AskedDeletions.Forget(place);
        Assert.False(AskedDeletions.TakeBack(place, 1, ofAny: true));
    }

    [Fact]
    public void AnyHandleTakesBackWhatHandlesHaveAskedFor()
    {
        string place = s_place + "1";
        AskedDeletions.Add(place, 1);
        AskedDeletions.Add(place, 1);
        AskedDeletions.Add(place, 2);
        Assert.False(AskedDeletions.TakeBack(place, 3, ofAny: false));
        Assert.False(AskedDeletions.TakeBack(place, 1, ofAny: false));
        Assert.True(AskedDeletions.Contains(place));
        Assert.True(AskedDeletions.TakeBack(place, 3, ofAny: true));
        Assert.False(AskedDeletions.Contains(place));
    }

    [Fact]
    public void ADeletionByNameIsTakenBackByNoHandle()
    {
        string place = s_place + "2";
        AskedDeletions.Add(place, AskedDeletions.Nobody);
        AskedDeletions.Add(place, 1);
        Assert.False(AskedDeletions.TakeBack(place, 1, ofAny: true));
        Assert.False(AskedDeletions.TakeBack(place, 1, ofAny: true));
        Assert.True(AskedDeletions.Contains(place));
    }
}
