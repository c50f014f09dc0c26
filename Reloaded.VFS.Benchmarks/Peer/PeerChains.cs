using System.Globalization;
using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// The number of entries that the peer visits in its tables for a hit, on which its times depend if a folder has many names.
/// </summary>
/// <remarks>The tables chain the entries of one slot in the order of insertion.</remarks>
internal static class PeerChains
{
    /// <summary>
    /// Describes the peer's look-up tree in a line: the entries visited for a file, on average over all files and at most; and the number
    /// of names.
    /// </summary>
    public static string Describe(RedirectionTreeManager manager)
    {
        long files = 0, inNames = 0, inFolders = 0;
        int longest = 0;
        int[] folders = GetDepths(manager.Lookup.SubfolderToFiles);
        int at = 0;
        foreach (SpanOfCharDict<RedirectionTreeTarget> folder in GetValues(manager.Lookup.SubfolderToFiles))
        {
            int[] depths = GetDepths(folder);
            files += depths.Length;
            inNames += depths.Sum(depth => (long)depth);
            inFolders += (long)folders[at++] * depths.Length;
            longest = Math.Max(longest, depths.Max());
        }

        return string.Create(CultureInfo.InvariantCulture,
            $"{(double)inFolders / files:0.00} folders and {(double)inNames / files:0.00} names visited for a hit on average, at most "
                + $"{longest} names; {files} names in all");
    }

    /// <summary>Returns for each entry the number of entries visited to find it.</summary>
    private static int[] GetDepths<T>(SpanOfCharDict<T> table)
    {
        int[] depths = new int[table.Count];
        Array.Fill(depths, 1);
        using SpanOfCharDict<T>.EntryEnumerator entries = table.GetEntryEnumerator();
        for (int i = 0; entries.MoveNext(); i++)
        {
            if (entries.Current.NextItem > 0)
                depths[entries.Current.NextItem - 1] = depths[i] + 1;
        }

        return depths;
    }

    private static IEnumerable<T> GetValues<T>(SpanOfCharDict<T> table)
    {
        using SpanOfCharDict<T>.EntryEnumerator entries = table.GetEntryEnumerator();
        while (entries.MoveNext())
            yield return entries.Current.Value;
    }
}
