using System.IO.Hashing;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>Benchmarks of folding and hashing a path.</summary>
public class HashingBenchmarks
{
    private char[] _text = [];
    private char[] _buffer = [];

    [Params(16, 64, 128, 260)]
    public int Length { get; set; }

    [Params("ASCII", "Cyrillic")]
    public string Letters { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        string letters = Letters == "ASCII" ? @"Data\Textures_0123456789" : @"Данные\Текстуры_0123456789";
        _text = [.. Enumerable.Range(0, Length).Select(i => letters[i * 7 % letters.Length])];
        _buffer = new char[Length];
    }

    [Benchmark(Baseline = true)]
    public ulong FoldAndHash() => PathHash.FoldAndHash(_text, _buffer);

    [Benchmark]
    public ulong HashFolded() => PathHash.HashFolded(_text);

    [Benchmark]
    public ulong ToUpperInvariantAndXxHash3()
    {
        MemoryExtensions.ToUpperInvariant(_text, _buffer);
        return XxHash3.HashToUInt64(MemoryMarshal.AsBytes(_buffer.AsSpan()));
    }

    [Benchmark]
    public int StringGetHashCode() => string.GetHashCode(_text, StringComparison.OrdinalIgnoreCase);
}
