using System.Collections.Concurrent;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>The options for scanning mods. Immutable, thread-safe.</summary>
public sealed class ScanOptions
{
    private readonly string[] _include;
    private string? _key;

    /// <summary>Creates the options for patterns and targets.</summary>
    /// <param name="include">
    /// The configuration's <see cref="VfsConfiguration.Include"/>. Invalid patterns are skipped (the reader has reported them).
    /// </param>
    /// <param name="longestTarget">The length of the longest path of a target, in characters.</param>
    public ScanOptions(IReadOnlyList<string>? include = null, int longestTarget = 0)
    {
        _include = [.. (include ?? []).Where(p => IncludePatterns.Validate(p) is null)];
        Include = new IncludePatterns(_include);
        LongestTarget = longestTarget;
    }

    /// <summary>Gets the targets, as host paths, in which the game's own files that <c>hide</c> patterns match are looked up.</summary>
    internal IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>Gets the source of substitutes for the <c>mod.json</c> of mods that have none, or null for none.</summary>
    internal IModJsonSource? ModJsons { get; init; }

    /// <summary>Gets the only folders of a mod that are read, or null for all.</summary>
    internal PartialTree? Only { get; init; }

    /// <summary>Gets the only folders of a target in which <c>hide</c> patterns are looked up, or null for all.</summary>
    internal PartialTree? OnlyOfTargets { get; init; }

    /// <summary>Returns the options for the mods of a configuration with its defaults.</summary>
    internal static ScanOptions Of(VfsConfiguration configuration, PartialTree? only = null, PartialTree? onlyOfTargets = null) =>
        new(configuration.Include, configuration.Targets.MaxBy(target => target.Length)?.Length ?? 0)
        {
            Targets = configuration.Targets,
            ModJsons = configuration.ModJsons,
            Only = only,
            OnlyOfTargets = onlyOfTargets,
        };

    /// <summary>Returns the options for the overwrite folder, in which everything but markers is the game's own.</summary>
    /// <param name="longestTarget">The length of the longest path over which the folder lies, in characters.</param>
    /// <param name="only">See <see cref="Only"/>.</param>
    internal static ScanOptions OfOverwrite(int longestTarget, PartialTree? only = null) =>
        new(["**"], longestTarget) { HasRules = false, Only = only };

    /// <summary>
    /// Gets a value indicating whether a folder's <c>mod.json</c>, and names that take its own files out of it, say what is overlaid.
    /// </summary>
    internal bool HasRules { get; init; } = true;

    /// <summary>Gets the length of the longest path of a target, in characters.</summary>
    public int LongestTarget { get; }

    /// <summary>
    /// Gets a text that is equal for two scans of a whole folder only if they find the same. The folder's metadata isn't part of it.
    /// </summary>
    internal string Key => _key ??= string.Join('\n',
        [$"{LongestTarget} {HasRules} {SeesLinks} {Only is null} {OnlyOfTargets is null}", .. Targets, "", .. _include]);

    /// <summary>
    /// Gets a value indicating whether links show as links. Under Wine they don't, which a test simulates by setting this to false.
    /// </summary>
    internal bool SeesLinks { get; init; } = true;

    /// <summary>Gets the function that lists one folder. A test's refuses some.</summary>
    internal Func<string, FolderEntryAction, Exception?> Read { get; init; } = FolderReader.TryRead;

    /// <summary>Gets the patterns of what is overlaid in spite of the default excludes.</summary>
    internal IncludePatterns Include { get; }

    /// <summary>
    /// Returns the maximum length of a path inside a mod in characters, including its leading separator. The NT prefix counts towards the
    /// kernel's limit.
    /// </summary>
    internal int LongestRelative(string folder) =>
        ConfigurationPath.LongestPath - NtPath.PrefixLength - Math.Max(folder.Length, LongestTarget);

    private readonly ConcurrentDictionary<string, ulong> _above = new();

    /// <summary>Returns the fingerprint of a folder that contains mods, which is read once for all of them.</summary>
    internal ulong FingerprintAbove(string folder) => _above.GetOrAdd(folder, FolderCircles.Fingerprint);
}

/// <summary>
/// Some folders of a tree and those that lead to them, which is all that has to be read for their content. Immutable, thread-safe.
/// </summary>
/// <param name="folders">The folders' relative paths, with backslashes between names; empty for the root.</param>
internal sealed class PartialTree(IReadOnlyList<string> folders)
{
    /// <summary>Determines whether a folder is one of these or leads to one, ignoring case.</summary>
    /// <param name="path">The folder's relative path, with backslashes.</param>
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
