using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The setup of a run's journal at a start: a start that is alone begins a run, any other joins the current one.</summary>
internal static class JournalSetup
{
    /// <summary>Begins or joins a run. Returns null if there is no journal: the game runs without.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="isAlone">True if no other process uses the folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    /// <param name="unkept">Called for files that can't be restored.</param>
    public static RunJournal? Open(string overwrite, bool isAlone, VfsConfiguration configuration, List<Diagnostic> diagnostics,
        Action<Diagnostic> unkept)
    {
        string folder = OverwritePlaces.JournalOf(overwrite);
        try
        {
            if (isAlone && !TryFinish(overwrite, configuration, diagnostics))
                return null;
            if (isAlone)
                UndoJournal.Begin(overwrite, Path.GetFileName(OwnProcess.Program), configuration.Writes);
            if (UndoJournal.PolicyOf(overwrite) != configuration.Writes || UndoJournal.IsInterruptedIn(folder))
                return null;
            var journal = new RunJournal(NtPath.ToLongWin32(NtPath.From(folder)), (long)configuration.LargestCopy << 20,
                (path, cause) => unkept(ToWarning(path, cause)));
            journal.MarkRunning();
            return journal;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            diagnostics.Add(ToWarning(folder, e));
            return null;
        }
    }

    /// <summary>
    /// Returns the folders in which the game's changes are recorded under the policy <c>game</c>, or null if nothing is recorded.
    /// </summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    /// <param name="unkept">Called for files that can't be restored.</param>
    public static JournaledFolders? OpenInPlace(VfsConfiguration configuration, List<Diagnostic> diagnostics, Action<Diagnostic> unkept)
    {
        string overwrite = OverwritePlaces.FolderOf(configuration);
        try
        {
            if (!configuration.Undo && UndoJournal.PolicyOf(overwrite) != WritePolicy.Game)
                return null;
            Directory.CreateDirectory(OverwritePlaces.TemporaryOf(overwrite));
            using StartLock startLock = StartLock.Acquire(overwrite);
            if (!configuration.Undo)
            {
                Discard(overwrite, startLock.IsAlone);
                return null;
            }

            return Open(overwrite, startLock.IsAlone, configuration, diagnostics, unkept) is { } journal
                ? new JournaledFolders(UndoRoots.Of(WritePolicy.Game, overwrite, configuration).Select(ToRoot), journal)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            diagnostics.Add(ToWarning(overwrite, e));
            return null;
        }
    }

    /// <summary>
    /// Discards the journal, because this process records nothing: what was recorded before isn't the last run, or isn't all of it.
    /// </summary>
    private static void Discard(string overwrite, bool isAlone)
    {
        if (isAlone)
            UndoJournal.Discard(overwrite);
        else
            DiskRemoval.DeleteFile(UndoJournal.WholeFileOf(OverwritePlaces.JournalOf(overwrite)));
    }

    /// <summary>Creates a root that excludes the VFS's own folder in a target, except for the mods in it.</summary>
    private static JournaledRoot ToRoot(UndoRoot root) =>
        new(root.Name, NtPath.WithoutBackslash(NtPath.From(root.Folder)).ToString(), root.IsMods ? "" : VfsConfiguration.FolderName);

    /// <summary>Completes an 'rvfs undo' that was killed: a run can't begin in the middle of it.</summary>
    private static bool TryFinish(string overwrite, VfsConfiguration configuration, List<Diagnostic> diagnostics)
    {
        if (UndoJournal.Read(overwrite) is not { IsInterrupted: true } journal)
            return true;
        if (journal.Links.Count > 0 && NtFunctions.IsWine)
        {
            diagnostics.Add(Diagnostic.Warning(
                "the last run wasn't completely taken back: it changed files behind links, which Wine doesn't show; "
                    + "what this run writes can't be taken back", file: overwrite, fix: "end the game, and run 'rvfs undo' on Linux"));
            return false;
        }

        IReadOnlyList<UndoRoot> roots = UndoRoots.Of(journal.Policy, overwrite, configuration);
        var plan = new UndoPlan(journal, overwrite, roots, () => path => path);
        bool isDone = plan.Run();
        if (!isDone)
        {
            (string path, string cause) = plan.Kept[^1];
            diagnostics.Add(Diagnostic.Warning(
                $"the last run couldn't be completely taken back: {cause}; what this run writes can't be taken back",
                file: journal.Policy == WritePolicy.Overwrite ? Path.Combine(overwrite, path) : path,
                fix: "end the game, and run 'rvfs undo' again"));
        }

        return isDone;
    }

    private static Diagnostic ToWarning(string folder, Exception e) =>
        Diagnostic.Warning($"'rvfs undo' can't take this run back: {ErrorCause.Of(e)}", file: folder);

    private static Diagnostic ToWarning(string path, string cause) =>
        Diagnostic.Warning($"'rvfs undo' can't bring this file back: {cause}", file: NtPath.ToWin32(path));
}
