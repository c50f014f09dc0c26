using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Listing.State;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>The listings that are under way. Thread-safe.</summary>
internal static class ListingStates
{
    private static readonly HandleStates<DirectoryListingState> s_states = new();

    /// <summary>The state of an open folder, made at its first query.</summary>
    public static DirectoryListingState GetOrAdd(nint handle, in HandleEntry entry) => s_states.GetOrAdd(handle, entry);

    /// <summary>The state of an open folder, if it was queried before.</summary>
    public static DirectoryListingState? TryGet(in HandleEntry entry) => s_states.TryGet(entry);
}
