using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Tests.Mods.Tracking;

/// <summary>Tests of delete-pending folders, which nothing opens meanwhile, and of folders that can't be opened.</summary>
public sealed class HeldFolderTests
{
    private const string Second = LiveFixture.Virtual + @"\second";

    [Fact]
    public void AFolderIsHeldInEveryRootThatHasIt()
    {
        using var mods = new LiveFixture(null, "M/data/sub/a.txt");
        (LiveRoot root, int layer) = AddAgain(mods);
        mods.Live.Hold(mods.At("M/data/sub"));
        mods.Live.Lost(root, ["data", "sub"], deep: false);
        mods.Live.Lost(mods.Live.Roots[0], ["data", "sub"], deep: false);
        Assert.Equal(0, mods.Apply().ListedFolders);

        mods.Live.Forget(layer);
        (root, _) = AddAgain(mods);
        mods.Live.Lost(root, ["data", "sub"], deep: false);
        Assert.Equal(0, mods.Apply().ListedFolders);
    }

    [Fact]
    public void AFolderThatIsDeletedGoesFromEveryRootThatHadIt()
    {
        using var mods = new LiveFixture(null, "M/data/sub/a.txt");
        AddAgain(mods);
        mods.Live.Hold(mods.At("M/data/sub"));
        Directory.Delete(mods.At("M/data/sub"), recursive: true);
        mods.Live.Resume(mods.At("M/data/sub"));
        mods.Apply();
        Assert.DoesNotContain(mods.Seen(), line => line.Contains("sub", StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData(1, 100)]
    [InlineData(2, 200)]
    [InlineData(7, 6400)]
    [InlineData(1000, 6400)]
    public void ABusyFolderIsLookedAtLessAndLessOften(int looks, int milliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), LiveMods.PauseAfter(looks));

    private static (LiveRoot Root, int Layer) AddAgain(LiveFixture mods)
    {
        LiveRoot first = mods.Live.Roots[0];
        int layer = mods.Files.AddFolder(first.Listing, mods.At("M"), Second);
        return (mods.Live.Add(mods.At("M"), first.Listing, layer, Second, first.Options), layer);
    }
}
