using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>The real folders of a listing for the game, and the names in them that the game doesn't see.</summary>
/// <param name="view">What the game sees.</param>
/// <param name="folders">The real folders.</param>
/// <param name="hidden">The names that are never shown in the listed folder; null for none.</param>
/// <param name="hiddenByMods">The names of the game's own that mods hide; null for none.</param>
/// <param name="pathId">The listed folder, for the names in it whose file in a mod the game deleted; -1 for none.</param>
internal readonly unsafe struct GameDirectorySource(MergedView view, OriginalDirectorySource folders, HiddenFolder? hidden, HiddenPaths? hiddenByMods,
    int pathId) : IDirectorySource
{
    /// <inheritdoc/>
    public ListingBehaviour Behaviour => folders.Behaviour;

    /// <inheritdoc/>
    public NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle) => folders.Open(folder, out handle);

    /// <inheritdoc/>
    public NtStatus Reopen(nint folder, out nint handle) => folders.Reopen(folder, out handle);

    /// <inheritdoc/>
    public NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags, char* pattern,
        int patternLength,
        out uint written) => folders.Query(folder, informationClass, buffer, length, flags, pattern, patternLength, out written);

    /// <inheritdoc/>
    public void Close(nint folder) => folders.Close(folder);

    /// <inheritdoc/>
    public bool IsHidden(scoped ReadOnlySpan<char> name) => hidden is not null && hidden.Contains(name);

    /// <inheritdoc/>
    public bool IsCovered(scoped ReadOnlySpan<char> name) =>
        view.Whiteouts.CoversName(pathId, name)
            || hiddenByMods?.HidesOwn(pathId, name) == true
            || (pathId >= 0 && view.Companions.TryFindPlace(pathId, name, out _, out _, out _));
}
