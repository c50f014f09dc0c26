using System.Numerics;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Tests.Oracles;

/// <summary>The path hash, written from its definition one code unit at a time, with constants made anew from their names.</summary>
internal static class NaivePathHash
{
    internal static ulong Constant(string name)
    {
        byte[] digest = SHA256.HashData(Encoding.UTF8.GetBytes("Reloaded.VFS.PathHash/" + name));
        return BitConverter.ToUInt64(digest) | 1;
    }

    private static readonly ulong[] Keys = Four("key"), Steps = Four("step"), Starts = Four("start"), Highs = Four("high"), Lanes = Four("lane");

    internal static ulong Hash(string folded)
    {
        ulong[] sums = [.. Starts];
        int stripe = 0;
        foreach ((string a, string b) in Stripes(folded))
        {
            AddBytes(sums, a, b, stripe, high: false);
            if ((a + b).Any(c => c > 0xFF))
                AddBytes(sums, a, b, stripe, high: true);
            stripe++;
        }

        BigInteger hash = (BigInteger)folded.Length * Constant("length");
        for (int i = 0; i < 4; i++)
            hash += BitOperations.RotateLeft(Truncate((BigInteger)(sums[i] ^ (sums[i] >> 29)) * Lanes[i]), 16 * i);
        ulong mixed = Truncate(hash);
        mixed = Truncate((BigInteger)(mixed ^ (mixed >> 32)) * Constant("final 0"));
        mixed = Truncate((BigInteger)(mixed ^ (mixed >> 29)) * Constant("final 1"));
        return mixed ^ (mixed >> 32);
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
        else if (n < 32)
        {
            int half = n >= 16 ? 16 : n >= 8 ? 8 : 4;
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
        for (int lane = 0; lane < 4; lane++)
        {
            ulong value = 0;
            for (int i = 0; i < 4; i++)
            {
                int place = (lane * 4) + i;
                ulong first = place < a.Length ? a[place] : 0u, second = place < b.Length ? b[place] : 0u;
                ulong pair = high ? (first >> 8) | (second >> 8 << 8) : (first & 0xFF) | ((second & 0xFF) << 8);
                value |= pair << (16 * i);
            }
            ulong key = Truncate(Keys[lane] + ((BigInteger)stripe * Steps[lane])) ^ (high ? Highs[lane] : 0);
            ulong mixed = value ^ key;
            sums[lane] = Truncate(sums[lane] + ((BigInteger)(mixed & uint.MaxValue) * (mixed >> 32)));
            sums[lane ^ 1] = Truncate((BigInteger)sums[lane ^ 1] + value);
        }
    }

    private static ulong Truncate(BigInteger value) => (ulong)(value & ulong.MaxValue);

    private static ulong[] Four(string name) => [.. Enumerable.Range(0, 4).Select(i => Constant($"{name} {i}"))];
}
