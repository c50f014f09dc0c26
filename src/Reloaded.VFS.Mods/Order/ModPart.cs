using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Order;

/// <summary>A part of a mod, and what it is laid over. Immutable.</summary>
/// <param name="Listing">What is in it; its root is the real folder.</param>
/// <param name="Base">The known folder that it goes to; null for the targets.</param>
/// <param name="Below">The path from there on, with backslashes; empty for that folder itself.</param>
internal sealed record ModPart(FolderListing Listing, KnownFolder? Base, string Below)
{
    /// <summary>The names that lead from the mod's folder to the listing's root.</summary>
    public string[] Names { get; init; } = [];

    /// <summary>Where it goes, as files name it: <c>%DOCUMENTS%\My Games</c>, or relative to the target.</summary>
    public string To => Base is not { } known ? Below
        : Below.Length == 0 ? KnownFolders.NameOf(known) : $@"{KnownFolders.NameOf(known)}\{Below}";

    /// <summary>A whole mod, over the targets.</summary>
    public static ModPart Whole(FolderListing listing) => new(listing, null, "");
}
