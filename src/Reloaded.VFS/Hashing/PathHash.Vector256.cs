using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// A whole stripe in one vector. Needs AVX2. Texts shorter than a stripe, or not all ASCII, are left to the 128-bit code.
public static partial class PathHash
{
    /// <summary>
    /// The hash by 256-bit vectors. The caller guarantees AVX2 and <paramref name="length"/> units on both sides, at least 32;
    /// <paramref name="folded"/> is written only in the mode that writes.
    /// </summary>
    internal static ulong Run256<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector128<ulong> even = Vector128.Create(Start0, Start2), odd = Vector128.Create(Start1, Start3);
        nuint last = length - StripeLength, i = 0, key = 0;
        do
        {
            Prepare(ref even, ref odd, ref key);
            if (!AddAscii<TMode>(ref even, ref odd, key, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i)))
                return RunAny128<TMode>(ref source, ref folded, length);
            key += KeysPerStripe;
            i += StripeLength;
        }
        while (i <= last);

        if (i != length)
        {
            Prepare(ref even, ref odd, ref key);
            if (!AddAscii<TMode>(ref even, ref odd, key, ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref folded, last)))
                return RunAny128<TMode>(ref source, ref folded, length);
        }

        return Finish(even, odd, length);
    }

    /// <summary>Before every stripe: scrambles the sums when the keys are used up.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Prepare(ref Vector128<ulong> even, ref Vector128<ulong> odd, ref nuint key)
    {
        if (key != KeyedStripes * KeysPerStripe)
            return;
        key = 0;
        even = (even ^ (even >>> 29)) * Vector128.Create(ScrambleFactor);
        odd = (odd ^ (odd >>> 29)) * Vector128.Create(ScrambleFactor);
    }

    /// <summary>Adds the stripe at the start. False where it isn't all ASCII, or has NUL in it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAscii<TMode>(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, nuint key, ref ushort source, ref ushort folded)
        where TMode : struct, IMode
    {
        // AVX2 packs each half by itself, which gives V and W; unpacking undoes it.
        Vector256<byte> both = Avx2.PackUnsignedSaturate(
            Vector256.LoadUnsafe(ref source).AsInt16(), Vector256.LoadUnsafe(ref source, HalfLength).AsInt16());
        if (Avx2.MoveMask(Avx2.CompareGreaterThan(both.AsSByte(), Vector256<sbyte>.Zero)) != -1)
            return false;

        if (TMode.Folds)
        {
            Vector256<sbyte> moved = both.AsSByte() + Vector256.Create((sbyte)(sbyte.MaxValue - 'z'));
            Vector256<sbyte> lower = Vector256.GreaterThan(moved, Vector256.Create((sbyte)(sbyte.MaxValue - 26)));
            both ^= (lower & Vector256.Create((sbyte)0x20)).AsByte();
        }

        if (TMode.Writes)
        {
            Avx2.UnpackLow(both, Vector256<byte>.Zero).AsUInt16().StoreUnsafe(ref folded);
            Avx2.UnpackHigh(both, Vector256<byte>.Zero).AsUInt16().StoreUnsafe(ref folded, HalfLength);
        }

        Vector256<ulong> keyed = both.AsUInt64() ^ Vector256.LoadUnsafe(ref FirstKey, key);
        Vector128<ulong> v = keyed.GetLower(), w = keyed.GetUpper();
        even += MultiplyLow(v, w);
        odd += MultiplyLow(v >>> 32, w >>> 32);
        return true;
    }
}
