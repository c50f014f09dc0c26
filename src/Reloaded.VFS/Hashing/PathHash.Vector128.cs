using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// Two vectors of two lanes each. On x64 the code needs SSE4.1, which every image of this project requires.
public static partial class PathHash
{
    /// <summary>
    /// Hashes with 128-bit vectors. The caller guarantees <paramref name="length"/> units on both sides. Only a mode that writes changes
    /// <paramref name="folded"/>.
    /// </summary>
    internal static ulong Run128<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (length < HalfLength)
            return RunShort128<TMode>(ref source, ref folded, length);

        State128 state = State128.Create();
        if (length < StripeLength)
        {
            if (!AddAscii<TMode>(ref state, ref source, ref folded, length - HalfLength))
                return RunAny128<TMode>(ref source, ref folded, length);
            return state.Finish(length);
        }

        nuint i = 0;
        for (; i + (2 * StripeLength) <= length; i += 2 * StripeLength)
        {
            state.Prepare();
            if (!AddTwoAscii<TMode>(ref state, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i)))
                return RunAny128<TMode>(ref source, ref folded, length);
        }

        if (i + StripeLength <= length)
        {
            state.Prepare();
            if (!AddAscii<TMode>(ref state, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i), HalfLength))
                return RunAny128<TMode>(ref source, ref folded, length);
            i += StripeLength;
        }

        if (i != length)
        {
            i = length - StripeLength;
            state.Prepare();
            if (!AddAscii<TMode>(ref state, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i), HalfLength))
                return RunAny128<TMode>(ref source, ref folded, length);
        }

        return state.Finish(length);
    }

    /// <summary>Adds a stripe whose A is at the start and whose B is at <paramref name="b"/>. False if it isn't all ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAscii<TMode>(ref State128 state, ref ushort source, ref ushort folded, nuint b)
        where TMode : struct, IMode
    {
        if (!TryPack(ref source, b, out Vector128<byte> v, out Vector128<byte> w, out Vector128<sbyte> least) || !IsAscii(least))
            return false;
        AddPacked<TMode>(ref state, ref folded, b, v, w);
        return true;
    }

    /// <summary>Adds two stripes with one check for ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddTwoAscii<TMode>(ref State128 state, ref ushort source, ref ushort folded)
        where TMode : struct, IMode
    {
        if (!TryPack(ref source, HalfLength, out Vector128<byte> v0, out Vector128<byte> w0, out Vector128<sbyte> least0)
            || !TryPack(ref Unsafe.Add(ref source, StripeLength), HalfLength, out Vector128<byte> v1, out Vector128<byte> w1,
                out Vector128<sbyte> least1)
            || !IsAscii(Vector128.Min(least0, least1)))
            return false;
        AddPacked<TMode>(ref state, ref folded, HalfLength, v0, w0);
        AddPacked<TMode>(ref state, ref Unsafe.Add(ref folded, StripeLength), HalfLength, v1, w1);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void AddPacked<TMode>(ref State128 state, ref ushort folded, nuint b, Vector128<byte> v, Vector128<byte> w)
        where TMode : struct, IMode
    {
        if (TMode.Folds)
        {
            v = FoldAscii(v);
            w = FoldAscii(w);
        }

        if (TMode.Writes)
        {
            Vector128.WidenLower(v).StoreUnsafe(ref folded);
            Vector128.WidenLower(w).StoreUnsafe(ref folded, 8);
            WidenUpper(v).StoreUnsafe(ref folded, b);
            WidenUpper(w).StoreUnsafe(ref folded, b + 8);
        }

        state.Add(v, w);
    }

    /// <summary>Hashes any text, once it turned out not to be ASCII. Units already written fold to themselves.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong RunAny128<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (TMode.Writes)
        {
            CaseFolding.ToUpper(ref source, ref folded, length);
            return RunAny128<AsItIs>(ref folded, ref folded, length);
        }

        State128 state = State128.Create();
        Stripe stripe = default;
        nuint end = 0;
        do
        {
            ref ushort units = ref stripe.First;
            if (length >= StripeLength)
            {
                nuint start = Math.Min(end, length - StripeLength);
                if (TMode.Folds)
                    CaseFolding.ToUpper(ref Unsafe.Add(ref source, start), ref units, StripeLength);
                else
                    units = ref Unsafe.Add(ref source, start);
                end = start + StripeLength;
            }
            else
            {
                end = stripe.Gather<TMode>(ref source, end, length);
            }

            state.Prepare();
            state.AddAny(ref units);
        }
        while (end < length);
        return state.Finish(length);
    }

    /// <summary>Packs 32 units to bytes, A at the start and B at <paramref name="b"/>.</summary>
    /// <remarks>
    /// On x64 packing always succeeds, and <see cref="IsAscii"/> then examines <paramref name="least"/>: packing makes every unit beyond
    /// ASCII zero or negative, so NUL counts as beyond ASCII, too.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryPack(ref ushort source, nuint b, out Vector128<byte> v, out Vector128<byte> w, out Vector128<sbyte> least)
    {
        Vector128<ushort> a0 = Vector128.LoadUnsafe(ref source), a8 = Vector128.LoadUnsafe(ref source, 8);
        Vector128<ushort> b0 = Vector128.LoadUnsafe(ref source, b), b8 = Vector128.LoadUnsafe(ref source, b + 8);
        if (Sse41.IsSupported)
        {
            v = Sse2.PackUnsignedSaturate(a0.AsInt16(), b0.AsInt16());
            w = Sse2.PackUnsignedSaturate(a8.AsInt16(), b8.AsInt16());
            least = Sse41.Min(v.AsSByte(), w.AsSByte());
            return true;
        }

        v = Vector128.Narrow(a0, b0);
        w = Vector128.Narrow(a8, b8);
        least = Vector128<sbyte>.One;
        return ((a0 | b0 | a8 | b8) & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(Vector128<sbyte> least) =>
        !Sse41.IsSupported || Sse2.MoveMask(Sse2.CompareGreaterThan(least, Vector128<sbyte>.Zero)) == 0xFFFF;

    /// <summary>Widens the upper eight bytes to units: one instruction on x64, where the portable form takes two.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> WidenUpper(Vector128<byte> bytes) =>
        Sse2.IsSupported ? Sse2.UnpackHigh(bytes, Vector128<byte>.Zero).AsUInt16() : Vector128.WidenUpper(bytes);

    /// <summary>Folds bytes, all of them ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> FoldAscii(Vector128<byte> bytes)
    {
        // Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters.
        Vector128<sbyte> moved = bytes.AsSByte() + Vector128.Create((sbyte)(sbyte.MaxValue - 'z'));
        Vector128<sbyte> lower = Vector128.GreaterThan(moved, Vector128.Create((sbyte)(sbyte.MaxValue - 26)));
        return bytes ^ (lower & Vector128.Create((sbyte)0x20)).AsByte();
    }

    /// <summary>Multiplies the low halves of each 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> MultiplyLow(Vector128<ulong> v, Vector128<ulong> w) => Sse2.IsSupported
        ? Sse2.Multiply(v.AsUInt32(), w.AsUInt32())
        : (v & Vector128.Create((ulong)uint.MaxValue)) * (w & Vector128.Create((ulong)uint.MaxValue));

    /// <summary>The four sums (0 and 2, 1 and 3) and the index of the next keys.</summary>
    private struct State128
    {
        private Vector128<ulong> _even, _odd;
        private nuint _key;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static State128 Create() => new() { _even = Vector128.Create(Start0, Start2), _odd = Vector128.Create(Start1, Start3) };

        /// <summary>Scrambles the sums if the keys are used up. Call before every stripe, or every two.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void Prepare()
        {
            if (_key != KeyedStripes * KeysPerStripe)
                return;
            _key = 0;
            _even = (_even ^ (_even >>> 29)) * Vector128.Create(ScrambleFactor);
            _odd = (_odd ^ (_odd >>> 29)) * Vector128.Create(ScrambleFactor);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void Add(Vector128<byte> v, Vector128<byte> w)
        {
            AddProducts(v.AsUInt64() ^ Vector128.LoadUnsafe(ref FirstKey, _key),
                w.AsUInt64() ^ Vector128.LoadUnsafe(ref FirstKey, _key + 2));
            _key += KeysPerStripe;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void AddAny(ref ushort folded)
        {
            Vector128<ushort> a0 = Vector128.LoadUnsafe(ref folded), b0 = Vector128.LoadUnsafe(ref folded, HalfLength);
            Vector128<ushort> a8 = Vector128.LoadUnsafe(ref folded, 8), b8 = Vector128.LoadUnsafe(ref folded, HalfLength + 8);
            Vector128<ushort> low = Vector128.Create((ushort)0x00FF);
            if (((a0 | b0 | a8 | b8) & ~low) != Vector128<ushort>.Zero)
            {
                AddProducts(
                    Vector128.Narrow(a0 >>> 8, b0 >>> 8).AsUInt64() ^ Vector128.LoadUnsafe(ref FirstKey, _key)
                        ^ Vector128.Create(High0, High1),
                    Vector128.Narrow(a8 >>> 8, b8 >>> 8).AsUInt64() ^ Vector128.LoadUnsafe(ref FirstKey, _key + 2)
                        ^ Vector128.Create(High2, High3));
            }

            Add(Vector128.Narrow(a0 & low, b0 & low), Vector128.Narrow(a8 & low, b8 & low));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal readonly ulong Finish(nuint length) => PathHash.Finish(_even, _odd, length);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void AddProducts(Vector128<ulong> v, Vector128<ulong> w)
        {
            _even += MultiplyLow(v, w);
            _odd += MultiplyLow(v >>> 32, w >>> 32);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Finish(Vector128<ulong> even, Vector128<ulong> odd, nuint length)
    {
        Vector128<ulong> lanes = even ^ Vector128.Shuffle(odd.AsUInt32(), Vector128.Create(1u, 0u, 3u, 2u)).AsUInt64();
        return Finish(lanes[0], lanes[1], length);
    }
}
