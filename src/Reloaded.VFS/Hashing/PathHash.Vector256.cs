using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// A whole stripe in one vector; needs AVX2. Texts shorter than a stripe, or that only the table can fold, are left to the 128-bit code.
public static partial class PathHash
{
    /// <summary>
    /// Hashes with 256-bit vectors. The caller guarantees AVX2 and <paramref name="length"/> units on both sides, at least 32. Only a mode
    /// that writes changes <paramref name="folded"/>.
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
                return RunAny256<TMode>(ref source, ref folded, length);
            key += KeysPerStripe;
            i += StripeLength;
        }
        while (i <= last);

        if (i != length)
        {
            Prepare(ref even, ref odd, ref key);
            if (!AddAscii<TMode>(ref even, ref odd, key, ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref folded, last)))
                return RunAny256<TMode>(ref source, ref folded, length);
        }

        return Finish(even, odd, length);
    }

    /// <summary>Hashes any text of at least a stripe, once it turned out not ASCII. Units already written fold to themselves.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong RunAny256<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector128<ulong> even = Vector128.Create(Start0, Start2), odd = Vector128.Create(Start1, Start3);
        nuint last = length - StripeLength, i = 0, key = 0;
        while (true)
        {
            Prepare(ref even, ref odd, ref key);
            if (!AddAny<TMode>(ref even, ref odd, key, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i)))
                return RunAny128<TMode>(ref source, ref folded, length);
            if (i == last)
                return Finish(even, odd, length);
            key += KeysPerStripe;
            i = Math.Min(i + StripeLength, last);
        }
    }

    /// <summary>Scrambles the sums if the keys are used up. Call before every stripe.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Prepare(ref Vector128<ulong> even, ref Vector128<ulong> odd, ref nuint key)
    {
        if (key != KeyedStripes * KeysPerStripe)
            return;
        key = 0;
        even = (even ^ (even >>> 29)) * Vector128.Create(ScrambleFactor);
        odd = (odd ^ (odd >>> 29)) * Vector128.Create(ScrambleFactor);
    }

    /// <summary>Adds the stripe at the start. Returns false if it isn't all ASCII or contains NUL.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAscii<TMode>(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, nuint key, ref ushort source, ref ushort folded)
        where TMode : struct, IMode
    {
        // AVX2 packs each half separately, which gives V and W; unpacking reverses that.
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

        AddProducts(ref even, ref odd, both.AsUInt64() ^ Vector256.LoadUnsafe(ref FirstKey, key));
        return true;
    }

    /// <summary>Adds the stripe at the start. Returns false if only the table can fold it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAny<TMode>(
        ref Vector128<ulong> even, ref Vector128<ulong> odd, nuint key, ref ushort source, ref ushort folded)
        where TMode : struct, IMode
    {
        Vector256<ushort> a = Vector256.LoadUnsafe(ref source), b = Vector256.LoadUnsafe(ref source, HalfLength);
        if (TMode.Folds && !(CaseFolding.TryFold(a, out a) & CaseFolding.TryFold(b, out b)))
            return false;
        if (TMode.Writes)
        {
            a.StoreUnsafe(ref folded);
            b.StoreUnsafe(ref folded, HalfLength);
        }

        Vector256<ushort> low = Vector256.Create((ushort)0x00FF);
        Vector256<ulong> keys = Vector256.LoadUnsafe(ref FirstKey, key);
        if (((a | b) & ~low) != Vector256<ushort>.Zero)
        {
            AddProducts(ref even, ref odd, Avx2.PackUnsignedSaturate((a >>> 8).AsInt16(), (b >>> 8).AsInt16()).AsUInt64() ^ keys
                ^ Vector256.Create(High0, High1, High2, High3));
        }

        AddProducts(ref even, ref odd, Avx2.PackUnsignedSaturate((a & low).AsInt16(), (b & low).AsInt16()).AsUInt64() ^ keys);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void AddProducts(ref Vector128<ulong> even, ref Vector128<ulong> odd, Vector256<ulong> keyed)
    {
        Vector128<ulong> v = keyed.GetLower(), w = keyed.GetUpper();
        even += MultiplyLow(v, w);
        odd += MultiplyLow(v >>> 32, w >>> 32);
    }
}
