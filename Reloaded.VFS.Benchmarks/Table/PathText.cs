using Reloaded.VFS.Benchmarks.Inputs;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Paths in random order and random letter case, stored one after the other in memory.</summary>
/// <remarks>
/// Looking them all up accesses random places of the searched data, while the paths themselves are in the cache, as a game's are.
/// </remarks>
internal sealed class PathText
{
    private readonly char[] _text;
    private readonly int[] _starts;

    public PathText(IEnumerable<string> paths, ulong seed = 1)
    {
        string[] shuffled = [.. paths];
        var random = new SeededRandom(seed);
        random.Shuffle<string>(shuffled);
        _text = string.Concat(shuffled).ToCharArray();
        random.MixCase(_text);
        _starts = new int[shuffled.Length + 1];
        for (int i = 0; i < shuffled.Length; i++)
            _starts[i + 1] = _starts[i] + shuffled[i].Length;
    }

    public int Count => _starts.Length - 1;

    public ReadOnlySpan<char> this[int index] => new(_text, _starts[index], _starts[index + 1] - _starts[index]);
}
