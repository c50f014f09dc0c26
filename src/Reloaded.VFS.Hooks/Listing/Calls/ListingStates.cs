using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Listing.State;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>The listings in progress. Thread-safe.</summary>
/// <param name="handles">The game's handles.</param>
internal sealed class ListingStates(HandleTable handles)
{
    /// <summary>The process's listings. Set before the first hook is installed, and kept until the process ends.</summary>
    public static ListingStates Current = null!;

    private readonly HandleStates<DirectoryListingState> _states = new(handles);

    /// <summary>Returns the state of an open folder, which is created at its first query.</summary>
    public DirectoryListingState GetOrAdd(nint handle, in HandleEntry entry) => _states.GetOrAdd(handle, entry);

    /// <summary>Returns the state of an open folder, or null if it wasn't queried before.</summary>
    public DirectoryListingState? TryGet(in HandleEntry entry) => _states.TryGet(entry);
}
