namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>The SplitMix64 generator: the same numbers on every machine and version of .NET for the same seed. Not thread-safe.</summary>
/// <remarks>The algorithm: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.</remarks>
public sealed class SeededRandom(ulong seed)
{
    private ulong _state = seed;

    public ulong Next()
    {
        ulong z = _state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>Returns a number from 0 to <paramref name="limit"/>, exclusive.</summary>
    public int Next(int limit) => (int)(Next() % (uint)limit);

    /// <summary>Returns a number above 0 and at most 1.</summary>
    public double NextDouble() => ((Next() >> 11) + 1) * (1.0 / (1ul << 53));

    public bool Chance(double probability) => NextDouble() <= probability;

    public T Pick<T>(ReadOnlySpan<T> items) => items[Next(items.Length)];

    /// <summary>Shuffles items; every order is equally likely.</summary>
    public void Shuffle<T>(Span<T> items)
    {
        for (int i = items.Length - 1; i > 0; i--)
        {
            int j = Next(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }
    }

    /// <summary>Changes each letter of a text to upper or lower case at random.</summary>
    public void MixCase(Span<char> text)
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (Next() & 1) == 0 ? char.ToLowerInvariant(text[i]) : char.ToUpperInvariant(text[i]);
    }
}
