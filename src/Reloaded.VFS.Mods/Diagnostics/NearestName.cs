namespace Reloaded.VFS.Mods.Diagnostics;

/// <summary>Finds the name that was probably meant by a misspelt one, for "did you mean".</summary>
internal static class NearestName
{
    /// <summary>The maximum length of names that are compared, because the work grows with the product of the lengths.</summary>
    private const int LongestName = 128;

    /// <summary>Returns the candidate that is nearest to <paramref name="name"/>, ignoring case, or null if none is near.</summary>
    public static string? Find(string name, IEnumerable<string> candidates)
    {
        string? best = null;
        // A third of the letters may differ: "mod" finds "mods", "xyz" finds nothing.
        int bestDistance = Math.Max(1, name.Length / 3) + 1;
        // Every name of one letter is near another one.
        if (name.Length is < 2 or > LongestName)
            return null;
        foreach (string candidate in candidates)
        {
            if (candidate.Length > LongestName || Math.Abs(candidate.Length - name.Length) >= bestDistance)
                continue;
            int distance = Distance(name, candidate);
            if (distance < bestDistance)
                (best, bestDistance) = (candidate, distance);
        }

        return best;
    }

    /// <summary>Returns the number of mistakes that turn one name into the other, ignoring case. Two exchanged letters are one mistake.</summary>
    private static int Distance(string left, string right)
    {
        Span<int> before = stackalloc int[right.Length + 1], row = stackalloc int[right.Length + 1], next = stackalloc int[right.Length + 1];
        for (int j = 0; j <= right.Length; j++)
            row[j] = j;
        for (int i = 1; i <= left.Length; i++)
        {
            next[0] = i;
            for (int j = 1; j <= right.Length; j++)
            {
                int substitute = row[j - 1] + (IsSame(left[i - 1], right[j - 1]) ? 0 : 1);
                next[j] = Math.Min(substitute, 1 + Math.Min(row[j], next[j - 1]));
                if (i > 1 && j > 1 && IsSame(left[i - 1], right[j - 2]) && IsSame(left[i - 2], right[j - 1]))
                    next[j] = Math.Min(next[j], before[j - 2] + 1);
            }

            row.CopyTo(before);
            next.CopyTo(row);
        }

        return row[^1];
    }

    private static bool IsSame(char left, char right) => CaseFolding.ToUpper(left) == CaseFolding.ToUpper(right);
}
