using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>The overwrite folder beside which the journal of the last run lies.</summary>
/// <param name="Folder">The overwrite folder, a host path.</param>
/// <param name="Journal">The journal of that run.</param>
/// <param name="Configuration">With its defaults; host paths.</param>
internal sealed record JournaledFolder(string Folder, UndoJournal Journal, VfsConfiguration Configuration)
{
    /// <summary>
    /// Finds it: the folder of the configuration, or the one in the user's local data that a game's folder which can't be written gives way
    /// to, whichever was written to last. Null where neither has a journal.
    /// </summary>
    /// <param name="configuration">With its defaults; host paths.</param>
    /// <exception cref="IOException">A journal can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A journal may not be read.</exception>
    public static JournaledFolder? Find(VfsConfiguration configuration) => new[]
        {
            OverwritePlaces.FolderOf(configuration), OverwritePlaces.LocalOf(configuration),
        }
        .OfType<string>()
        .Select(folder => UndoJournal.Read(folder) is { } journal ? new JournaledFolder(folder, journal, configuration) : null)
        .MaxBy(found => found?.Journal.Began);

    /// <summary>What that run has changed, for a message.</summary>
    public string Changed => Journal.Policy == WritePolicy.Overwrite ? Folder : Configuration.Targets[0];

    /// <summary>Whether the journal, and what taking that run back would do, are what they were.</summary>
    /// <param name="plan">What it would have done.</param>
    /// <param name="now">What it would do now.</param>
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

    /// <summary>What taking that run back does.</summary>
    /// <param name="takesLater">Whether files are taken back, too, that were changed after that run.</param>
    public UndoPlan Plan(bool takesLater) =>
        new(Journal, Folder, UndoRoots.Of(Journal.Policy, Folder, Configuration),
            () => OperatingSystem.IsWindows() ? path => path : new RememberedNames().Find, takesLater);
}
