using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>The overwrite folder beside which the journal of the last run lies.</summary>
/// <param name="Folder">The overwrite folder, a host path.</param>
/// <param name="Journal">The journal of that run.</param>
/// <param name="Configuration">The configuration, with its defaults and host paths.</param>
internal sealed record JournaledFolder(string Folder, UndoJournal Journal, VfsConfiguration Configuration)
{
    /// <summary>
    /// Finds the configuration's folder, or the one in the user's local data that is used if the former can't be written, whichever has the
    /// newer journal. Returns null if neither has one.
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
    /// <param name="takesLater">Whether files that were changed after the run are restored, too.</param>
    public UndoPlan Plan(bool takesLater) =>
        new(Journal, Folder, UndoRoots.Of(Journal.Policy, Folder, Configuration),
            () => OperatingSystem.IsWindows() ? path => path : new RememberedNames().Find, takesLater);
}
