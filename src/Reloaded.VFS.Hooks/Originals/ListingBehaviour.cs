using Reloaded.VFS.Hooks.Listing.Merging;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The differences between systems in how <c>NtQueryDirectoryFile</c> continues after a query. <see cref="ListingProbe"/> determines them.
/// </summary>
/// <param name="RestartReplacesPattern">
/// True if the pattern of a restart replaces the first query's ([MS-FSA] 2.1.5.6.3, Windows 8 and later); false if the first one stays
/// (Wine 8).
/// </param>
/// <param name="OverflowAdvances">
/// True if a record that was returned cut off counts as returned (Wine); false if the next query returns it again (fastfat).
/// </param>
internal readonly record struct ListingBehaviour(bool RestartReplacesPattern, bool OverflowAdvances);
