using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Changes;

/// <summary>A name that was changed: two virtual paths, canonical, in one folder.</summary>
/// <param name="From">The path that it had.</param>
/// <param name="To">The path that it has.</param>
internal readonly record struct NameRename(string From, string To);

/// <summary>A snapshot that has taken the place of another, with what is known of the way from one to the other.</summary>
/// <param name="Before">The older snapshot.</param>
/// <param name="Now">The newer one.</param>
/// <param name="Renames">
/// Names that were changed on disk. Where one snapshot hasn't got the old name, or the other the new one, a row means nothing.
/// </param>
internal sealed record PublishedChange(Snapshot Before, Snapshot Now, IReadOnlyList<NameRename> Renames);
