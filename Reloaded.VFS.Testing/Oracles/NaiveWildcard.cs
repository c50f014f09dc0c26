namespace Reloaded.VFS.Testing.Oracles;

/// <summary>A wildcard matcher that works by trying everything, rule by rule. For short inputs only: the time is exponential.</summary>
internal static class NaiveWildcard
{
    internal static bool IsMatch(string expression, string name)
    {
        if (expression.Length == 0 || name.Length == 0)
            return expression.Length == name.Length;
        return IsMatch(expression, 0, name, 0);
    }

    private static bool IsMatch(string expression, int e, string name, int n)
    {
        if (e == expression.Length)
            return n == name.Length;
        bool atEnd = n == name.Length;
        bool nothing() => IsMatch(expression, e + 1, name, n);
        bool one() => IsMatch(expression, e + 1, name, n + 1);
        bool more() => IsMatch(expression, e, name, n + 1);
        switch (expression[e])
        {
            case '*':
                return nothing() || (!atEnd && more());
            case '<':
                return nothing() || (!atEnd && (n == name.LastIndexOf('.') ? one() : more()));
            case '?':
                return !atEnd && one();
            case '>' when atEnd:
                return nothing();
            case '>' when name[n] == '.':
                return nothing() || (expression.AsSpan(e).Trim('>').IsEmpty && n + 1 == name.Length);
            case '>':
                return one();
            case '"' when atEnd:
                return nothing();
            case '"':
                return name[n] == '.' && one();
            default:
                return !atEnd && char.ToUpperInvariant(expression[e]) == char.ToUpperInvariant(name[n]) && one();
        }
    }
}
