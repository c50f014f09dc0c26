using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Tests of which watcher follows a view's mods if a start follows a stop quickly.</summary>
public sealed class MergedViewTests
{
    private readonly MergedView _view = new(new VirtualFileSystem(RealPathForm.Windows), new ListedDisk(), new ListedAliases());

    [Fact]
    public void AFollowerThatEndsLeavesNone()
    {
        var follower = new NoRescanner();
        _view.Follow(follower);
        Assert.Same(follower, _view.Follower);
        _view.EndFollowing(follower);
        Assert.Null(_view.Follower);
    }

    /// <summary>A stopped watcher's thread may end after the next start's watcher has begun.</summary>
    [Fact]
    public void AFollowerThatEndsLateLeavesItsSuccessor()
    {
        NoRescanner first = new(), second = new();
        _view.Follow(first);
        _view.Follow(second);
        _view.EndFollowing(first);
        Assert.Same(second, _view.Follower);
        _view.EndFollowing(second);
        Assert.Null(_view.Follower);
    }

    /// <summary>
    /// A target on a volume that is mounted in a folder is looked up once, when it is added: a stop and a start with the same layers keep
    /// the kernel's name of it. Under Wine there are no such volumes.
    /// </summary>
    [Fact]
    public void AStartAfterAStopKeepsTheVolumesThatWereFound()
    {
        const string device = @"\Device\HarddiskVolume77\Game", target = @"D:\Games\Game";
        int loads = 0;
        MergedView first = MergedView.Of(_view.Files, null, Load);
        first.Devices.Add(device, target);
        MergedView second = MergedView.Of(_view.Files, first, Load);
        Span<char> canonical = stackalloc char[100];
        Assert.Equal(target, canonical[..second.Devices.ToCanonical(device, canonical)].ToString());
        Assert.Equal(1, loads);

        MergedView other = MergedView.Of(new VirtualFileSystem(RealPathForm.Windows), second, Load);
        Assert.Equal(0, other.Devices.ToCanonical(device, canonical));
        Assert.Equal(2, loads);

        DeviceNames Load()
        {
            loads++;
            return new DeviceNames([(@"\Device\HarddiskVolume3", "C:")]);
        }
    }

    /// <summary>A file of the same name in the next start's mods is another file, whose deletion may fail.</summary>
    [Fact]
    public void AStartWithOtherLayersHasNoDeletionsOfTheOnesBefore()
    {
        const string place = @"\??\C:\mods\a\notes.txt";
        MergedView first = MergedView.Of(_view.Files, null, () => new DeviceNames([]));
        first.AskedDeletions.Add(place, AskedDeletions.Nobody);
        Assert.True(MergedView.Of(_view.Files, first, () => new DeviceNames([])).AskedDeletions.Contains(place));

        MergedView other = MergedView.Of(new VirtualFileSystem(RealPathForm.Windows), first, () => new DeviceNames([]));
        Assert.False(other.AskedDeletions.Contains(place));
    }

    /// <summary>The view only holds it.</summary>
    private sealed class NoRescanner : IRescanner
    {
        public RescanRequest Rescan(string folder) => throw new NotSupportedException();

        public RescanRequest CatchUp() => throw new NotSupportedException();

        public RescanRequest Release(string folder) => throw new NotSupportedException();

        public void Deleted(string folder, bool isOpen) => throw new NotSupportedException();
    }
}
