using System.Collections.Concurrent;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>How mods are scanned. Immutable, thread-safe.</summary>
public sealed class ScanOptions
{
    /// <summary>The options for patterns and targets.</summary>
    /// <param name="include">The configuration's <see cref="VfsConfiguration.Include"/>; patterns that aren't valid are passed over (the
    /// reader has named them).</param>
    /// <param name="longestTarget">The length of the longest folder that mods are laid over, in characters.</param>
    public ScanOptions(IReadOnlyList<string>? include = null, int longestTarget = 0)
    {
        Include = new IncludePatterns([.. (include ?? []).Where(p => IncludePatterns.Validate(p) is null)]);
        LongestTarget = longestTarget;
    }

    /// <summary>
    /// The folders that mods are laid over, host paths: what <c>hide</c> patterns mean of the game's own is looked up there.
    /// </summary>
    internal IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>Finds what stands for the <c>mod.json</c> of a mod that has none; null for nothing.</summary>
    internal IModJsonSource? ModJsons { get; init; }

    /// <summary>The only folders of a mod that are read; null for all.</summary>
    internal PartialTree? Only { get; init; }

    /// <summary>The only folders of a target in which <c>hide</c> patterns are looked up; null for all.</summary>
    internal PartialTree? OnlyOfTargets { get; init; }

    /// <summary>The options for the mods of a configuration.</summary>
    /// <param name="configuration">With its defaults.</param>
    /// <param name="only">See <see cref="Only"/>.</param>
    /// <param name="onlyOfTargets">See <see cref="OnlyOfTargets"/>.</param>
    internal static ScanOptions Of(VfsConfiguration configuration, PartialTree? only = null, PartialTree? onlyOfTargets = null) =>
        new(configuration.Include, configuration.Targets.Select(t => t.Length).DefaultIfEmpty().Max())
        {
            Targets = configuration.Targets,
            ModJsons = configuration.ModJsons,
            Only = only,
            OnlyOfTargets = onlyOfTargets,
        };

    /// <summary>The options for the overwrite folder: everything in it is the game's own doing, but for markers.</summary>
    /// <param name="longestTarget">The length of the longest folder that it lies over, in characters.</param>
    /// <param name="only">See <see cref="Only"/>.</param>
    internal static ScanOptions OfOverwrite(int longestTarget, PartialTree? only = null) =>
        new(["**"], longestTarget) { HasRules = false, Only = only };

    /// <summary>Whether a folder's <c>mod.json</c>, and names that take its own files out of it, say what is overlaid.</summary>
    internal bool HasRules { get; init; } = true;

    /// <summary>The length of the longest folder that mods are laid over, in characters.</summary>
    public int LongestTarget { get; }

    /// <summary>Whether links show as links. They don't under Wine, whose way a test goes by setting it to false.</summary>
    internal bool SeesLinks { get; init; } = true;

    /// <summary>Lists one folder. A test's refuses some.</summary>
    internal Func<string, FolderEntryAction, Exception?> Read { get; init; } = FolderReader.TryRead;

    /// <summary>What is overlaid in spite of the default excludes.</summary>
    internal IncludePatterns Include { get; }

    /// <summary>
    /// The most characters that a path inside a mod may have, its leading separator included. The NT prefix counts for the kernel's limit.
    /// </summary>
    internal int LongestRelative(string folder) =>
        ConfigurationPath.LongestPath - NtPath.PrefixLength - Math.Max(folder.Length, LongestTarget);

    private readonly ConcurrentDictionary<string, ulong> _above = new();

    /// <summary>The fingerprint of a folder that mods are in; read once for all of them.</summary>
    internal ulong FingerprintAbove(string folder) => _above.GetOrAdd(folder, FolderCircles.Fingerprint);
}

/// <summary>
/// Some folders of a tree, and those that lead to them: all that has to be read for what is in them. Immutable, thread-safe.
/// </summary>
/// <param name="folders">The folders' relative paths, with backslashes between names; empty for the root.</param>
internal sealed class PartialTree(IReadOnlyList<string> folders)
{
    /// <summary>Whether a folder is one of them, or leads to one. Letter case doesn't matter.</summary>
    /// <param name="path">Its relative path, with backslashes.</param>
    public bool Has(ReadOnlySpan<char> path)
    {
        foreach (string folder in folders)
        {
            if (VirtualPath.IsSameOrBelow(folder, path))
                return true;
        }

        return false;
    }
}
