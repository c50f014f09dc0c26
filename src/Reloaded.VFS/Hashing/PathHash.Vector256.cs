using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// All four lanes in one vector. Needs AVX2. Texts shorter than a stripe, or not all ASCII, are left to the 128-bit code.
public static partial class PathHash
{
    /// <summary>
    /// The hash by 256-bit vectors. The caller guarantees AVX2 and <paramref name="length"/> units on both sides, at least 32;
    /// <paramref name="folded"/> is written only in the mode that writes.
    /// </summary>
    internal static ulong Run256<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector256<ulong> sum = Vector256.Create(Start0, Start1, Start2, Start3);
        Vector256<ulong> key = Vector256.Create(Key0, Key1, Key2, Key3);
        nuint last = length - StripeLength, i = 0;
        do
        {
            if (!AddAscii<TMode>(ref sum, key, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i)))
                return RunAny128<TMode>(ref source, ref folded, length);
            key += Vector256.Create(Step0, Step1, Step2, Step3);
            i += StripeLength;
        }
        while (i <= last);

        if (i != length && !AddAscii<TMode>(ref sum, key, ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref folded, last)))
            return RunAny128<TMode>(ref source, ref folded, length);

        sum ^= sum >>> 29;
        return Finish(sum[0], sum[1], sum[2], sum[3], length);
    }

    /// <summary>Adds the stripe at the start. False where it isn't all ASCII, or has NUL in it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAscii<TMode>(ref Vector256<ulong> sum, Vector256<ulong> key, ref ushort source, ref ushort folded)
        where TMode : struct, IMode
    {
        // AVX2 packs each half by itself, which gives the lanes in their order; unpacking undoes it.
        Vector256<byte> lanes = Avx2.PackUnsignedSaturate(
            Vector256.LoadUnsafe(ref source).AsInt16(), Vector256.LoadUnsafe(ref source, HalfLength).AsInt16());
        if (Avx2.MoveMask(Avx2.CompareGreaterThan(lanes.AsSByte(), Vector256<sbyte>.Zero)) != -1)
            return false;

        if (TMode.Folds)
        {
            Vector256<sbyte> moved = lanes.AsSByte() + Vector256.Create((sbyte)(sbyte.MaxValue - 'z'));
            Vector256<sbyte> lower = Vector256.GreaterThan(moved, Vector256.Create((sbyte)(sbyte.MaxValue - 26)));
            lanes ^= (lower & Vector256.Create((sbyte)0x20)).AsByte();
        }
        if (TMode.Writes)
        {
            Avx2.UnpackLow(lanes, Vector256<byte>.Zero).AsUInt16().StoreUnsafe(ref folded);
            Avx2.UnpackHigh(lanes, Vector256<byte>.Zero).AsUInt16().StoreUnsafe(ref folded, HalfLength);
        }

        Vector256<uint> keyed = (lanes.AsUInt64() ^ key).AsUInt32();
        Vector256<uint> turned = Avx2.Shuffle(keyed, 0b00_01_10_11);
        sum += Avx2.Multiply(keyed, turned) + turned.AsUInt64();
        return true;
    }
}
