using System.Collections.Frozen;
using BenchmarkDotNet.Attributes;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Collections;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>Dictionaries of names, asked by span in mixed letter case: one look-up each.</summary>
public class CollectionsBenchmarks
{
    private const int Asked = 1024;

    private readonly SpanDictionary<int> _ours = new();
    private readonly Dictionary<string, int> _dictionary = new(StringComparer.OrdinalIgnoreCase);
    private FrozenDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _frozen;
    private string[] _names = [];

    [GlobalSetup]
    public void Setup()
    {
        var random = new SeededRandom(1);
        string[] names = [.. TreeGenerator.Create(TreeShape.Steam.Scale(300, 5000)).Folders.SelectMany(folder => folder.Files).Distinct(StringComparer.OrdinalIgnoreCase)];
        for (int i = 0; i < names.Length; i++)
        {
            _ours.TryAdd(names[i], i);
            _dictionary.Add(names[i], i);
        }
        _frozen = _dictionary.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase).GetAlternateLookup<ReadOnlySpan<char>>();
        random.Shuffle<string>(names);
        _names = [.. names.Take(Asked).Select(name => string.Create(name.Length, name, (text, from) =>
        {
            from.CopyTo(text);
            random.MixCase(text);
        }))];
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Asked)]
    public int SpanDictionary()
    {
        int sum = 0;
        foreach (string name in _names)
            sum += _ours.TryGetValue(name, out int value) ? value : 0;
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Asked)]
    public int DictionaryBySpan()
    {
        Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> lookup = _dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        int sum = 0;
        foreach (string name in _names)
            sum += lookup.TryGetValue(name, out int value) ? value : 0;
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Asked)]
    public int FrozenDictionaryBySpan()
    {
        int sum = 0;
        foreach (string name in _names)
            sum += _frozen.TryGetValue(name, out int value) ? value : 0;
        return sum;
    }
}
