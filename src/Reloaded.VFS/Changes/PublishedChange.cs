using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Changes;

/// <summary>A rename on disk: two canonical virtual paths in one folder.</summary>
/// <param name="From">The old path.</param>
/// <param name="To">The new path.</param>
internal readonly record struct NameRename(string From, string To);

/// <summary>The replacement of a snapshot by a newer one.</summary>
/// <param name="Before">The older snapshot.</param>
/// <param name="Now">The newer one.</param>
/// <param name="Renames">
/// The names that were changed on disk. Ignore an entry if the older snapshot lacks the old name or the newer one lacks the new name.
/// </param>
internal sealed record PublishedChange(Snapshot Before, Snapshot Now, IReadOnlyList<NameRename> Renames);
