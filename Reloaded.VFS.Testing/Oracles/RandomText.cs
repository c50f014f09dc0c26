namespace Reloaded.VFS.Testing.Oracles;

/// <summary>A generator of seeded random text of the kinds that are common in paths, and of rare ones.</summary>
internal static class RandomText
{
    internal enum Kind
    {
        Ascii,
        Latin1,
        Cyrillic,
        Caseless,
        MostlyAscii,
        AnyUnit,
    }

    internal static readonly Kind[] Kinds = Enum.GetValues<Kind>();

    internal static string Next(Random random, int length, Kind kind)
    {
        return string.Create(length, (random, kind), static (text, state) =>
        {
            for (int i = 0; i < text.Length; i++)
                text[i] = NextUnit(state.random, state.kind);
        });
    }

    /// <summary>Returns a text in which each ASCII letter has a random case.</summary>
    internal static string ChangeCase(Random random, string text)
    {
        char[] changed = text.ToCharArray();
        for (int i = 0; i < changed.Length; i++)
        {
            if (char.IsAsciiLetter(changed[i]) && random.Next(2) == 0)
                changed[i] ^= (char)0x20;
        }

        return new string(changed);
    }

    private static char NextUnit(Random random, Kind kind) => kind switch
    {
        Kind.Ascii => (char)random.Next(0x80),
        Kind.Latin1 => (char)random.Next(0x100),
        Kind.Cyrillic => (char)random.Next(0x400, 0x460),
        // Chinese, Japanese and Korean, mixed with ASCII.
        Kind.Caseless => (char)(random.Next(4) switch
        {
            0 => random.Next(0x80),
            1 => random.Next(0xAC00, 0xD800),
            _ => random.Next(0x2E80, 0xA640),
        }),
        Kind.MostlyAscii => random.Next(50) == 0 ? (char)random.Next(0x10000) : (char)random.Next(0x20, 0x7F),
        _ => (char)random.Next(0x10000),
    };
}
