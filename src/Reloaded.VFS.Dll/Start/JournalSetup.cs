using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The journal of the overwrite folder at a start: a start that is alone begins a run, any other joins the one that is under way.
/// </summary>
internal static class JournalSetup
{
    /// <summary>Begins or joins a run. Null where there is no journal: the game goes on without.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="isAlone">Whether no other process uses it.</param>
    /// <param name="largest">The most bytes that a file may have to be copied.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <param name="unkept">Hears of files that can't be brought back.</param>
    public static OverwriteJournal? Open(string overwrite, bool isAlone, long largest, List<Diagnostic> diagnostics,
        Action<Diagnostic> unkept)
    {
        string folder = OverwritePlaces.JournalOf(overwrite);
        try
        {
            if (isAlone && !TryFinish(overwrite, diagnostics))
                return null;
            if (isAlone)
                UndoJournal.Begin(overwrite, Path.GetFileName(GameProcess.Program));
            return Directory.Exists(folder) && !UndoJournal.IsInterruptedIn(folder)
                ? new OverwriteJournal(NtPath.ToLongWin32(NtPath.From(folder)), largest, (path, cause) => unkept(ToWarning(path, cause)))
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            diagnostics.Add(Diagnostic.Warning($"'rvfs undo' can't take this run back: {e.Message.TrimEnd('.')}") with { File = folder });
            return null;
        }
    }

    /// <summary>Ends what an 'rvfs undo' that was killed has begun: a run can't begin in the middle of another one.</summary>
    private static bool TryFinish(string overwrite, List<Diagnostic> diagnostics)
    {
        if (UndoJournal.Read(overwrite) is not { IsInterrupted: true } journal)
            return true;
        var plan = new UndoPlan(journal, overwrite, () => path => path);
        bool isDone = plan.Run();
        if (!isDone)
        {
            (string path, string cause) = plan.Kept[^1];
            diagnostics.Add(Diagnostic.Warning(
                $"the last run couldn't be taken back whole: {cause}; what this run writes can't be taken back") with
            {
                File = Path.Combine(overwrite, path),
                Fix = "end the game, and run 'rvfs undo' again",
            });
        }

        return isDone;
    }

    private static Diagnostic ToWarning(string path, string cause) =>
        Diagnostic.Warning($"'rvfs undo' can't bring this file back: {cause}") with { File = NtPath.ToWin32(path) };
}
