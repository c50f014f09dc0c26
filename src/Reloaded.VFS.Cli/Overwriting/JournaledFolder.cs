using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>The overwrite folder beside which the journal of the last run lies.</summary>
/// <param name="Folder">The overwrite folder, a host path.</param>
/// <param name="Journal">The journal of that run.</param>
/// <param name="Configuration">The configuration, with its defaults and host paths.</param>
internal sealed record JournaledFolder(string Folder, UndoJournal Journal, VfsConfiguration Configuration)
{
    /// <summary>
    /// Finds the overwrite folder with the newer journal: the configured one, or the one in the user's local data that replaces a folder
    /// that can't be written. Returns null if neither has one.
    /// </summary>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <exception cref="IOException">A journal can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A journal may not be read.</exception>
    public static JournaledFolder? Find(VfsConfiguration configuration) => new[]
        {
            OverwritePlaces.FolderOf(configuration), OverwritePlaces.LocalOf(configuration),
        }
        .OfType<string>()
        .Select(folder => UndoJournal.Read(folder) is { } journal ? new JournaledFolder(folder, journal, configuration) : null)
        .MaxBy(found => found?.Journal.Began);

    /// <summary>Gets the folder that the run has changed, for a message.</summary>
    public string Changed => Journal.Policy == WritePolicy.Overwrite ? Folder : Configuration.Targets[0];

    /// <summary>Determines whether the journal, and what undoing the run would do, are unchanged.</summary>
    /// <param name="plan">The earlier plan.</param>
    /// <param name="now">The current plan.</param>
    /// <param name="takesLater">As for <see cref="Plan"/>.</param>
    public bool IsUnchanged(UndoPlan plan, bool takesLater, out UndoPlan now)
    {
        now = plan;
        if (Find(Configuration) is not { } found)
            return false;
        now = found.Plan(takesLater);
        return found.Folder == Folder && found.Journal.Began == Journal.Began && found.Journal.IsOvertaken == Journal.IsOvertaken
            && found.Journal.Records.Count == Journal.Records.Count && now.Steps.SequenceEqual(plan.Steps)
            && now.Kept.SequenceEqual(plan.Kept);
    }

    /// <summary>Returns the plan for undoing the run.</summary>
    /// <param name="takesLater">True if files that were changed after the run are restored, too.</param>
    public UndoPlan Plan(bool takesLater) =>
        new(Journal, Folder, UndoRoots.Of(Journal.Policy, Folder, Configuration),
            () => OperatingSystem.IsWindows() ? path => path : new RememberedNames().Find, takesLater,
            OperatingSystem.IsWindows() ? null : Statx.GetCreationTime);
}

/// <summary>The files that the last recorded run has written, grouped by the mod or the folder that has them. Immutable.</summary>
/// <param name="Program">The file name of the program, empty if it isn't known.</param>
/// <param name="Began">The time at which the run began, UTC.</param>
/// <param name="Owners">The mods and folders, by name.</param>
internal sealed record WrittenFiles(string Program, DateTime Began, IReadOnlyList<WrittenOwner> Owners)
{
    /// <summary>Returns what the last recorded run has written and what differs from before, or null if no run is recorded.</summary>
    /// <param name="configuration">The configuration of the game, with its defaults and host paths.</param>
    public static WrittenFiles? Find(VfsConfiguration configuration)
    {
        if (JournaledFolder.Find(configuration) is not { Journal: { IsOvertaken: false, Program: not OverwriteClearing.Program } journal } found)
            return null;
        IEnumerable<WrittenEntry> uncopied = journal.Records.Where(record => record.Kind == UndoKind.Unkept)
            .Select(record => new WrittenEntry(WrittenKind.Changed, record.Path));
        return new WrittenFiles(journal.Program, journal.Began, WrittenOwner.Group(
            found.Plan(takesLater: true).Steps.Select(EntryOf).OfType<WrittenEntry>().Concat(uncopied)
                .DistinctBy(entry => entry.Path, NameComparer.Instance)
                .Select(entry => (ModOf(entry.Path, journal.Policy), FolderOf(entry.Path, journal.Policy), entry))));
    }

    /// <summary>Writes a few lines; nothing if nothing was written.</summary>
    public void Write(TextWriter output)
    {
        if (Owners.Count == 0)
            return;
        output.WriteLine();
        output.WriteLine($"Written by {(Program.Length == 0 ? "the last run" : Program)}, {Began.ToLocalTime():yyyy-MM-dd HH:mm}:");
        WrittenOwner.Write(output, Owners, ": rvfs undo --list");
    }

    /// <summary>Returns the change that a step takes back. Null if the step concerns another name's file.</summary>
    private static WrittenEntry? EntryOf(UndoStep step)
    {
        bool isMarker = HideMarker.IsMarker(step.Path);
        return step.Act switch
        {
            UndoAct.Remove when isMarker => new(WrittenKind.Deleted, step.Path[..^HideMarker.Ending.Length]),
            UndoAct.Remove => new(WrittenKind.New, step.Path),
            UndoAct.RemoveFolder => new(WrittenKind.New, step.Path, IsFolder: true),
            UndoAct.PutBack when !isMarker => new(WrittenKind.Changed, step.Path),
            UndoAct.BringBack when !isMarker => new(WrittenKind.Deleted, step.Path),
            UndoAct.BringBackFolder => new(WrittenKind.Deleted, step.Path, IsFolder: true),
            // A marker that the run has deleted makes a name visible again, which has a step of its own if the run has made it.
            _ => null,
        };
    }

    private static string? ModOf(string path, WritePolicy policy) =>
        policy == WritePolicy.Game && path.Split('\\', 3) is ["mods", var mod, _] ? mod : null;

    private static string? FolderOf(string path, WritePolicy policy) =>
        policy == WritePolicy.Overwrite ? WrittenOwner.OverwriteFolder : ModOf(path, policy) is null ? path.Split('\\', 2)[0] : null;
}
