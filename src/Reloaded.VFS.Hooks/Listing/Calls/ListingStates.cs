using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Listing.State;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>The listings that are under way. Thread-safe.</summary>
/// <param name="handles">The game's handles.</param>
internal sealed class ListingStates(HandleTable handles)
{
    /// <summary>The process's. Set before the first hook goes in, and kept until the process ends.</summary>
    public static ListingStates Current = null!;

    private readonly HandleStates<DirectoryListingState> _states = new(handles);

    /// <summary>The state of an open folder, made at its first query.</summary>
    public DirectoryListingState GetOrAdd(nint handle, in HandleEntry entry) => _states.GetOrAdd(handle, entry);

    /// <summary>The state of an open folder, if it was queried before.</summary>
    public DirectoryListingState? TryGet(in HandleEntry entry) => _states.TryGet(entry);
}
