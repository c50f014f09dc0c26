using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Runs of a game that <c>rvfs undo</c> takes back: with the policy "overwrite", where the overwrite folder changes alone, or with "game"
/// and <c>"undo": true</c>, where the game's folder and its mods do.
/// </summary>
internal static class RecordedRuns
{
    /// <summary>Says where the game's writes go. Under "overwrite", disposing of it compares what isn't to change.</summary>
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

    /// <summary>All that a run may change, as it is now.</summary>
    public static FolderContent Content(MergedFolder folder, bool overwrites) =>
        overwrites ? OverwriteRuns.Content(folder) : UntouchedFiles.Read(folder.Game);

    /// <summary>Where a new file of the game lies, and one that was written to under "overwrite".</summary>
    public static string Place(MergedFolder folder, bool overwrites, string path) =>
        overwrites ? OverwriteRuns.Place(folder, path) : Path.Combine(folder.Game, path);

    /// <summary>The journal's folder.</summary>
    public static string Journal(MergedFolder folder) => UntouchedFiles.FolderOf(folder) + ".rvfs-undo";

    /// <summary>Takes the last run back, and fails where anything isn't what it was.</summary>
    public static void AssertTakenBack(MergedFolder folder, bool overwrites, FolderContent before)
    {
        string left = string.Join("\n  ", before.ChangesTo(Content(folder, overwrites)));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        string[] changes = before.ChangesTo(Content(folder, overwrites));
        Assert.True(changes.Length == 0, $"{string.Join('\n', changes)}\nbefore:\n  {left}\nrvfs undo:\n{said}");
        Assert.True(code is 0 || (code == 1 && said.Contains("nothing that could be taken back", StringComparison.Ordinal)), said);
    }
}
