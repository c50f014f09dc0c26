using System.Collections.Concurrent;
using System.Text.Json;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>What the threads have done, and what was wrong. For any thread.</summary>
internal sealed class Tally
{
    private readonly ConcurrentDictionary<string, long> _counts = new();
    private long _firstCollections = -1;
    private int _wrong;

    /// <summary>How many answers were wrong.</summary>
    public int WrongAnswers => _wrong;

    /// <summary>How often something was counted.</summary>
    public long Total(string what) => _counts.GetValueOrDefault(what);

    /// <summary>Counts.</summary>
    public void Add(string what, long count) => _counts.AddOrUpdate(what, count, (_, before) => before + count);

    /// <summary>The function with its calls counted.</summary>
    public Func<string, byte[]> Count(string what, Func<string, byte[]> call) => path =>
    {
        Add(what, 1);
        return call(path);
    };

    /// <summary>Reads from the DLL's description how often its collector has run since the first time that this was asked.</summary>
    public void CollectionsOfTheDll(JsonElement description)
    {
        JsonElement runtime = description.GetProperty("runtime");
        long collections = runtime.GetProperty("collections").GetInt64();
        Interlocked.CompareExchange(ref _firstCollections, collections, -1);
        long since = collections - Interlocked.Read(ref _firstCollections);
        _counts.AddOrUpdate("collections of the DLL", since, (_, before) => Math.Max(before, since));
        if (runtime.GetProperty("serverCollector").GetBoolean() || runtime.GetProperty("concurrentCollector").GetBoolean())
            Wrong("the DLL's collector has taken the game's settings");
    }

    /// <summary>Says what is wrong; the first twenty are printed.</summary>
    public void Wrong(string what)
    {
        if (Interlocked.Increment(ref _wrong) <= 20)
            Console.Error.WriteLine($"WRONG {what}");
    }

    /// <summary>One line: a number before each word.</summary>
    public override string ToString() =>
        string.Join(", ", _counts.OrderBy(pair => pair.Key).Select(pair => $"{pair.Value} {pair.Key}")) + $", {_wrong} wrong";
}
