namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The states of a whole tree that a kill in the middle of a command of <see cref="RandomSaves"/> may leave: the one before the command,
/// the one after it, and, if the command makes several system calls, those between. For example, a rename leaves one of the two names.
/// </summary>
internal static class StatesBetweenCalls
{
    /// <summary>Determines whether a state is one of them.</summary>
    /// <param name="command">The command, its words separated by " | ".</param>
    /// <param name="before">The state before the command.</param>
    /// <param name="after">The state after the command.</param>
    /// <param name="now">The state that a kill has left.</param>
    public static bool Contain(string command, TreeState before, TreeState after, TreeState now)
    {
        if (IsSame(now, before) || IsSame(now, after))
            return true;
        string[] changed = before.DifferencesTo(after);
        return command.Split(' ')[0] switch
        {
            // Opened, then written: a new or truncated file is empty between the two calls.
            "create" or "createnew" or "truncate" => IsEmptied(changed, before, now),
            "openalways" => IsEmptied(NewOf(changed, before), before, now),
            "copy" => IsPartOfCopy(changed, before, after, now),
            // The backup's name exists, and is empty, before the old file gets it.
            "replace" => IsEmptied(NewOf(changed, before), before, now)
                || Replacing(changed, before, after).Any(between => IsSame(now, between)),
            "rdall" => IsPartlyRemoved(before, after, now),
            // The handle that would undo the deletion is closed instead.
            "rdundo" => before.DifferencesTo(now) is [var folder]
                && before.Of(folder) == TreeState.Folder && now.Of(folder) == TreeState.Gone && !before.HasBelow(folder),
            _ => false,
        };
    }

    private static bool IsSame(TreeState one, TreeState other) => one.DifferencesTo(other).Length == 0;

    private static string[] NewOf(string[] changed, TreeState before) =>
        Array.FindAll(changed, name => before.Of(name) == TreeState.Gone);

    private static bool IsEmptied(string[] changed, TreeState before, TreeState now) =>
        changed.Length > 0 && Array.TrueForAll(changed, name => now.SizeOf(name) == 0)
        && IsSame(now, before.With(changed.Select(name => (name, now.Of(name)))));

    private static bool IsPartOfCopy(string[] changed, TreeState before, TreeState after, TreeState now) =>
        changed.Length > 0 && Array.TrueForAll(changed, name => now.SizeOf(name) >= 0 && now.SizeOf(name) < after.SizeOf(name))
        && IsSame(now, before.With(changed.Select(name => (name, now.Of(name)))));

    /// <summary>Returns the states in which the old file has the backup's name and the new file still its own.</summary>
    private static IEnumerable<TreeState> Replacing(string[] changed, TreeState before, TreeState after)
    {
        string? replacement = Array.Find(changed, name => after.Of(name) == TreeState.Gone);
        if (replacement is null)
            yield break;
        foreach (string replaced in changed.Where(name => before.Of(name) != TreeState.Gone && after.Of(name) == before.Of(replacement)))
        {
            yield return before.With(changed.Where(name => name != replacement)
                .Select(name => (name, name == replaced ? TreeState.Gone : after.Of(name))));
        }
    }

    /// <summary>
    /// Determines whether a folder is partly removed: file by file, each folder once it is empty; remaining names are unchanged.
    /// </summary>
    private static bool IsPartlyRemoved(TreeState before, TreeState after, TreeState now)
    {
        string[] removed = before.DifferencesTo(after);
        return Array.TrueForAll(before.DifferencesTo(now), name => now.Of(name) == TreeState.Gone
            && removed.Contains(name, StringComparer.OrdinalIgnoreCase) && !now.HasBelow(name));
    }
}
