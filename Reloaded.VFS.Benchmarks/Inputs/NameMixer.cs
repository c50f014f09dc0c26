namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>NT names as programs ask for them: in random order and mixed letter case.</summary>
internal static class NameMixer
{
    // \??\ has no letters.
    private const int PrefixLength = 4;

    /// <summary>Returns the names in another order and letter case, the same in each run.</summary>
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
