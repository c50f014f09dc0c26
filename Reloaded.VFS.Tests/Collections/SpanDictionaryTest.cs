using System.Globalization;
using Reloaded.VFS.Collections;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Tests.Oracles;

namespace Reloaded.VFS.Tests.Collections;

public class SpanDictionaryTest
{
    [Fact]
    public void Random_operations_do_what_a_dictionary_of_folded_keys_does()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            Random random = new(seed);
            SpanDictionary<int> dictionary = new(seed % 3 * 10);
            Dictionary<string, (string Key, int Value)> oracle = [];
            string[] keys = [.. Enumerable.Range(0, 400).Select(i => RandomText.Next(random, random.Next(40), RandomText.Kinds[i % RandomText.Kinds.Length]))];
            for (int step = 1; step <= 5_000; step++)
            {
                string key = RandomText.ChangeCase(random, keys[random.Next(keys.Length)]), folded = Fold(key);
                bool known = oracle.TryGetValue(folded, out (string Key, int Value) old);
                switch (random.Next(6))
                {
                    case 0:
                        Assert.Equal(!known, dictionary.TryAdd(key, step));
                        oracle.TryAdd(folded, (key, step));
                        break;
                    case 1:
                        dictionary[key] = step;
                        oracle[folded] = (known ? old.Key : key, step);
                        break;
                    case 2:
                        Assert.Equal(known, dictionary.Remove(key, out int removed));
                        Assert.Equal(old.Value, removed);
                        oracle.Remove(folded);
                        break;
                    case 3:
                        Assert.Equal(known, dictionary.TryGetValue(key, out int value, out string? actual));
                        Assert.Equal(old, (actual, value));
                        break;
                    case 4:
                        Assert.Equal(known, dictionary.ContainsKey(key));
                        break;
                    case 5 when random.Next(500) == 0:
                        dictionary.Clear();
                        oracle.Clear();
                        break;
                }
                Assert.Equal(oracle.Count, dictionary.Count);
            }
            Assert.Equal(
                oracle.Values.Select(entry => KeyValuePair.Create(entry.Key, entry.Value)).OrderBy(entry => entry.Key, StringComparer.Ordinal),
                dictionary.OrderBy(entry => entry.Key, StringComparer.Ordinal));
        }
    }

    [Fact]
    public void Many_keys_are_found_in_any_letter_case()
    {
        SpanDictionary<int> dictionary = new();
        for (int i = 0; i < 70_000; i++)
            dictionary.TryAdd(string.Create(CultureInfo.InvariantCulture, $@"Data\Текстура\Texture_{i}.dds"), i);
        for (int i = 0; i < 70_000; i++)
            Assert.Equal(i, dictionary[string.Create(CultureInfo.InvariantCulture, $@"DATA\ТЕКСТУРА\texture_{i}.DDS")]);
        Assert.Equal(70_000, dictionary.Count);
    }

    [Fact]
    public void A_key_keeps_the_case_it_was_added_in()
    {
        SpanDictionary<int> dictionary = new() { ["Readme.TXT"] = 1 };
        dictionary["README.txt"] = 2;
        Assert.Equal([new("Readme.TXT", 2)], dictionary);
        Assert.True(dictionary.Remove("readme.txt"));
        dictionary["readme.txt"] = 3;
        Assert.Equal([new("readme.txt", 3)], dictionary);
    }

    [Fact]
    public void A_missing_key_is_named()
    {
        SpanDictionary<int> dictionary = new();
        KeyNotFoundException error = Assert.Throws<KeyNotFoundException>(() => dictionary["data\\a.dds"]);
        Assert.Contains("data\\a.dds", error.Message, StringComparison.Ordinal);
        Assert.False(dictionary.TryGetValue("", out _));
        Assert.False(dictionary.Remove("x"));
    }

    [Fact]
    public void A_change_during_the_enumeration_is_an_error()
    {
        SpanDictionary<int> dictionary = new() { ["a"] = 1, ["b"] = 2 };
        Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (KeyValuePair<string, int> entry in dictionary)
                dictionary.Remove(entry.Key);
        });
    }

    [Fact]
    public void Asking_allocates_nothing()
    {
        SpanDictionary<int> dictionary = new() { ["Data\\a.dds"] = 1 };
        Assert.True(dictionary.TryGetValue("DATA\\A.DDS", out _));
        Assert.False(dictionary.ContainsKey("DATA\\B.DDS"));
        long before = GC.GetAllocatedBytesForCurrentThread();
        bool found = dictionary.TryGetValue("DATA\\A.DDS", out _) && !dictionary.ContainsKey("DATA\\B.DDS");
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.True(found);
    }

    private static string Fold(string text) => string.Concat(text.Select(CaseFolding.ToUpper));
}
