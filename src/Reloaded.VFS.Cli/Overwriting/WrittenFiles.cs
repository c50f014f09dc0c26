using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>What the last recorded run has written, by the mod or the folder that has it.</summary>
internal static class WrittenFiles
{
    private const int MostShown = 10;

    /// <summary>Writes a few lines about the last recorded run; nothing if no run is recorded.</summary>
    /// <param name="output">The output.</param>
    /// <param name="configuration">The configuration of the game, with its defaults and host paths.</param>
    public static void Write(TextWriter output, VfsConfiguration configuration)
    {
        if (JournaledFolder.Find(configuration) is not { Journal: var journal })
            return;
        string program = journal.Program.Length == 0 ? "the last run" : journal.Program;
        UndoRecord[] files = [.. journal.Records.Where(record => record.Kind is UndoKind.New or UndoKind.File or UndoKind.Unkept)];
        if (files.Length == 0)
            return;
        output.WriteLine();
        output.WriteLine(FormattableString.Invariant($"Written by {program}, {journal.Began.ToLocalTime():yyyy-MM-dd HH:mm}:"));
        foreach (IGrouping<string, (string Owner, UndoRecord Record)> group in files.Select(record => (Owner: OwnerOf(record, journal.Policy), record))
            .GroupBy(one => one.Owner, StringComparer.OrdinalIgnoreCase).OrderBy(group => group.Key, StringComparer.OrdinalIgnoreCase))
        {
            (string Owner, UndoRecord Record)[] all = [.. group];
            int made = all.Count(one => one.Record.Kind == UndoKind.New);
            output.WriteLine(FormattableString.Invariant($"  {group.Key}: {made:N0} new, {all.Length - made:N0} changed or deleted"));
            foreach ((_, UndoRecord record) in all.Take(MostShown))
                output.WriteLine($"    {record.Path}");
            if (all.Length > MostShown)
                output.WriteLine(FormattableString.Invariant($"    and {all.Length - MostShown:N0} more: rvfs undo --list"));
        }
    }

    private static string OwnerOf(in UndoRecord record, WritePolicy policy)
    {
        if (policy == WritePolicy.Overwrite)
            return "the overwrite folder";
        string[] names = record.Path.Split('\\', 3);
        return names is ["mods", var mod, ..] ? $"the mod '{mod}'" : names[0] == "game" ? "the game's folder" : names[0];
    }
}
