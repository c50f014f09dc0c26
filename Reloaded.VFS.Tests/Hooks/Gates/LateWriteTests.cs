using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Hooks.Gates;

/// <summary>
/// Tests of a game's DLL that writes when a thread and the process end (<c>Native/starting/late_writer.c</c>), when managed code can't run
/// and decide where the file belongs: under "overwrite" nothing of the game or of a mod changes, and a journal is marked as incomplete.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LateWriteTests
{
    private static readonly string[] Changes =
        ["write", "write a mod's", "make", "delete", "move", "make a folder", "attributes"];

    [RealProcessFact]
    public void UnderOverwriteNothingChanges()
    {
        using MergedFolder folder = Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string[] said = Run(folder);
        foreach (string when in (string[])["thread", "process"])
        {
            Assert.All(Changes, change => Assert.Contains($"{when}: {change}: denied", said));
            Assert.Contains($"{when}: read: done", said);
        }
    }

    [RealProcessFact]
    public void AJournalIsNotWholeThen()
    {
        using MergedFolder folder = Build();
        RecordedRuns.Configure(folder, overwrites: false);
        string[] said = Run(folder);
        Assert.Contains("process: write: done", said);
        Assert.False(File.Exists(Path.Combine(RecordedRuns.Journal(folder), "whole")), "the journal says that it is whole");
        (_, string undone) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.DoesNotContain("as it was before", undone, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Without "overwrite" and a journal, such calls are passed on.</summary>
    [RealProcessFact]
    public void WithoutEitherTheCallsAreMade()
    {
        using MergedFolder folder = Build();
        string[] said = Run(folder);
        Assert.Contains("thread: write: done", said);
        Assert.Contains("process: delete: failed", said);
    }

    private static string[] Run(MergedFolder folder)
    {
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "late.exe"), ["late_writer.dll"], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n').Select(line => line.TrimEnd('\r'))];
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", "Data/only-game.txt = own\nData/a.txt = own\nData/gone.txt = own\nData/moved.txt = own\n"),
        [FixtureTree.Parse("mod", "Data/a.txt = mod\n")],
        (NativePrograms.Get("late.exe"), "late.exe"), (NativePrograms.Get("late_writer.dll"), "late_writer.dll"));
}
