using System.Collections.Concurrent;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// The whole of a game's folder and its mods at a moment, but for what the VFS itself keeps beside them: under the policy <c>overwrite</c>
/// every byte, attribute and time of it stays, those of folders included. Disposing of it compares, unless that was done.
/// </summary>
public sealed class UntouchedFiles : IDisposable
{
    // The VFS itself makes folders in it.
    private const string Kept = "rvfs";

    private static readonly string[] Own = ["overwrite", "overwrite.rvfs-tmp", "overwrite.rvfs-undo", "folders.kept", "opens.kept",
        "logs", "rvfs.json"];

    private static readonly ConcurrentDictionary<string, bool> Watched = new();

    private readonly string _game;
    private readonly FolderContent _before;
    private bool _isCompared;

    private UntouchedFiles(string game)
    {
        (_game, _before) = (game, Read(game, hasTime: name => name != Kept));
        Watched[game] = true;
    }

    /// <summary>Whether a game's folder will be compared as a whole, and nothing of it needs to be compared before.</summary>
    public static bool IsWatched(string game) => Watched.ContainsKey(game);

    /// <summary>Where the game's writes go.</summary>
    public static string FolderOf(MergedFolder folder) => Path.Combine(folder.Game, "rvfs", "overwrite");

    /// <summary>Has a game's writes go to the overwrite folder, and remembers what is there before.</summary>
    /// <param name="folder">The game with its mods.</param>
    /// <param name="more">More keys of the configuration, each with a comma before it.</param>
    public static UntouchedFiles Overwrite(MergedFolder folder, string more = "")
    {
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), $$"""{ "writes": "overwrite"{{more}} }""");
        return new UntouchedFiles(folder.Game);
    }

    /// <summary>Remembers what is in another folder that has to stay as it is.</summary>
    /// <param name="folder">A real folder.</param>
    public static UntouchedFiles Of(string folder) => new(folder);

    /// <summary>What has changed; null where nothing has.</summary>
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

    /// <summary>What is in a game's folder and its mods, but for what the VFS itself keeps beside them.</summary>
    /// <param name="game">The game's folder.</param>
    /// <param name="hasTime">Which folders' times of writing count; none.</param>
    /// <param name="earlier">What was there before, where that is known.</param>
    internal static FolderContent Read(string game, Predicate<string>? hasTime = null, FolderContent? earlier = null) =>
        FolderContent.Read(game, name => Array.Exists(Own, own => name == Path.Combine(Kept, own)), hasTime, earlier);
}
