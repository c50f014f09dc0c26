using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Tests.Core.Hashing;

/// <summary>
/// Tests that typical names of games are hashed as evenly as by a random function. The bounds are the expected number of collisions plus
/// five standard deviations, so that chance alone doesn't exceed them; the hash is fixed, and so is the result.
/// </summary>
public class PathHashQualityTests
{
    private const int Buckets = 1 << 17;

    public static TheoryData<string> Families => [.. Names.Keys];

    private static readonly Dictionary<string, Func<IEnumerable<string>>> Names = new()
    {
        ["numbered"] = () => Enumerable.Range(0, 100_000).Select(i => $"TEXTURE_{i:D5}"),
        ["numbered, with extension"] = () => Enumerable.Range(0, 100_000).Select(i => $"TEXTURE_{i:D5}.DDS"),
        ["bare numbers"] = () => Enumerable.Range(0, 100_000).Select(i => $"{i}"),
        ["one unit"] = () => Enumerable.Range(0, 65_536).Select(i => $"{(char)i}"),
        ["two units"] = () => Enumerable.Range(0, 100_000).Select(i => $"{(char)(32 + (i / 320))}{(char)(32 + (i % 320))}"),
        ["long common prefix"] = () => Enumerable.Range(0, 100_000)
            .Select(i => $@"C:\PROGRAM FILES (X86)\STEAM\STEAMAPPS\COMMON\GAME\DATA\MESHES\ACTORS\CHARACTER\{i}"),
        ["long common suffix"] = () =>
            Enumerable.Range(0, 100_000).Select(i => $@"{i:D5}\DATA\MESHES\ACTORS\CHARACTER\CHARACTER ASSETS\SKELETON_FEMALE_BEAST.NIF"),
        ["number in the middle"] = () =>
            Enumerable.Range(0, 100_000).Select(i => $@"C:\GAMES\MOD {i:D5}\DATA\SOUND\VOICE\MASTER.ESM\MALENORD\LINE.FUZ"),
        ["one unit, many lengths"] = () => Enumerable.Range(0, 10_000).Select(i => new string('A', i)),
        ["NUL, many lengths"] = () => Enumerable.Range(0, 10_000).Select(i => new string('\0', i)),
        ["two marks in a row of As"] = () => Pairs(400).Select(pair => Mark(400, pair.First, pair.Second)),
        ["two marks in a long row of As"] = () => Pairs(250).Select(pair => Mark(2_000, pair.First * 8, pair.Second * 8)),
        ["four marks in a row of As"] = () => Pairs(26)
            .SelectMany(one => Pairs(26).Select(two => Mark(420, one.First * 16, one.Second * 16, two.First * 16, two.Second * 16))),
        ["binary numbers, a digit a stripe"] = () => Enumerable.Range(0, 1 << 14)
            .Select(i => string.Concat(Enumerable.Range(0, 14).Select(bit => new string('A', 31) + (char)('A' + ((i >> bit) & 1))))),
        ["two stripes swapped"] = () =>
            Pairs(60).SelectMany(pair => (string[])[Sparse(pair.First, pair.Second), Sparse(pair.Second, pair.First)]),
        ["Cyrillic numbers"] = () => Enumerable.Range(0, 100_000).Select(i => $"ТЕКСТУРА_{i:D5}.DDS"),
        ["CJK pairs"] = () => Enumerable.Range(0, 100_000).Select(i => $"{(char)(0x4E00 + (i % 300))}材质{(char)(0x4E00 + (i / 300))}"),
        ["single bits of a long text"] = () => Bits(400),
        ["pairs of bits of a short name"] = () => BitPairs("CLUTTER"),
        ["pairs of bits of a name"] = () => BitPairs("SKELETON_FEMALE.NIF"),
    };

    [Theory]
    [MemberData(nameof(Families))]
    public void NamesOfAFamilySpreadAsIfAtRandom(string family)
    {
        string[] names = [.. Names[family]().Distinct()];
        ulong[] hashes = [.. names.Select(name => PathHash.Hash(name))];
        Assert.Equal(names.Length, hashes.Distinct().Count());

        AssertLikeRandom(hashes.Select(hash => hash & uint.MaxValue), names.Length, Math.Pow(2, 32), "low 32 bits");
        AssertLikeRandom(hashes.Select(hash => hash >> 32), names.Length, Math.Pow(2, 32), "high 32 bits");
        AssertLikeRandom(hashes.Select(hash => hash % Buckets), names.Length, Buckets, "low 17 bits");
        AssertLikeRandom(hashes.Select(hash => hash >> 47), names.Length, Buckets, "high 17 bits");
        // The tables use the low bits for the position, and bits above them to tell entries apart.
        AssertLikeRandom(hashes.Select(hash => (hash >> 17) % Buckets), names.Length, Buckets, "bits 17 to 33");
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(12)]
    [InlineData(25)]
    [InlineData(64)]
    [InlineData(100)]
    public void AFlippedBitFlipsEveryBitOfTheHashHalfTheTime(int length)
    {
        const int samples = 4_000;
        Random random = new(length);
        int[] flips = new int[64];
        char[] text = new char[length];
        for (int sample = 0; sample < samples; sample++)
        {
            for (int i = 0; i < length; i++)
                text[i] = (char)random.Next(0x20, 0x60);
            ulong before = PathHash.Hash(text);
            text[random.Next(length)] ^= (char)(1 << random.Next(6));
            ulong changed = before ^ PathHash.Hash(text);
            for (int bit = 0; bit < 64; bit++)
                flips[bit] += (int)(changed >> bit) & 1;
        }
        // Five standard deviations of a fair coin.
        double allowed = 5 * Math.Sqrt(samples * 0.25);
        for (int bit = 0; bit < 64; bit++)
            Assert.True(Math.Abs(flips[bit] - (samples / 2)) < allowed, $"bit {bit} of the hash flipped {flips[bit]} times of {samples}");
    }

    private static void AssertLikeRandom(IEnumerable<ulong> values, int count, double places, string what)
    {
        int collisions = count - values.Distinct().Count();
        // The number of occupied positions with a random function; the variance is below the expected number of collisions.
        double expected = count - (places * -double.ExpM1(count * double.LogP1(-1 / places)));
        Assert.True(collisions <= expected + (5 * Math.Sqrt(expected)) + 1,
            $"{what}: {collisions} collisions of {count}, a random function has {expected:0.0}");
    }

    private static IEnumerable<(int First, int Second)> Pairs(int count)
    {
        for (int first = 0; first < count; first++)
        {
            for (int second = 0; second < first; second++)
                yield return (first, second);
        }
    }

    private static string Mark(int length, params int[] places)
    {
        char[] text = new string('A', length).ToCharArray();
        foreach (int place in places)
            text[place] = 'B';
        return new string(text);
    }

    private static string Sparse(int first, int second) => new string((char)('A' + first), 32) + new string((char)('A' + second), 32);

    private static IEnumerable<string> Bits(int length)
    {
        char[] text = new string('\\', length).ToCharArray();
        for (int bit = 0; bit < length * 16; bit++)
        {
            text[bit / 16] ^= (char)(1 << (bit % 16));
            yield return new string(text);
            text[bit / 16] ^= (char)(1 << (bit % 16));
        }
    }

    private static IEnumerable<string> BitPairs(string name)
    {
        foreach ((int first, int second) in Pairs(name.Length * 16))
        {
            char[] text = name.ToCharArray();
            text[first / 16] ^= (char)(1 << (first % 16));
            text[second / 16] ^= (char)(1 << (second % 16));
            yield return new string(text);
        }
    }
}
