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
        ulong[] keyed = new ulong[4];
        for (int lane = 0; lane < 4; lane++)
        {
            ulong value = 0;
            for (int i = 0; i < 8; i++)
            {
                string half = lane % 2 == 0 ? a : b;
                int place = (lane / 2 * 8) + i;
                ulong unit = place < half.Length ? half[place] : 0u;
                value |= (high ? unit >> 8 : unit & 0xFF) << (8 * i);
            }
            keyed[lane] = value ^ Truncate(Keys[lane] + ((BigInteger)stripe * Steps[lane])) ^ (high ? Highs[lane] : 0);
        }
        for (int lane = 0; lane < 4; lane++)
        {
            ulong own = keyed[lane], other = keyed[lane ^ 1];
            BigInteger product = (BigInteger)(own % (1ul << 32)) * (other >> 32);
            sums[lane] = Truncate(sums[lane] + product + BitOperations.RotateLeft(other, 32));
        }
    }

    private static ulong Truncate(BigInteger value) => (ulong)(value & ulong.MaxValue);

    private static ulong[] Four(string name) => [.. Enumerable.Range(0, 4).Select(i => Constant($"{name} {i}"))];
}
