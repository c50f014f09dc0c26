using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>Files that two mods have, of which one wins. Immutable.</summary>
/// <param name="Winner">The mod whose files are seen.</param>
/// <param name="Loser">The mod whose files aren't.</param>
/// <param name="Files">Paths of files with different content.</param>
/// <param name="Identical">Paths of files that are the same in both, byte by byte: it doesn't matter who wins.</param>
internal sealed record ConflictPair(string Winner, string Loser, IReadOnlyList<string> Files, IReadOnlyList<string> Identical);

/// <summary>Groups conflicts by the two mods that fight. Reads files of the same size to compare them, several at a time.</summary>
internal static class ConflictPairs
{
    /// <summary>The pairs, those with most files first.</summary>
    /// <param name="conflicts">Files that several mods have; what is a file to one and a folder to another is passed over.</param>
    public static List<ConflictPair> Of(IReadOnlyList<ResolvedName> conflicts)
    {
        ResolvedName[] files = [.. conflicts.Where(conflict => !conflict.IsClash && !conflict.IsFolder && conflict.Winner.Mod is not null)];
        var found = new List<(string Loser, bool IsSame)>[files.Length];
        Parallel.For(0, files.Length, i =>
        {
            using var winner = new ComparedFile(files[i].Winner.Path);
            found[i] = [.. files[i].Losers.Where(loser => loser.Mod is not null)
                .Select(loser => (loser.Mod!, winner.IsSame(loser.Path)))];
        });
        var pairs = new Dictionary<(string Winner, string Loser), (List<string> Files, List<string> Identical)>();
        for (int i = 0; i < files.Length; i++)
        {
            foreach ((string loser, bool isSame) in found[i])
            {
                if (!pairs.TryGetValue((files[i].Winner.Mod!, loser), out (List<string> Files, List<string> Identical) pair))
                    pairs.Add((files[i].Winner.Mod!, loser), pair = ([], []));
                (isSame ? pair.Identical : pair.Files).Add(files[i].Path);
            }
        }

        return [.. pairs.Select(pair => new ConflictPair(pair.Key.Winner, pair.Key.Loser, pair.Value.Files, pair.Value.Identical))
            .OrderByDescending(pair => pair.Files.Count)];
    }
}
