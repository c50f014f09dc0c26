using System.Collections.Concurrent;
using System.Text.Json;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>Counts of what the threads have done, and of wrong answers. Thread-safe.</summary>
internal sealed class Tally
{
    private readonly ConcurrentDictionary<string, long> _counts = new();
    private long _firstCollections = -1;
    private int _wrong;

    /// <summary>Gets the number of wrong answers.</summary>
    public int WrongAnswers => _wrong;

    /// <summary>Returns a count.</summary>
    public long Total(string what) => _counts.GetValueOrDefault(what);

    /// <summary>Increments a count.</summary>
    public void Add(string what, long count) => _counts.AddOrUpdate(what, count, (_, before) => before + count);

    /// <summary>Returns a function that counts its calls.</summary>
    public Func<string, byte[]> Count(string what, Func<string, byte[]> call) => path =>
    {
        Add(what, 1);
        return call(path);
    };

    /// <summary>Returns, from the DLL's description, the number of garbage collections since the first call of this method.</summary>
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

    /// <summary>Reports a wrong answer; the first twenty are printed.</summary>
    public void Wrong(string what)
    {
        if (Interlocked.Increment(ref _wrong) <= 20)
            Console.Error.WriteLine($"WRONG {what}");
    }

    /// <summary>Returns one line, with a number before each word.</summary>
    public override string ToString() =>
        string.Join(", ", _counts.OrderBy(pair => pair.Key).Select(pair => $"{pair.Value} {pair.Key}")) + $", {_wrong} wrong";
}
