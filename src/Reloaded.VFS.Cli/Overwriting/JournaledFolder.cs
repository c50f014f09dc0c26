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

    /// <summary>What taking that run back does.</summary>
    public UndoPlan Plan() =>
        new(Journal, Folder, UndoRoots.Of(Journal.Policy, Folder, Configuration),
            () => OperatingSystem.IsWindows() ? path => path : new RememberedNames().Find);
}
