using Reloaded.VFS.Hashing;
using Reloaded.VFS.Trees;

namespace Reloaded.VFS.Tests.Trees;

/// <summary>
/// A name's key, made of two hashes, spreads as a random function would spread it, in the bits that name the segment, in those that name the
/// bucket, and as a whole. Bounds are the expected number of collisions and five standard deviations; the result is fixed.
/// </summary>
public class LookupKeyTests
{
    public static TheoryData<string> Families => ["numbered names in one folder", "one name in numbered folders", "numbered names in numbered folders", "one character in one-character folders"];

    [Theory]
    [MemberData(nameof(Families))]
    public void KeysSpreadAsIfAtRandom(string family)
    {
        const string prefix = @"C:\Program Files (x86)\Steam\steamapps\common\Game\data\meshes\actors\character\";
        (string Folder, string Name)[] paths = family switch
        {
            "numbered names in one folder" => [.. Enumerable.Range(0, 100_000).Select(i => (prefix + "textures", $"TEXTURE_{i:00000}"))],
            "one name in numbered folders" => [.. Enumerable.Range(0, 100_000).Select(i => ($"{prefix}{i:00000}", "mesh.nif"))],
            "numbered names in numbered folders" => [.. Enumerable.Range(0, 100_000).Select(i => ($"{prefix}{i / 320:000}", $"{i % 320:000}"))],
            _ => [.. Enumerable.Range(0, 100_000).Select(i => ($@"C:\{(char)(0x4E00 + (i / 320))}", $"{(char)(0x3000 + (i % 320))}"))],
        };
        ulong[] keys = [.. paths.Select(p => LookupTable.KeyOf(PathHash.HashFolded(p.Folder), NameHash.Of(p.Name)))];
        // Of a name there are 32 bits, so in one folder a key can't have more.
        AssertLikeRandom(keys, keys.Length, Math.Pow(2, 32), "the whole");
        AssertLikeRandom(keys.Select(key => key & uint.MaxValue), keys.Length, Math.Pow(2, 32), "the tag");
        AssertLikeRandom(keys.Select(key => key >> 32), keys.Length, Math.Pow(2, 32), "what names the segment");
        // As many places as there are entries.
        AssertLikeRandom(keys.Select(key => ((key & uint.MaxValue) * (ulong)keys.Length) >> 32), keys.Length, keys.Length, "the bucket");
        AssertLikeRandom(keys.Select(key => ((key >> 32) * (ulong)keys.Length) >> 32), keys.Length, keys.Length, "the segment");
    }

    private static void AssertLikeRandom(IEnumerable<ulong> values, int count, double places, string bits)
    {
        int collisions = count - values.Distinct().Count();
        // Places that stay empty, of n thrown into m: m (1 - 1/m)^n; what is thrown and fills no new one collides.
        double expected = count - (places * -double.ExpM1(count * double.LogP1(-1 / places)));
        Assert.True(collisions <= expected + (5 * Math.Sqrt(expected)) + 1, $"{bits}: {collisions} collisions, {expected:0.0} expected");
    }
}
