using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Configures and compares runs of a game that <c>rvfs undo</c> takes back: with the policy "overwrite", only the overwrite folder changes;
/// with "game" and <c>"undo": true</c>, the game's folder and its mods change.
/// </summary>
internal static class RecordedRuns
{
    /// <summary>Configures where the game's writes go. Under "overwrite", disposing of the result compares what mustn't change.</summary>
    /// <param name="folder">The game with its mods.</param>
    /// <param name="overwrites">Whether the policy is "overwrite".</param>
    /// <param name="more">More keys of the configuration, each with a comma before it.</param>
    public static IDisposable? Configure(MergedFolder folder, bool overwrites, string more = "")
    {
        if (overwrites)
            return UntouchedFiles.Overwrite(folder, more);
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), $$"""{ "undo": true{{more}} }""");
        return null;
    }

    /// <summary>Returns the current state of everything that a run may change.</summary>
    public static FolderContent Content(MergedFolder folder, bool overwrites) =>
        overwrites ? OverwriteRuns.Content(folder) : UntouchedFiles.Read(folder.Game);

    /// <summary>Returns the place of a file that the game has created or, under "overwrite", written to.</summary>
    public static string Place(MergedFolder folder, bool overwrites, string path) =>
        overwrites ? OverwriteRuns.Place(folder, path) : Path.Combine(folder.Game, path);

    /// <summary>Returns the journal's folder.</summary>
    public static string Journal(MergedFolder folder) => UntouchedFiles.FolderOf(folder) + ".rvfs-undo";

    /// <summary>Takes the last run back, and fails if anything differs from before.</summary>
    public static void AssertTakenBack(MergedFolder folder, bool overwrites, FolderContent before)
    {
        string left = string.Join("\n  ", before.ChangesTo(Content(folder, overwrites)));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        string[] changes = before.ChangesTo(Content(folder, overwrites));
        Assert.True(changes.Length == 0, $"{string.Join('\n', changes)}\nbefore:\n  {left}\nrvfs undo:\n{said}");
        Assert.True(code is 0 || (code == 1 && said.Contains("nothing that could be taken back", StringComparison.Ordinal)), said);
    }
}
