using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hashing;

public static partial class PathHash
{
    /// <summary>
    /// One stripe in memory: 16 units of A, then 16 of B. The scalar code gathers every stripe here, the vectorised code those that hold more
    /// than ASCII and have to be folded.
    /// </summary>
    [InlineArray(StripeLength)]
    private struct Stripe
    {
        private ushort _unit;

        /// <summary>Four units of A from unit 4 * <paramref name="lane"/> on.</summary>
        internal ulong A(nuint lane) => Read4(ref _unit, lane * 4);

        /// <summary>Four units of B from unit 4 * <paramref name="lane"/> on.</summary>
        internal ulong B(nuint lane) => Read4(ref _unit, HalfLength + (lane * 4));

        /// <summary>The first unit.</summary>
        [UnscopedRef]
        internal ref ushort First => ref _unit;

        /// <summary>
        /// Takes 16 units at <paramref name="a"/> and at <paramref name="b"/>. <paramref name="done"/>: how many units of the text have been
        /// folded and written already; they are taken from there, not folded twice.
        /// </summary>
        internal void Gather<TMode>(ref ushort source, ref ushort folded, nuint a, nuint b, nuint done)
            where TMode : struct, IMode
        {
            if (TMode.Writes)
            {
                nuint end = b + HalfLength;
                CaseFolding.ToUpperScalar(ref Unsafe.Add(ref source, done), ref Unsafe.Add(ref folded, done), end - done);
            }
            Take<TMode>(ref source, ref folded, a, 0, HalfLength);
            Take<TMode>(ref source, ref folded, b, HalfLength, HalfLength);
        }

        /// <summary>Takes all of a text shorter than 16 units.</summary>
        internal void GatherShort<TMode>(ref ushort source, ref ushort folded, nuint length)
            where TMode : struct, IMode
        {
            this = default;
            if (TMode.Writes)
                CaseFolding.ToUpperScalar(ref source, ref folded, length);

            if (length >= 4)
            {
                nuint half = length >= 8 ? 8u : 4u;
                Take<TMode>(ref source, ref folded, 0, 0, half);
                Take<TMode>(ref source, ref folded, length - half, HalfLength, half);
            }
            else if (length != 0)
            {
                Take<TMode>(ref source, ref folded, 0, 0, 1);
                Take<TMode>(ref source, ref folded, length / 2, 1, 1);
                Take<TMode>(ref source, ref folded, length - 1, 2, 1);
            }
        }

        /// <summary>Folded units: written by this very call, or folded here, or as they are.</summary>
        private void Take<TMode>(ref ushort source, ref ushort folded, nuint from, nuint to, nuint count)
            where TMode : struct, IMode
        {
            ref ushort target = ref Unsafe.Add(ref _unit, to);
            if (TMode.Folds && !TMode.Writes)
            {
                CaseFolding.ToUpperScalar(ref Unsafe.Add(ref source, from), ref target, count);
                return;
            }
            ref ushort text = ref Unsafe.Add(ref TMode.Writes ? ref folded : ref source, from);
            Unsafe.CopyBlockUnaligned(ref Unsafe.As<ushort, byte>(ref target), ref Unsafe.As<ushort, byte>(ref text), (uint)count * sizeof(ushort));
        }
    }

    /// <summary>The four accumulators and keys of the scalar code.</summary>
    private struct Accumulators
    {
        private ulong _sum0, _sum1, _sum2, _sum3, _key0, _key1, _key2, _key3;

        internal static Accumulators Create() => new()
        {
            _sum0 = Start0, _sum1 = Start1, _sum2 = Start2, _sum3 = Start3,
            _key0 = Key0, _key1 = Key1, _key2 = Key2, _key3 = Key3,
        };

        internal void Add(ref Stripe stripe)
        {
            const ulong low = 0x00FF_00FF_00FF_00FF, high = 0xFF00_FF00_FF00_FF00;
            ulong a0 = stripe.A(0), a1 = stripe.A(1), a2 = stripe.A(2), a3 = stripe.A(3);
            ulong b0 = stripe.B(0), b1 = stripe.B(1), b2 = stripe.B(2), b3 = stripe.B(3);
            AddLanes(Interleave(a0, b0), Interleave(a1, b1), Interleave(a2, b2), Interleave(a3, b3), _key0, _key1, _key2, _key3);
            if (((a0 | a1 | a2 | a3 | b0 | b1 | b2 | b3) & high) != 0)
            {
                AddLanes(
                    InterleaveHigh(a0, b0), InterleaveHigh(a1, b1), InterleaveHigh(a2, b2), InterleaveHigh(a3, b3),
                    _key0 ^ High0, _key1 ^ High1, _key2 ^ High2, _key3 ^ High3);
            }
            _key0 += Step0;
            _key1 += Step1;
            _key2 += Step2;
            _key3 += Step3;

            static ulong Interleave(ulong a, ulong b) => (a & low) | ((b & low) << 8);
            static ulong InterleaveHigh(ulong a, ulong b) => ((a & high) >> 8) | (b & high);
        }

        internal readonly ulong Finish(nuint length) => PathHash.Finish(_sum0, _sum1, _sum2, _sum3, length);

        private void AddLanes(ulong lane0, ulong lane1, ulong lane2, ulong lane3, ulong key0, ulong key1, ulong key2, ulong key3)
        {
            _sum0 += lane1 + MultiplyHalves(lane0 ^ key0);
            _sum1 += lane0 + MultiplyHalves(lane1 ^ key1);
            _sum2 += lane3 + MultiplyHalves(lane2 ^ key2);
            _sum3 += lane2 + MultiplyHalves(lane3 ^ key3);

            static ulong MultiplyHalves(ulong value) => (ulong)(uint)value * (uint)(value >> 32);
        }
    }

    /// <summary>Four units at <paramref name="offset"/>, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Read4(ref ushort text, nuint offset) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, offset)));
}
