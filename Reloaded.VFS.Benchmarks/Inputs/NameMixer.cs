namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>Makes of NT names what programs ask for: in no order, their letter case mixed.</summary>
internal static class NameMixer
{
    // \??\: what stands there has no letters.
    private const int PrefixLength = 4;

    /// <summary>The names in another order and letter case; the next run gives the same.</summary>
    public static IEnumerable<string> Mix(IEnumerable<string> names)
    {
        string[] shuffled = [.. names];
        var random = new SeededRandom(3);
        random.Shuffle<string>(shuffled);
        return shuffled.Select(name => string.Create(name.Length, name, (text, from) =>
        {
            from.CopyTo(text);
            random.MixCase(text[PrefixLength..]);
        }));
    }
}
