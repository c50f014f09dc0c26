using Reloaded.VFS.Hooks.Listing.Merging;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// What differs between systems in how <c>NtQueryDirectoryFile</c> goes on after a query. <see cref="ListingProbe"/> asks the system.
/// </summary>
/// <param name="RestartReplacesPattern">
/// Whether a restart with a pattern replaces the first query's ([MS-FSA] 2.1.5.6.3, Windows 8 and later; Wine 8 keeps the first).
/// </param>
/// <param name="OverflowAdvances">
/// Whether the record that came back cut off counts as returned (Wine), or comes again with the next query (fastfat).
/// </param>
internal readonly record struct ListingBehaviour(bool RestartReplacesPattern, bool OverflowAdvances);
