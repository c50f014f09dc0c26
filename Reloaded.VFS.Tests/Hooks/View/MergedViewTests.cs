using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Who follows the mods of a view, where a stop and a start follow each other quickly.</summary>
public sealed class MergedViewTests
{
    private readonly MergedView _view = new(new VirtualFileSystem(TargetForm.Windows), new ListedDisk(), new ListedAliases());

    [Fact]
    public void AFollowerThatEndsLeavesNone()
    {
        var follower = new NoRescanner();
        _view.Follow(follower);
        Assert.Same(follower, _view.Follower);
        _view.EndFollowing(follower);
        Assert.Null(_view.Follower);
    }

    /// <summary>The thread of a stopped watcher ends in its own time, perhaps after the next start's has begun.</summary>
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

    /// <summary>The view only holds it.</summary>
    private sealed class NoRescanner : IRescanner
    {
        public Errand Rescan(string folder) => throw new NotSupportedException();

        public Errand CatchUp() => throw new NotSupportedException();

        public Errand LetGo(string folder) => throw new NotSupportedException();

        public void Deleted(string folder, bool isOpen) => throw new NotSupportedException();
    }
}
