using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>rvfs undo</c> for a game with several targets: each is as it was before the last run, under both policies.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoTargetsTests
{
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void EveryTargetIsWhatItWas(bool overwrites)
    {
        using MergedFolder folder = WritingTests.Build();
        string docs = Path.Combine(folder.Root, "v", "docs");
        FixtureTree.Parse("docs", "Data/a.txt = docs a\nData/only-docs.txt = docs only\nSaves/1.sav = one\nSaves/2.sav = two\n")
            .WriteTo(docs);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites, """, "targets": ["..", "../../docs"]""");
        OverwriteRuns.Run(folder, """
            append | Data\b.txt | _earlier
            append | ..\docs\Data\only-docs.txt | _earlier
            create | ..\docs\Saves\earlier.sav | earlier
            delete | ..\docs\Saves\1.sav
            """);
        FolderContent before = RecordedRuns.Content(folder, overwrites), docsBefore = FolderContent.Read(docs);
        OverwriteRuns.Run(folder, """
            append | Data\a.txt | _game
            append | Data\b.txt | _game
            append | ..\docs\Data\a.txt | _docs
            truncate | ..\docs\Data\only-docs.txt | short
            rename | ..\docs\Saves\2.sav | Data\2.sav
            rename | Data\only-game.txt | ..\docs\Saves\from-game.txt
            delete | ..\docs\Saves\earlier.sav
            delete | ..\docs\Data\only-mod.txt
            mkdir | ..\docs\New
            create | ..\docs\New\n.txt | new
            create | ..\docs\ModFolder\n.txt | new
            """);
        Assert.NotEmpty(before.ChangesTo(RecordedRuns.Content(folder, overwrites)));
        (int code, string said) = OverwriteRuns.LaunchOnProgram(folder, "undo", "--yes");
        Assert.True(code == 0, said);
        Assert.Contains(@"docs\New\n.txt", said, StringComparison.Ordinal);
        string[] changes = [
            .. before.ChangesTo(RecordedRuns.Content(folder, overwrites)), .. docsBefore.ChangesTo(FolderContent.Read(docs))];
        Assert.True(changes.Length == 0, $"{string.Join('\n', changes)}\n{said}");
    }
}
