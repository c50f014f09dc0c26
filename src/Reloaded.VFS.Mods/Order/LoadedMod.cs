using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Mods.Order;

/// <summary>A mod and what it holds. Immutable.</summary>
/// <param name="Mod">The mod at its place in the load order.</param>
/// <param name="Listing">What is in its folder; null where it isn't to be laid over the game.</param>
public sealed record LoadedMod(Mod Mod, FolderListing? Listing)
{
    /// <summary>The mod's parts and what they are laid over; without a map, all of it over the targets. None without a listing.</summary>
    internal IReadOnlyList<ModPart> Parts { get; init; } = Listing is null ? [] : [ModPart.Whole(Listing)];
}
