namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// What may differ in letter case once the game has saved (<c>docs/writes.md</c>): a name that a mod supplies, or a folder that it is in,
/// may have the letters that it had before.
/// </summary>
internal static class SavedLetterCase
{
    private const string Mark = "\n> ";

    /// <summary>
    /// The VFS's output with such names as the merged folder has them, from a command on (0 the first): lines that differ in letter case
    /// alone and tell of a file that a mod supplied at the start, or of a folder that it is in. Under the policy <c>overwrite</c> the
    /// game's own names keep theirs, too.
    /// </summary>
    public static string AsExpected(RandomTree tree, string right, string seen, int firstCommand, bool alsoGames = false)
    {
        string[] expected = right.Split(Mark), actual = seen.Split(Mark);
        for (int i = firstCommand; i < Math.Min(expected.Length, actual.Length); i++)
            actual[i] = Adjust(tree, expected[i].Split('\n'), actual[i].Split('\n'), alsoGames ? 0 : 1);
        return string.Join(Mark, actual);
    }

    private static string Adjust(RandomTree tree, string[] expected, string[] actual, int firstOwner)
    {
        if (expected.Length == actual.Length)
        {
            for (int i = 0; i < actual.Length; i++)
            {
                if (expected[i] != actual[i] && string.Equals(expected[i], actual[i], StringComparison.OrdinalIgnoreCase)
                    && TellsOfName(tree, actual[i], firstOwner))
                    actual[i] = expected[i];
            }
        }

        return string.Join('\n', actual);
    }

    private static bool TellsOfName(RandomTree tree, string line, int firstOwner)
        =>
        tree.Files.Any(file =>
            file.Any(name => line.Contains(name, StringComparison.OrdinalIgnoreCase))
            && tree.Owners(file).Any(owner => owner >= firstOwner));
}
