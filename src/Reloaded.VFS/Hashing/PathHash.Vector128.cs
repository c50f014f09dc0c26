using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// Two vectors of two lanes each. SSE4.1 is all that it uses on x64, which every image of ours has.
public static partial class PathHash
{
    /// <summary>
    /// The hash by 128-bit vectors. The caller guarantees <paramref name="length"/> units on both sides; <paramref name="folded"/> is written
    /// only in the mode that writes.
    /// </summary>
    internal static ulong Run128<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (length < HalfLength)
            return RunShort128<TMode>(ref source, ref folded, length);

        Vector128<ulong> sum01 = Vector128.Create(Start0, Start1), sum23 = Vector128.Create(Start2, Start3);
        Vector128<ulong> key01 = Vector128.Create(Key0, Key1), key23 = Vector128.Create(Key2, Key3);
        nuint a = 0, b = length < StripeLength ? length - HalfLength : HalfLength, done = 0;
        while (true)
        {
            Vector128<ushort> a0 = Vector128.LoadUnsafe(ref source, a), a1 = Vector128.LoadUnsafe(ref source, a + 8);
            Vector128<ushort> b0 = Vector128.LoadUnsafe(ref source, b), b1 = Vector128.LoadUnsafe(ref source, b + 8);
            if (Exceeds<TMode>(a0 | a1 | b0 | b1))
            {
                if (TMode.Folds)
                {
                    Stripe stripe = default;
                    GatherRare<TMode>(ref stripe, ref source, ref folded, a, b, done);
                    a0 = Vector128.LoadUnsafe(ref stripe.First, 0);
                    a1 = Vector128.LoadUnsafe(ref stripe.First, 8);
                    b0 = Vector128.LoadUnsafe(ref stripe.First, 16);
                    b1 = Vector128.LoadUnsafe(ref stripe.First, 24);
                }
                Add(ref sum01, Interleave(a0, b0), key01);
                Add(ref sum23, Interleave(a1, b1), key23);
                if (((a0 | a1 | b0 | b1) & Vector128.Create((ushort)0xFF00)) != Vector128<ushort>.Zero)
                {
                    Add(ref sum01, InterleaveHigh(a0, b0), key01 ^ Vector128.Create(High0, High1));
                    Add(ref sum23, InterleaveHigh(a1, b1), key23 ^ Vector128.Create(High2, High3));
                }
            }
            else
            {
                Vector128<ushort> lanes01 = a0 | (b0 << 8), lanes23 = a1 | (b1 << 8);
                if (TMode.Folds)
                {
                    lanes01 = FoldAsciiBytes(lanes01);
                    lanes23 = FoldAsciiBytes(lanes23);
                }
                if (TMode.Writes)
                {
                    Vector128<ushort> low = Vector128.Create((ushort)0x00FF);
                    (lanes01 & low).StoreUnsafe(ref folded, a);
                    (lanes23 & low).StoreUnsafe(ref folded, a + 8);
                    (lanes01 >>> 8).StoreUnsafe(ref folded, b);
                    (lanes23 >>> 8).StoreUnsafe(ref folded, b + 8);
                }
                Add(ref sum01, lanes01, key01);
                Add(ref sum23, lanes23, key23);
            }

            done = b + HalfLength;
            if (done == length)
                return Finish(sum01[0], sum01[1], sum23[0], sum23[1], length);
            key01 += Vector128.Create(Step0, Step1);
            key23 += Vector128.Create(Step2, Step3);
            a = Math.Min(a + StripeLength, length - StripeLength);
            b = a + HalfLength;
        }
    }

    /// <summary>Fewer than 16 units: lanes 2 and 3 are zero, and what they add is a constant.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RunShort128<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector128<ushort> a, b;
        if (length >= 8)
        {
            a = Vector128.LoadUnsafe(ref source);
            b = Vector128.LoadUnsafe(ref source, length - 8);
        }
        else if (length >= 4)
        {
            a = Vector128.CreateScalar(Read4(ref source, 0)).AsUInt16();
            b = Vector128.CreateScalar(Read4(ref source, length - 4)).AsUInt16();
        }
        else
        {
            a = length == 0 ? default : Vector128.CreateScalar(Read3(ref source, length)).AsUInt16();
            b = default;
        }

        Vector128<ulong> sum01 = Vector128.Create(Start0, Start1), key01 = Vector128.Create(Key0, Key1);
        ulong sum2 = ShortSum2, sum3 = ShortSum3;
        if (Exceeds<TMode>(a | b))
        {
            if (TMode.Folds)
            {
                Stripe stripe = default;
                GatherShortRare<TMode>(ref stripe, ref source, ref folded, length);
                a = Vector128.LoadUnsafe(ref stripe.First, 0);
                b = Vector128.LoadUnsafe(ref stripe.First, HalfLength);
            }
            Add(ref sum01, Interleave(a, b), key01);
            if (((a | b) & Vector128.Create((ushort)0xFF00)) != Vector128<ushort>.Zero)
            {
                Add(ref sum01, InterleaveHigh(a, b), key01 ^ Vector128.Create(High0, High1));
                sum2 = ShortHighSum2;
                sum3 = ShortHighSum3;
            }
            return Finish(sum01[0], sum01[1], sum2, sum3, length);
        }

        Vector128<ushort> lanes = a | (b << 8);
        if (TMode.Folds)
            lanes = FoldAsciiBytes(lanes);
        if (TMode.Writes)
        {
            a = lanes & Vector128.Create((ushort)0x00FF);
            b = lanes >>> 8;
            if (length >= 8)
            {
                a.StoreUnsafe(ref folded);
                b.StoreUnsafe(ref folded, length - 8);
            }
            else if (length >= 4)
            {
                Write4(ref folded, 0, a.AsUInt64().ToScalar());
                Write4(ref folded, length - 4, b.AsUInt64().ToScalar());
            }
            else if (length != 0)
            {
                Write3(ref folded, length, a.AsUInt64().ToScalar());
            }
        }
        Add(ref sum01, lanes, key01);
        return Finish(sum01[0], sum01[1], sum2, sum3, length);
    }

    // Constants of the two lanes that a short text leaves at zero.
    private const ulong ShortSum2 = unchecked(Start2 + ((Key2 & uint.MaxValue) * (Key2 >> 32)));
    private const ulong ShortSum3 = unchecked(Start3 + ((Key3 & uint.MaxValue) * (Key3 >> 32)));
    private const ulong ShortHighSum2 = unchecked(ShortSum2 + (((Key2 ^ High2) & uint.MaxValue) * ((Key2 ^ High2) >> 32)));
    private const ulong ShortHighSum3 = unchecked(ShortSum3 + (((Key3 ^ High3) & uint.MaxValue) * ((Key3 ^ High3) >> 32)));

    /// <summary>Whether a unit is beyond what the fast branch can take: ASCII where it's folded, one byte where it isn't.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Exceeds<TMode>(Vector128<ushort> units)
        where TMode : struct, IMode
    {
        return (units & Vector128.Create((ushort)(TMode.Folds ? 0xFF80 : 0xFF00))) != Vector128<ushort>.Zero;
    }

    /// <summary>Adds two lanes to their accumulators.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Add(ref Vector128<ulong> sum, Vector128<ushort> lanes, Vector128<ulong> key)
    {
        Vector128<ulong> mixed = lanes.AsUInt64() ^ key;
        sum += MultiplyHalves(mixed) + Vector128.Shuffle(lanes.AsUInt64(), Vector128.Create(1ul, 0ul));
    }

    /// <summary>In each lane, the low half times the high half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> MultiplyHalves(Vector128<ulong> value)
    {
        return Sse2.IsSupported
            ? Sse2.Multiply(value.AsUInt32(), (value >>> 32).AsUInt32())
            : (value & Vector128.Create((ulong)uint.MaxValue)) * (value >>> 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Interleave(Vector128<ushort> a, Vector128<ushort> b) => (a & Vector128.Create((ushort)0x00FF)) | (b << 8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> InterleaveHigh(Vector128<ushort> a, Vector128<ushort> b) => (a >>> 8) | (b & Vector128.Create((ushort)0xFF00));

    /// <summary>Folds bytes, all of them ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> FoldAsciiBytes(Vector128<ushort> lanes)
    {
        // Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters.
        Vector128<sbyte> moved = lanes.AsSByte() + Vector128.Create((sbyte)(sbyte.MaxValue - 'z'));
        Vector128<sbyte> lower = Vector128.GreaterThan(moved, Vector128.Create((sbyte)(sbyte.MaxValue - 26)));
        return lanes ^ (lower & Vector128.Create((sbyte)0x20)).AsUInt16();
    }

    /// <summary>Kept out of the loop, so that the loop's vectors stay in registers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void GatherRare<TMode>(ref Stripe stripe, ref ushort source, ref ushort folded, nuint a, nuint b, nuint done)
        where TMode : struct, IMode => stripe.Gather<TMode>(ref source, ref folded, a, b, done);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void GatherShortRare<TMode>(ref Stripe stripe, ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode => stripe.GatherShort<TMode>(ref source, ref folded, length);

    /// <summary>The first, the middle and the last of 1 to 3 units.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Read3(ref ushort text, nuint length) =>
        text | ((ulong)Unsafe.Add(ref text, length / 2) << 16) | ((ulong)Unsafe.Add(ref text, length - 1) << 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write3(ref ushort text, nuint length, ulong units)
    {
        text = (ushort)units;
        Unsafe.Add(ref text, length / 2) = (ushort)(units >> 16);
        Unsafe.Add(ref text, length - 1) = (ushort)(units >> 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write4(ref ushort text, nuint offset, ulong units) =>
        Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, offset)), units);
}
