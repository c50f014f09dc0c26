using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers.Plans;

/// <summary>The mods that another mod manager lays over a game, according to its own files. Immutable.</summary>
/// <param name="Manager">The manager's name, for messages.</param>
/// <param name="Source">The file or folder from which the plan was read.</param>
internal sealed record ImportPlan(string Manager, string Source)
{
    /// <summary>Gets the mods; a later one wins. Each has a name that no other has.</summary>
    public IReadOnlyList<ImportedMod> Mods { get; init; } = [];

    /// <summary>Gets the paths that a mod wins whatever the order says.</summary>
    public IReadOnlyList<ImportedPreference> Preferences { get; init; } = [];

    /// <summary>Gets notes for the user: what was left out, and what differs from the manager.</summary>
    public IReadOnlyList<Diagnostic> Notes { get; init; } = [];

    /// <summary>
    /// Gets a value indicating whether the mods are those of the game's own mods folder, so that nothing but the order and the preferences
    /// is written.
    /// </summary>
    public bool IsOfOwnMods { get; init; }
}

/// <summary>A mod of another manager. Immutable.</summary>
/// <param name="Name">The mod's name.</param>
/// <param name="IsOn">True if the mod is switched on.</param>
internal sealed record ImportedMod(string Name, bool IsOn)
{
    public IReadOnlyList<ImportedPart> Parts { get; init; } = [];

    /// <summary>Gets the archive that is the mod, in place of <see cref="Parts"/>, or null for none.</summary>
    public string? Archive { get; init; }

    /// <summary>Gets files that aren't on disk, by their paths in the game's folder with slashes.</summary>
    public IReadOnlyList<ImportedFile> Files { get; init; } = [];

    /// <summary>Gets the manager's metadata of the mod. The map isn't used.</summary>
    public ModMetadata Metadata { get; init; } = ModMetadata.None;

    /// <summary>Gets a value indicating whether a set names the mod, and it isn't on this machine.</summary>
    public bool IsMissing { get; init; }
}

/// <summary>A folder with files of a mod, and where they go. Immutable.</summary>
/// <param name="Folder">The folder, an absolute host path.</param>
/// <param name="To">
/// The folder that the content is laid over, as <see cref="MapRule.To"/>, or null if only what <see cref="Inner"/> names goes anywhere.
/// </param>
internal sealed record ImportedPart(string Folder, string? To)
{
    /// <summary>Gets rules for what goes elsewhere, with paths in the folder.</summary>
    public IReadOnlyList<MapRule> Inner { get; init; } = [];

    /// <summary>Gets the patterns of paths in the folder that are no part of the mod.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>
    /// Gets the ending that the manager gives to the files of a mod that is switched off, or null for none. Files that have it aren't laid
    /// over the game.
    /// </summary>
    public string? OffEnding { get; init; }
}

/// <summary>A file with its content. Immutable.</summary>
/// <param name="Path">The path in the game's folder, with slashes.</param>
internal sealed record ImportedFile(string Path, byte[] Content);

/// <summary>A path that a mod wins whatever the order says. Immutable.</summary>
/// <param name="Mod">The mod's name.</param>
/// <param name="Path">The path in the game's folder, with slashes.</param>
internal sealed record ImportedPreference(string Mod, string Path);

/// <summary>
/// An order of mods, found from statements that one mod comes before another. If the statements form a circle, the one that was made least
/// often is dropped. Not thread-safe.
/// </summary>
internal sealed class ImportOrder
{
    private readonly Dictionary<string, Dictionary<string, int>> _later = new(NameComparer.Instance);

    /// <summary>Adds a statement that a mod comes before another.</summary>
    public void Add(string first, string second)
    {
        if (NameComparer.Instance.Equals(first, second))
            return;
        if (!_later.TryGetValue(first, out Dictionary<string, int>? counts))
            _later.Add(first, counts = new Dictionary<string, int>(NameComparer.Instance));
        counts[second] = counts.GetValueOrDefault(second) + 1;
    }

    /// <summary>Returns the names in an order that agrees with the statements. Names without a statement keep their order.</summary>
    public List<string> Sort(IReadOnlyList<string> names)
    {
        var waits = names.ToDictionary(name => name, _ => 0, NameComparer.Instance);
        foreach ((string second, int count) in names.SelectMany(Later))
            waits[second] += count;

        List<string> sorted = [], left = [.. names];
        while (left.Count > 0)
        {
            // The first that waits for none, or else the first of those that wait for the fewest.
            int next = 0;
            for (int i = 1; i < left.Count && waits[left[next]] > 0; i++)
            {
                if (waits[left[i]] < waits[left[next]])
                    next = i;
            }

            string name = left[next];
            left.RemoveAt(next);
            sorted.Add(name);
            foreach ((string second, int count) in Later(name))
                waits[second] -= count;
        }

        return sorted;

        IEnumerable<KeyValuePair<string, int>> Later(string first) =>
            (_later.GetValueOrDefault(first) ?? []).Where(second => waits.ContainsKey(second.Key));
    }
}
