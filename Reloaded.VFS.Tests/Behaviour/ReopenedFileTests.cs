using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of files that a game opens for reading, and then reopens for writing by the handle alone (<c>Native/system/reopened.c</c>): under
/// every policy they are written where that policy puts a file that is opened by its name.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ReopenedFileTests
{
    [RealProcessTheory]
    [InlineData(@"Data\own.txt")]
    [InlineData(@"Data\a.txt")]
    [InlineData(@"Data\Only\b.txt")]
    public void UnderOverwriteTheFileItselfStays(string name)
    {
        using MergedFolder folder = Build();
        GameResult merged = Run(folder.Merged, name, vfs: false);
        using (UntouchedFiles.Overwrite(folder))
        {
            Assert.Equal(merged.Text, Run(folder.Game, name, vfs: true).Text);
            string place = OverwriteRuns.Place(folder, name.Replace('\\', '/'));
            // The third write begins at the same position as the second.
            Assert.Equal("thirdd", File.ReadAllText(place)[..6]);
        }
    }

    /// <summary>The game's own file and the mods' stay under <c>overwrite</c>, and no other file of the name comes to light.</summary>
    [RealProcessTheory]
    [InlineData(@"Data\own.txt", "dispose", false)]
    [InlineData(@"Data\a.txt", "dispose", false)]
    [InlineData(@"Data\Only\b.txt", "dispose", false)]
    [InlineData(@"Data\a.txt", "onclose", false)]
    [InlineData(@"Data\own.txt", "dispose", true)]
    [InlineData(@"Data\a.txt", "dispose", true)]
    [InlineData(@"Data\Only\b.txt", "dispose", true)]
    [InlineData(@"Data\own.txt", "onclose", true)]
    [InlineData(@"Data\a.txt", "onclose", true)]
    public void WhatIsReopenedAndDeletedIsGone(string name, string way, bool overwrites)
    {
        using MergedFolder folder = Build();
        GameResult merged = Run(folder.Merged, name, vfs: false, way);
        Assert.Equal("ReOpenFile: opened by its name deleted gone", merged.Text.Trim());
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        Assert.Equal(merged.Text, Run(folder.Game, name, vfs: true, way).Text);
    }

    [RealProcessTheory]
    [InlineData(@"Data\own.txt")]
    [InlineData(@"Data\a.txt")]
    public void WithAJournalTheChangeIsTakenBack(string name)
    {
        using MergedFolder folder = Build();
        GameResult merged = Run(folder.Merged, name, vfs: false);
        RecordedRuns.Configure(folder, overwrites: false);
        FolderContent before = RecordedRuns.Content(folder, overwrites: false);
        Assert.Equal(merged.Text, Run(folder.Game, name, vfs: true).Text);
        Assert.NotEmpty(before.ChangesTo(RecordedRuns.Content(folder, overwrites: false)));
        RecordedRuns.AssertTakenBack(folder, overwrites: false, before);
    }

    private static GameResult Run(string game, string name, bool vfs, params string[] way)
    {
        GameResult result = GameProcess.Run(Path.Combine(game, "reopened.exe"), [name, .. way], new GameOptions { Vfs = vfs });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains(way.Length == 0 ? "ReOpenFile: opened written" : "ReOpenFile: opened", result.Text, StringComparison.Ordinal);
        return result;
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", "Data/own.txt = the game's own\nData/a.txt = the game's own\n"),
        [FixtureTree.Parse("mod", "Data/a.txt = the mod's own\nData/Only/b.txt = the mod's own\n")],
        (NativePrograms.Get("reopened.exe"), "reopened.exe"));
}
