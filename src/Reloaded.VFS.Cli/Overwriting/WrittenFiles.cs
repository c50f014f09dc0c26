using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>Files that the last recorded run has written, by the mod or the folder that has it. Immutable.</summary>
/// <param name="Program">The file name of the program, empty if it isn't known.</param>
/// <param name="Began">The time at which the run began, UTC.</param>
/// <param name="Owners">The mods and folders, by name.</param>
internal sealed record WrittenFiles(string Program, DateTime Began, IReadOnlyList<WrittenOwner> Owners)
{
    private const int MostShown = 10;

    /// <summary>Returns the files that the last recorded run has written, or null if no run is recorded.</summary>
    /// <param name="configuration">The configuration of the game, with its defaults and host paths.</param>
    public static WrittenFiles? Find(VfsConfiguration configuration)
    {
        if (JournaledFolder.Find(configuration) is not { Journal: { IsOvertaken: false } journal })
            return null;
        return new WrittenFiles(journal.Program, journal.Began, [
            .. journal.Records.Where(record => record.Kind is UndoKind.New or UndoKind.File or UndoKind.Unkept)
                .GroupBy(record => OwnerOf(record, journal.Policy))
                .Select(group => new WrittenOwner(group.Key.Mod, group.Key.Folder,
                    [.. group.Select(record => (record.Path, record.Kind == UndoKind.New))]))
                .OrderBy(owner => owner.Name, StringComparer.OrdinalIgnoreCase)]);
    }

    /// <summary>Writes a few lines; nothing if nothing was written.</summary>
    public void Write(TextWriter output)
    {
        if (Owners.Count == 0)
            return;
        output.WriteLine();
        output.WriteLine(FormattableString.Invariant(
            $"Written by {(Program.Length == 0 ? "the last run" : Program)}, {Began.ToLocalTime():yyyy-MM-dd HH:mm}:"));
        foreach (WrittenOwner owner in Owners)
        {
            int made = owner.Files.Count(file => file.IsNew);
            output.WriteLine(FormattableString.Invariant($"  {owner.Name}: {made:N0} new, {owner.Files.Count - made:N0} changed or deleted"));
            foreach ((string path, _) in owner.Files.Take(MostShown))
                output.WriteLine($"    {path}");
            if (owner.Files.Count > MostShown)
                output.WriteLine(FormattableString.Invariant($"    and {owner.Files.Count - MostShown:N0} more: rvfs undo --list"));
        }
    }

    private static (string? Mod, string? Folder) OwnerOf(in UndoRecord record, WritePolicy policy)
    {
        if (policy == WritePolicy.Overwrite)
            return (null, WrittenOwner.OverwriteFolder);
        string[] names = record.Path.Split('\\', 3);
        return names is ["mods", var mod, _] ? (mod, null) : (null, names[0]);
    }
}

/// <summary>A mod or a folder in which a run has written files. Immutable.</summary>
/// <param name="Mod">The mod, or null.</param>
/// <param name="Folder">The name of the folder that isn't a mod's, or null.</param>
/// <param name="Files">The files, and whether there was none of that name before.</param>
internal sealed record WrittenOwner(string? Mod, string? Folder, IReadOnlyList<(string Path, bool IsNew)> Files)
{
    /// <summary>The value of <see cref="Folder"/> for the overwrite folder.</summary>
    public const string OverwriteFolder = "overwrite";

    /// <summary>Gets the name as a sentence has it.</summary>
    public string Name => Mod is not null ? $"the mod '{Mod}'" : Folder switch
    {
        OverwriteFolder => "the overwrite folder",
        "game" => "the game's folder",
        var other => other!,
    };
}
