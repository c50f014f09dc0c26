using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>What came of scanning a folder. Immutable.</summary>
/// <param name="Listing">What is in it; null where it can't be read at all.</param>
/// <param name="Diagnostics">What was left out, and why; at most <see cref="MostDiagnostics"/> and a count of the others.</param>
public sealed record FolderScan(FolderListing? Listing, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>A mod made on another system can have thousands of names that Windows can't have; a few show what is the matter.</summary>
    public const int MostDiagnostics = 20;

    /// <summary>
    /// The names that lead to folders that another handle has open without sharing them, so that what is in them isn't known now. A scan of
    /// one folder alone tells; such a folder below that one is in the listing, empty.
    /// </summary>
    public IReadOnlyList<string[]> Busy { get; init; } = [];

    /// <summary>Markers that a process which was killed has left unfinished, or that one is just making: host paths.</summary>
    internal IReadOnlyList<string> UnfinishedMarkers { get; init; } = [];

    /// <summary><see cref="Metadata.ModMetadata.Stamp"/> of what the mod said of itself when it was scanned.</summary>
    internal ulong MetadataStamp { get; init; }
}
