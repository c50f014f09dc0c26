using Reloaded.VFS.Dll.Sharing;
using Reloaded.VFS.Dll.Watching;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Dll.Host;

/// <summary>The trees of this process as it passes them to those that it starts. Thread-safe.</summary>
/// <remarks>
/// The section is written once, before any other process gets a handle, and never again: whoever ends, and whenever, the others go on with
/// what they have. A change here makes another section for the next process.
/// </remarks>
/// <param name="follower">Returns the thread that follows the mods, or null.</param>
/// <param name="scanned">The time at which the trees were those on disk, UTC.</param>
internal sealed class TreeSharing(VirtualFileSystem files, Func<LiveWatcher?> follower, DateTime scanned)
{
    /// <summary>The number of files from which on sharing takes less time than scanning.</summary>
    public const int FewestFiles = 1000;

    // Until every folder is followed, what was scanned may be that old: this process sees nothing else either. Among processes that each end
    // before they follow anything, it could be passed on for ever.
    private static readonly TimeSpan s_mostOfOwn = TimeSpan.FromSeconds(20), s_mostOfInherited = TimeSpan.FromSeconds(2);

    // The time that the creation of a process waits for reported changes to be applied.
    private const int CatchUpMilliseconds = 1000;

    // A program that starts many others while mods change, or while it writes itself, spends a tenth of its time on sections.
    private const int PauseFactor = 10;

    private readonly Lock _lock = new();
    private bool _isInherited;
    private nint _section;
    private long _changes;
    private long _nextAt;

    /// <summary>Takes over trees that were passed to this process, as long as nothing changes.</summary>
    public void Inherit(nint section)
    {
        _isInherited = true;
        _section = section;
        _changes = files.Changes;
    }

    /// <summary>Passes the trees to a new process. Returns the flags for its start, which are none if it has to scan.</summary>
    /// <param name="process">The process, with all access.</param>
    public EntryFlags Pass(nint process)
    {
        if (files.Snapshot.Files < FewestFiles || FindAge() is not { } age
            || age > (_isInherited ? s_mostOfInherited : s_mostOfOwn))
            return EntryFlags.None;
        lock (_lock)
        {
            try
            {
                if (_section == 0 || _changes != files.Changes)
                    Make();
            }
            catch (Exception e) when (e is OutOfMemoryException or OverflowException or InvalidOperationException)
            {
                // The process scans the mods itself: there is too little memory, the trees are too large, or the VFS is being stopped.
                return EntryFlags.None;
            }

            return _section != 0 && SharedSection.Give(_section, process) is var copy and not 0
                ? new EntryTrees(copy, age).ToFlags()
                : EntryFlags.None;
        }
    }

    /// <summary>Returns the time since the trees were known to be those on disk, or null if nothing follows the mods.</summary>
    private TimeSpan? FindAge()
    {
        if (follower() is not { IsFollowing: true } watcher)
            return null;
        watcher.GiveWay();
        if (!watcher.IsSetUp)
            return DateTime.UtcNow - scanned;
        using RescanRequest request = watcher.CatchUp();
        // What isn't applied by then, or can't be yet, is at least as old as the age says: the process looks at it again itself.
        request.Wait(CatchUpMilliseconds);
        return watcher.Age;
    }

    private void Make()
    {
        Drop();
        long began = Environment.TickCount64;
        if (began < _nextAt || follower()?.Shareable is not { } shareable)
            return;
        SharedSection? view = null;
        nint section = 0;
        WrittenTrees? written = null;
        try
        {
            written = files.Share(listing => shareable.GetValueOrDefault(listing), shareable.Values.Where(source => source.IsOfParts),
                ImageIdentity.Value, length => view = SharedSection.Create(length, out section));
        }
        finally
        {
            view?.Unmap();
            // From here on nobody can write.
            if (written is not null && section != 0)
                _section = SharedSection.Give(section);
            if (section != 0)
                _ = Kernel32.CloseHandle(section);
        }

        if (_section == 0)
            return;
        _changes = written!.Changes;
        if (SharedSection.Map(_section) is { } own && files.MoveInto(written, own, ImageIdentity.Value) is { } left)
            follower()?.Keep(left);
        long ended = Environment.TickCount64;
        _nextAt = ended + ((ended - began) * PauseFactor);
    }

    private void Drop()
    {
        if (_section != 0)
            _ = Kernel32.CloseHandle(_section);
        _section = 0;
    }
}
