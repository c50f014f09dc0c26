using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// All four lanes in one vector. Needs AVX2; texts shorter than 16 units are left to the 128-bit code.
public static partial class PathHash
{
    /// <summary>
    /// The hash by 256-bit vectors. The caller guarantees AVX2 and <paramref name="length"/> units on both sides, at least 16;
    /// <paramref name="folded"/> is written only in the mode that writes.
    /// </summary>
    internal static ulong Run256<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector256<ulong> sum = Vector256.Create(Start0, Start1, Start2, Start3);
        Vector256<ulong> key = Vector256.Create(Key0, Key1, Key2, Key3);
        nuint ia = 0, ib = length < StripeLength ? length - HalfLength : HalfLength, done = 0;
        while (true)
        {
            Vector256<ushort> a = Vector256.LoadUnsafe(ref source, ia), b = Vector256.LoadUnsafe(ref source, ib);
            if (Exceeds<TMode>(a | b))
            {
                if (TMode.Folds)
                {
                    Stripe stripe = default;
                    GatherRare<TMode>(ref stripe, ref source, ref folded, ia, ib, done);
                    a = Vector256.LoadUnsafe(ref stripe.First, 0);
                    b = Vector256.LoadUnsafe(ref stripe.First, HalfLength);
                }
                Vector256<ushort> low = Vector256.Create((ushort)0x00FF), high = Vector256.Create((ushort)0xFF00);
                Add(ref sum, (a & low) | (b << 8), key);
                if (((a | b) & high) != Vector256<ushort>.Zero)
                    Add(ref sum, (a >>> 8) | (b & high), key ^ Vector256.Create(High0, High1, High2, High3));
            }
            else
            {
                Vector256<ushort> lanes = a | (b << 8);
                if (TMode.Folds)
                    lanes = FoldAsciiBytes(lanes);
                if (TMode.Writes)
                {
                    (lanes & Vector256.Create((ushort)0x00FF)).StoreUnsafe(ref folded, ia);
                    (lanes >>> 8).StoreUnsafe(ref folded, ib);
                }
                Add(ref sum, lanes, key);
            }

            done = ib + HalfLength;
            if (done == length)
                return Finish(sum[0], sum[1], sum[2], sum[3], length);
            key += Vector256.Create(Step0, Step1, Step2, Step3);
            ia = Math.Min(ia + StripeLength, length - StripeLength);
            ib = ia + HalfLength;
        }
    }

    /// <summary>Whether a unit is beyond what the fast branch can take: ASCII where it's folded, one byte where it isn't.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Exceeds<TMode>(Vector256<ushort> units)
        where TMode : struct, IMode
    {
        return (units & Vector256.Create((ushort)(TMode.Folds ? 0xFF80 : 0xFF00))) != Vector256<ushort>.Zero;
    }

    /// <summary>Adds four lanes to their accumulators.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Add(ref Vector256<ulong> sum, Vector256<ushort> lanes, Vector256<ulong> key)
    {
        Vector256<uint> mixed = (lanes.AsUInt64() ^ key).AsUInt32();
        // 01 00 11 10: swaps the two lanes of each half.
        sum += Avx2.Multiply(mixed, (mixed.AsUInt64() >>> 32).AsUInt32()) + Avx2.Shuffle(lanes.AsUInt32(), 0b01_00_11_10).AsUInt64();
    }

    /// <summary>Folds bytes, all of them ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> FoldAsciiBytes(Vector256<ushort> lanes)
    {
        Vector256<sbyte> moved = lanes.AsSByte() + Vector256.Create((sbyte)(sbyte.MaxValue - 'z'));
        Vector256<sbyte> lower = Vector256.GreaterThan(moved, Vector256.Create((sbyte)(sbyte.MaxValue - 26)));
        return lanes ^ (lower & Vector256.Create((sbyte)0x20)).AsUInt16();
    }
}
