namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Returns texts in a random letter case. Only letters whose two cases are one character each, and map to each other, are changed.
/// </summary>
internal static class RandomCase
{
    public static string Of(string text, Random random) => string.Create(text.Length, (text, random), static (span, state) =>
    {
        for (int i = 0; i < span.Length; i++)
            span[i] = Flip(state.text[i], state.random);
    });

    private static char Flip(char c, Random random)
    {
        char upper = char.ToUpperInvariant(c), lower = char.ToLowerInvariant(c);
        bool pair = char.ToLowerInvariant(upper) == lower && char.ToUpperInvariant(lower) == upper;
        return !pair ? c : random.Next(2) == 0 ? upper : lower;
    }
}
