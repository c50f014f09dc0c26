using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Paths;

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

        State128 state = State128.Create();
        if (length < StripeLength)
        {
            if (!AddAscii<TMode>(ref state, ref source, ref folded, length - HalfLength))
                return RunAny128<TMode>(ref source, ref folded, length);
            return state.Finish(length);
        }

        nuint last = length - StripeLength, i = 0;
        do
        {
            if (!AddAscii<TMode>(ref state, ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref folded, i), HalfLength))
                return RunAny128<TMode>(ref source, ref folded, length);
            state.NextKeys();
            i += StripeLength;
        }
        while (i <= last);

        if (i != length && !AddAscii<TMode>(ref state, ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref folded, last), HalfLength))
            return RunAny128<TMode>(ref source, ref folded, length);
        return state.Finish(length);
    }

    /// <summary>Adds a stripe whose A is at the start and whose B is at <paramref name="b"/>. False where it isn't all ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AddAscii<TMode>(ref State128 state, ref ushort source, ref ushort folded, nuint b)
        where TMode : struct, IMode
    {
        if (!TryPack(
            Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, b),
            Vector128.LoadUnsafe(ref source, 8), Vector128.LoadUnsafe(ref source, b + 8),
            out Vector128<byte> lanes01, out Vector128<byte> lanes23))
        {
            return false;
        }
        if (TMode.Folds)
        {
            lanes01 = FoldAscii(lanes01);
            lanes23 = FoldAscii(lanes23);
        }
        if (TMode.Writes)
        {
            Vector128.WidenLower(lanes01).StoreUnsafe(ref folded);
            Vector128.WidenLower(lanes23).StoreUnsafe(ref folded, 8);
            WidenUpper(lanes01).StoreUnsafe(ref folded, b);
            WidenUpper(lanes23).StoreUnsafe(ref folded, b + 8);
        }
        state.Add(lanes01, lanes23);
        return true;
    }

    /// <summary>Any text, once it is found not to be ASCII. What has been written already is ASCII, which folding again leaves alone.</summary>
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
            if (!TMode.Folds && length >= StripeLength)
            {
                nuint start = Math.Min(end, length - StripeLength);
                units = ref Unsafe.Add(ref source, start);
                end = start + StripeLength;
            }
            else
            {
                end = stripe.Gather<TMode>(ref source, end, length);
            }
            state.AddAny(
                Vector128.LoadUnsafe(ref units), Vector128.LoadUnsafe(ref units, HalfLength),
                Vector128.LoadUnsafe(ref units, 8), Vector128.LoadUnsafe(ref units, HalfLength + 8));
            state.NextKeys();
        }
        while (end < length);
        return state.Finish(length);
    }

    /// <summary>
    /// The bytes of 32 ASCII units, in lanes. May also say no to a text with NUL in it, which then takes the other way: so three instructions
    /// find everything that isn't ASCII, because the packing makes it either zero or negative.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryPack(
        Vector128<ushort> a0, Vector128<ushort> b0, Vector128<ushort> a1, Vector128<ushort> b1,
        out Vector128<byte> lanes01, out Vector128<byte> lanes23)
    {
        if (Sse41.IsSupported)
        {
            lanes01 = Sse2.PackUnsignedSaturate(a0.AsInt16(), b0.AsInt16());
            lanes23 = Sse2.PackUnsignedSaturate(a1.AsInt16(), b1.AsInt16());
            Vector128<sbyte> least = Sse41.Min(lanes01.AsSByte(), lanes23.AsSByte());
            return Sse2.MoveMask(Sse2.CompareGreaterThan(least, Vector128<sbyte>.Zero)) == 0xFFFF;
        }
        lanes01 = Vector128.Narrow(a0, b0);
        lanes23 = Vector128.Narrow(a1, b1);
        return ((a0 | b0 | a1 | b1) & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
    }

    /// <summary>The upper eight bytes as units; one instruction on x64, where the portable form is two.</summary>
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

    /// <summary>Adds two lanes to their accumulators.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> AddPair(Vector128<ulong> sum, Vector128<byte> lanes, Vector128<ulong> key)
    {
        Vector128<uint> keyed = (lanes.AsUInt64() ^ key).AsUInt32();
        // All four halves the other way round: each lane's low half meets the other lane's high half, and the sum of both
        // gets the other lane with its halves swapped.
        Vector128<uint> turned = Vector128.Shuffle(keyed, Vector128.Create(3u, 2u, 1u, 0u));
        Vector128<ulong> product = Sse2.IsSupported
            ? Sse2.Multiply(keyed, turned)
            : (keyed.AsUInt64() & Vector128.Create((ulong)uint.MaxValue)) * (turned.AsUInt64() & Vector128.Create((ulong)uint.MaxValue));
        return sum + product + turned.AsUInt64();
    }

    /// <summary>The four accumulators and keys.</summary>
    private struct State128
    {
        private Vector128<ulong> _sum01, _sum23, _key01, _key23;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static State128 Create() => new()
        {
            _sum01 = Vector128.Create(Start0, Start1),
            _sum23 = Vector128.Create(Start2, Start3),
            _key01 = Vector128.Create(Key0, Key1),
            _key23 = Vector128.Create(Key2, Key3),
        };

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void NextKeys()
        {
            _key01 += Vector128.Create(Step0, Step1);
            _key23 += Vector128.Create(Step2, Step3);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void Add(Vector128<byte> lanes01, Vector128<byte> lanes23)
        {
            _sum01 = AddPair(_sum01, lanes01, _key01);
            _sum23 = AddPair(_sum23, lanes23, _key23);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void AddAny(Vector128<ushort> a0, Vector128<ushort> b0, Vector128<ushort> a1, Vector128<ushort> b1)
        {
            Vector128<ushort> low = Vector128.Create((ushort)0x00FF);
            Add(Vector128.Narrow(a0 & low, b0 & low), Vector128.Narrow(a1 & low, b1 & low));
            if (((a0 | b0 | a1 | b1) & ~low) != Vector128<ushort>.Zero)
            {
                _sum01 = AddPair(_sum01, Vector128.Narrow(a0 >>> 8, b0 >>> 8), _key01 ^ Vector128.Create(High0, High1));
                _sum23 = AddPair(_sum23, Vector128.Narrow(a1 >>> 8, b1 >>> 8), _key23 ^ Vector128.Create(High2, High3));
            }
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal readonly ulong Finish(nuint length)
        {
            Vector128<ulong> sum01 = _sum01 ^ (_sum01 >>> 29), sum23 = _sum23 ^ (_sum23 >>> 29);
            return PathHash.Finish(sum01[0], sum01[1], sum23[0], sum23[1], length);
        }
    }
}
