using System.Numerics;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>The path hash, implemented from its definition one code unit at a time, with constants computed from their names.</summary>
internal static class NaivePathHash
{
    internal static ulong Constant(string name) => Digest(name) | 1;

    internal static readonly ulong[] Keys = [.. Enumerable.Range(0, 64).Select(i => Digest($"key {i}") | 0x8000_0000_8000_0000)];
    internal static readonly ulong[] Highs = [.. Enumerable.Range(0, 4).Select(i => Digest($"high {i}") & 0x7FFF_FFFF_7FFF_FFFF)];

    internal static ulong Hash(string folded)
    {
        ulong[] sums = [.. Enumerable.Range(0, 4).Select(i => Constant($"start {i}"))];
        int stripe = 0;
        foreach ((string a, string b) in Stripes(folded))
        {
            if (stripe == 16)
            {
                stripe = 0;
                for (int i = 0; i < 4; i++)
                    sums[i] = Truncate((BigInteger)(sums[i] ^ (sums[i] >> 29)) * Constant("scramble"));
            }

            AddBytes(sums, a, b, stripe, high: false);
            if ((a + b).Any(c => c > 0xFF))
                AddBytes(sums, a, b, stripe, high: true);
            stripe++;
        }

        BigInteger left = sums[0] ^ BitOperations.RotateLeft(sums[1], 32) ^ Constant("lane 0");
        BigInteger right = sums[2] ^ BitOperations.RotateLeft(sums[3], 32) ^ Constant("lane 1")
            ^ Truncate((BigInteger)folded.Length * Constant("length"));
        return Truncate((left * right) >> 64) ^ Truncate(left * right);
    }

    private static IEnumerable<(string A, string B)> Stripes(string text)
    {
        int n = text.Length;
        if (n == 0)
        {
            yield return ("", "");
        }
        else if (n < 4)
        {
            yield return (new string([text[0], text[n / 2], text[n - 1]]), "");
        }
        else if (n < 8)
        {
            yield return (text[..4] + text[^4..], "");
        }
        else if (n < 32)
        {
            int half = n >= 16 ? 16 : 8;
            yield return (text[..half], text[^half..]);
        }
        else
        {
            int start = 0;
            for (; start + 32 <= n; start += 32)
                yield return (text.Substring(start, 16), text.Substring(start + 16, 16));
            if (start != n)
                yield return (text.Substring(n - 32, 16), text.Substring(n - 16));
        }
    }

    private static void AddBytes(ulong[] sums, string a, string b, int stripe, bool high)
    {
        // Number i of V is units 4i to 4i + 3 of A for i below 2, of B above; W has the units 8 further on.
        for (int i = 0; i < 4; i++)
        {
            string half = i < 2 ? a : b;
            ulong v = Number(half, i % 2 * 4, high) ^ Key(i / 2, stripe, i % 2, high);
            ulong w = Number(half, (i % 2 * 4) + 8, high) ^ Key((i / 2) + 2, stripe, i % 2, high);
            sums[i] = Truncate(sums[i] + ((BigInteger)v * w));
        }
    }

    private static ulong Number(string half, int start, bool high)
    {
        ulong number = 0;
        for (int i = 0; i < 4; i++)
        {
            ulong unit = start + i < half.Length ? half[start + i] : 0u;
            number |= (high ? unit >> 8 : unit & 0xFF) << (8 * i);
        }

        return number;
    }

    /// <summary>Returns one half of a key; <paramref name="half"/> is 1 for the upper one.</summary>
    private static ulong Key(int index, int stripe, int half, bool high)
    {
        ulong key = Keys[(stripe * 4) + index] ^ (high ? Highs[index] : 0);
        return half == 0 ? key % (1ul << 32) : key >> 32;
    }

    private static ulong Truncate(BigInteger value) => (ulong)(value & ulong.MaxValue);

    private static ulong Digest(string name) =>
        BitConverter.ToUInt64(SHA256.HashData(Encoding.UTF8.GetBytes("Reloaded.VFS.PathHash/" + name)));
}
