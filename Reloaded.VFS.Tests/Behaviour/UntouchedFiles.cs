using System.Collections.Concurrent;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// The state of a game's folder and its mods, except for what the VFS itself keeps beside them: under the policy <c>overwrite</c> every
/// byte, attribute and time stays the same, including those of folders. Disposing of the object compares the state, unless that was done
/// before.
/// </summary>
public sealed class UntouchedFiles : IDisposable
{
    // The VFS creates folders in it.
    private const string Kept = "rvfs";

    private static readonly string[] Own = ["overwrite", "overwrite.rvfs-tmp", "overwrite.rvfs-undo", "folders.kept", "logs", "rvfs.json"];

    private static readonly ConcurrentDictionary<string, bool> Watched = new();

    private readonly string _game;
    private readonly FolderContent _before;
    private bool _isCompared;

    private UntouchedFiles(string game)
    {
        (_game, _before) = (game, Read(game, hasTime: name => name != Kept));
        Watched[game] = true;
    }

    /// <summary>
    /// Determines whether a game's folder will be compared as a whole, so that nothing in it needs to be compared earlier.
    /// </summary>
    public static bool IsWatched(string game) => Watched.ContainsKey(game);

    /// <summary>Returns the folder that the game's writes go to.</summary>
    public static string FolderOf(MergedFolder folder) => Path.Combine(folder.Game, "rvfs", "overwrite");

    /// <summary>Redirects a game's writes to the overwrite folder, and records the state of its folder and its mods.</summary>
    /// <param name="folder">The game with its mods.</param>
    /// <param name="more">More keys of the configuration, each with a comma before it.</param>
    public static UntouchedFiles Overwrite(MergedFolder folder, string more = "")
    {
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), $$"""{ "writes": "overwrite"{{more}} }""");
        return new UntouchedFiles(folder.Game);
    }

    /// <summary>Records the state of another folder that mustn't change.</summary>
    /// <param name="folder">A real folder.</param>
    public static UntouchedFiles Of(string folder) => new(folder);

    /// <summary>Returns what has changed, or null if nothing has.</summary>
    public string? FindChange()
    {
        _isCompared = true;
        string[] changes = _before.ChangesTo(Read(_game, name => name != Kept, _before));
        return changes.Length == 0 ? null : "something outside the overwrite folder has changed:\n" + string.Join('\n', changes);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Watched.TryRemove(_game, out _);
        if (!_isCompared)
        {
            string? change = FindChange();
            Assert.True(change is null, change);
        }
    }

    /// <summary>Reads a game's folder and its mods, except for what the VFS itself keeps beside them.</summary>
    /// <param name="game">The game's folder.</param>
    /// <param name="hasTime">Determines for which folders the time of last write counts; null for none.</param>
    /// <param name="earlier">The earlier state, if it is known.</param>
    internal static FolderContent Read(string game, Predicate<string>? hasTime = null, FolderContent? earlier = null) =>
        FolderContent.Read(game, name => Array.Exists(Own, own => name == Path.Combine(Kept, own)), hasTime, earlier);
}
