using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>One way in which a set of mods comes into a game.</summary>
/// <param name="name">The contender's name in tables and for <c>--only</c>.</param>
internal abstract class BesideContender(string name)
{
    /// <summary>Gets the name in tables.</summary>
    public string Name => name;

    /// <summary>Returns the reason why this system can't measure it, or null.</summary>
    public virtual string? WhyMissing() => null;

    /// <summary>Lays out, once, what the contender needs.</summary>
    /// <param name="place">The game and its mods.</param>
    /// <param name="own">A folder for the contender's own use; doesn't exist yet.</param>
    public abstract void Prepare(BesidePlace place, string own);

    /// <summary>Brings the mods in, and returns the time that it took; null if there is nothing to do.</summary>
    public virtual TimeSpan? SetUp() => null;

    /// <summary>Runs the game's program.</summary>
    public abstract GameResult Run(IReadOnlyList<string> arguments);

    /// <summary>Takes the mods away, and returns the time that it took; null if there is nothing to do.</summary>
    public virtual TimeSpan? TakeDown() => null;
}

/// <summary>A game and its mods on disk, which contenders leave as they are.</summary>
/// <param name="Set">The set.</param>
/// <param name="Game">The game's folder, without mods.</param>
/// <param name="AllMods">The folder with a folder for each mod, in their order.</param>
internal sealed record BesidePlace(BesideSet Set, string Game, string AllMods)
{
    /// <summary>Gets the folders of the mods, the highest last.</summary>
    public IEnumerable<string> Mods => Enumerable.Range(0, Set.Mods).Select(mod => Path.Combine(AllMods, BesideSet.NameOf(mod)));
}
