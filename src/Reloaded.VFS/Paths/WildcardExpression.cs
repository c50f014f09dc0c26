using System.Numerics;

namespace Reloaded.VFS.Paths;

/// <summary>
/// Windows' wildcard expressions, as by <c>FsRtlIsNameInExpression</c>, in any letter case. Thread-safe; allocates nothing for names of up
/// to 2,047 units (Windows' have up to 255).
/// </summary>
/// <remarks>
/// <para>
/// <c>*</c> matches any text, <c>?</c> any one unit. <c>&lt;</c> (DOS_STAR) matches any text that doesn't extend across the name's last
/// dot: it may end with that dot, or be entirely after it. <c>&gt;</c> (DOS_QM) matches any one unit but a dot, and nothing before a dot or
/// at the end of the name; a dot at the end of the name is also matched by the <c>&gt;</c>s that end the expression. <c>"</c> (DOS_DOT)
/// matches a dot, or nothing at the end of the name.
/// </para>
/// <para>
/// Programs rarely write the last three: <c>FindFirstFile</c> makes them out of <c>*</c>, <c>?</c> and dots, and <c>*</c> out of
/// <c>*.*</c>, before it calls the kernel. <c>NtQueryDirectoryFile</c> takes the expression as it is: <c>*.*</c> there means a name with a
/// dot. So nothing is translated here.
/// </para>
/// <para>Rules: MS-FSA 2.1.4.4; if that is vague, what Windows did in Wine's conformance tests (ntdll/tests/directory.c).</para>
/// </remarks>
public static class WildcardExpression
{
    private const int StackWords = 32;

    /// <summary>Determines whether <paramref name="expression"/> has a wildcard; without one it is a plain name.</summary>
    public static bool HasWildcards(ReadOnlySpan<char> expression) => expression.IndexOfAny("*?<>\"") >= 0;

    /// <summary>Determines whether a directory query with this file name argument lists <paramref name="name"/>.</summary>
    /// <remarks>
    /// An empty argument lists all names. <c>..</c> is compared like <c>.</c>, so that <c>&lt;</c>, which <c>dir *.</c> asks for, lists
    /// both. Short names are up to the caller.
    /// </remarks>
    public static bool IsListed(ReadOnlySpan<char> expression, ReadOnlySpan<char> name) =>
        expression.IsEmpty || IsMatch(expression, name is ".." ? "." : name);

    /// <summary>Determines whether <paramref name="name"/> matches <paramref name="expression"/>.</summary>
    /// <remarks>
    /// An empty expression matches only the empty name, and the empty name matches no other expression. Takes time in proportion to at most
    /// the product of the two lengths; for the usual patterns to their sum.
    /// </remarks>
    public static bool IsMatch(ReadOnlySpan<char> expression, ReadOnlySpan<char> name)
    {
        if (expression.IsEmpty || name.IsEmpty)
            return expression.IsEmpty && name.IsEmpty;
        if (expression[0] == '*')
        {
            ReadOnlySpan<char> rest = expression[1..];
            if (rest.IsEmpty)
                return true;
            if (!HasWildcards(rest))
                return CaseFolding.EndsWith(name, rest);
        }
        else if (!HasWildcards(expression))
        {
            return CaseFolding.Equals(expression, name);
        }

        int words = (name.Length >> 6) + 1;
        return Run(expression, name, words <= StackWords ? stackalloc ulong[words] : new ulong[words]);
    }

    /// <summary>
    /// Walks the expression once with the set of positions in the name that the expression so far can reach: bit p of
    /// <paramref name="places"/> stands for the first p units.
    /// </summary>
    private static bool Run(ReadOnlySpan<char> expression, ReadOnlySpan<char> name, Span<ulong> places)
    {
        int end = name.Length;
        int afterLastDot = name.LastIndexOf('.') + 1;
        // From here on the expression is only '>'.
        int trailing = expression.TrimEnd('>').Length;
        places.Clear();
        places[0] = 1;

        for (int i = 0; i < expression.Length; i++)
        {
            char c = expression[i];
            switch (c)
            {
                case '*':
                    AddRange(places, First(places, 0), end);
                    break;
                case '<':
                    int behind = First(places, afterLastDot);
                    int before = First(places, 0);
                    if (before < afterLastDot)
                        AddRange(places, before, afterLastDot);
                    if (behind <= end)
                        AddRange(places, behind, end);
                    break;
                default:
                    if (c == '>' && i >= trailing && name[end - 1] == '.' && Has(places, end - 1))
                        return true;
                    if (!Step(places, c, name))
                        return false;
                    break;
            }
        }

        return Has(places, end);
    }

    /// <summary>Advances every position over what <paramref name="c"/> matches there, or drops it. Returns false if none is left.</summary>
    private static bool Step(Span<ulong> places, char c, ReadOnlySpan<char> name)
    {
        char folded = CaseFolding.ToUpper(c);
        ulong any = 0, carry = 0;
        for (int word = 0; word < places.Length; word++)
        {
            ulong left = places[word], stay = 0, move = 0;
            for (; left != 0; left &= left - 1)
            {
                int place = (word << 6) + BitOperations.TrailingZeroCount(left);
                ulong bit = left & (0 - left);
                bool atEnd = place == name.Length;
                bool atDot = !atEnd && name[place] == '.';
                switch (c)
                {
                    case '?':
                        move |= atEnd ? 0 : bit;
                        break;
                    case '>':
                        if (atEnd || atDot)
                            stay |= bit;
                        else
                            move |= bit;
                        break;
                    case '"':
                        stay |= atEnd ? bit : 0;
                        move |= atDot ? bit : 0;
                        break;
                    default:
                        move |= !atEnd && CaseFolding.ToUpper(name[place]) == folded ? bit : 0;
                        break;
                }
            }

            places[word] = stay | (move << 1) | carry;
            carry = move >> 63;
            any |= places[word];
        }

        return any != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Has(ReadOnlySpan<ulong> places, int place) => ((places[place >> 6] >> place) & 1) != 0;

    /// <summary>Returns the first position at or after <paramref name="from"/>; beyond every position if there is none.</summary>
    private static int First(ReadOnlySpan<ulong> places, int from)
    {
        int word = from >> 6;
        if (word >= places.Length)
            return int.MaxValue;
        ulong bits = places[word] & (ulong.MaxValue << from);
        while (bits == 0)
        {
            if (++word == places.Length)
                return int.MaxValue;
            bits = places[word];
        }

        return (word << 6) + BitOperations.TrailingZeroCount(bits);
    }

    /// <summary>Adds the positions from <paramref name="first"/> to <paramref name="last"/>, both included.</summary>
    private static void AddRange(Span<ulong> places, int first, int last)
    {
        for (int word = first >> 6; word <= last >> 6; word++)
        {
            ulong fromFirst = word == first >> 6 ? ulong.MaxValue << first : ulong.MaxValue;
            ulong toLast = word == last >> 6 ? ulong.MaxValue >> (63 - (last & 63)) : ulong.MaxValue;
            places[word] |= fromFirst & toLast;
        }
    }
}
