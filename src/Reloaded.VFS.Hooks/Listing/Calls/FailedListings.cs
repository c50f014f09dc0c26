using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>
/// Listings that fail within the VFS, for want of memory as a rule. The first one is told, as soon as there is memory to tell it.
/// Thread-safe.
/// </summary>
/// <param name="tell">
/// Hears of the folder, as the game names it, and why. On any thread. It may throw where memory is short, and is called again then.
/// </param>
internal sealed class FailedListings(Action<string, Exception> tell)
{
    /// <summary>The process's; null where none is to be told.</summary>
    public static FailedListings? Current;

    private int _isNoted;
    private int _folder;
    private volatile Exception? _untold;

    /// <summary>A listing has failed. Throws nothing.</summary>
    public void Note(nint handle, Exception cause)
    {
        if (Interlocked.Exchange(ref _isNoted, 1) != 0)
            return;
        _folder = HandleTable.Current.Get(handle).PathId;
        _untold = cause;
        TellUntold();
    }

    /// <summary>Tells what couldn't be told when it happened; does nothing where there is nothing. Throws nothing.</summary>
    public void TellUntold()
    {
        if (_untold is not { } cause)
            return;
        try
        {
            tell(MergedView.Current.Files.GetPath(_folder).ToString(), cause);
            _untold = null;
        }
        catch (Exception)
        {
            // Out of memory still: the next listing tells it.
        }
    }
}
