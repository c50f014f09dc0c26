using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Hashing;

// Hashing of a text that comes in pieces.
public static partial class PathHash
{
    /// <summary>
    /// A hash of folded text that is computed stripe by stripe, for texts with a common start: a copy continues from the point where it was
    /// made.
    /// </summary>
    /// <remarks>
    /// The caller keeps the order of the definition: whole stripes from the start, then, if something is left, the last 32 units.
    /// </remarks>
    internal struct Stripes
    {
        private State128 _state;

        /// <summary>Creates the hash of a text of at least one stripe, with nothing added yet.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Stripes Create() => new() { _state = State128.Create() };

        /// <summary>Adds the 32 units at <paramref name="units"/>, in any letter case.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(ref ushort units)
        {
            _state.Prepare();
            if (!AddAscii<Folding>(ref _state, ref units, ref units, HalfLength))
                AddAny(ref _state, ref units);
        }

        /// <summary>
        /// Adds a stripe (A and B) of one byte for each unit, in any letter case. Returns false, with nothing added, if it isn't all ASCII.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool TryAdd(Vector128<byte> a, Vector128<byte> b)
        {
            if ((a | b).ExtractMostSignificantBits() != 0)
                return false;
            _state.Prepare();
            _state.Add(FoldAscii(LowerHalves(a, b)), FoldAscii(UpperHalves(a, b)));
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly ulong Finish(nuint length) => _state.Finish(length);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> LowerHalves(Vector128<byte> a, Vector128<byte> b) =>
            (Sse2.IsSupported ? Sse2.UnpackLow(a.AsUInt64(), b.AsUInt64()) : Vector128.Create(a.AsUInt64()[0], b.AsUInt64()[0])).AsByte();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> UpperHalves(Vector128<byte> a, Vector128<byte> b) =>
            (Sse2.IsSupported ? Sse2.UnpackHigh(a.AsUInt64(), b.AsUInt64()) : Vector128.Create(a.AsUInt64()[1], b.AsUInt64()[1])).AsByte();

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void AddAny(ref State128 state, ref ushort units)
        {
            Stripe stripe = default;
            CaseFolding.ToUpper(ref units, ref stripe.First, StripeLength);
            state.AddAny(ref stripe.First);
        }
    }

    /// <summary>One stripe in memory: 16 units of A, then 16 of B.</summary>
    [InlineArray(StripeLength)]
    private struct Stripe
    {
        private ushort _unit;

        [UnscopedRef]
        internal ref ushort First => ref _unit;

        /// <summary>
        /// Reads the stripe after the first <paramref name="done"/> units, folded if the mode folds. Returns the new number of units done.
        /// </summary>
        internal nuint Gather<TMode>(ref ushort source, nuint done, nuint length)
            where TMode : struct, IMode
        {
            if (length >= StripeLength)
            {
                nuint start = Math.Min(done, length - StripeLength);
                Copy<TMode>(ref source, start, 0, StripeLength);
                return start + StripeLength;
            }

            this = default;
            if (length >= 4)
            {
                nuint half = length >= 16 ? 16u : length >= 8 ? 8u : 4u;
                Copy<TMode>(ref source, 0, 0, half);
                Copy<TMode>(ref source, length - half, half == 4 ? 4u : HalfLength, half);
            }
            else if (length != 0)
            {
                Copy<TMode>(ref source, 0, 0, 1);
                Copy<TMode>(ref source, length / 2, 1, 1);
                Copy<TMode>(ref source, length - 1, 2, 1);
            }

            return length;
        }

        private void Copy<TMode>(ref ushort source, nuint from, nuint to, nuint count)
            where TMode : struct, IMode
        {
            ref ushort target = ref Unsafe.Add(ref _unit, to);
            ref ushort text = ref Unsafe.Add(ref source, from);
            if (TMode.Folds)
                CaseFolding.ToUpperScalar(ref text, ref target, count);
            else
                Unsafe.CopyBlockUnaligned(ref Unsafe.As<ushort, byte>(ref target), ref Unsafe.As<ushort, byte>(ref text),
                    (uint)count * sizeof(ushort));
        }
    }

    /// <summary>The four sums of the scalar code, and the number of stripes since the last scrambling.</summary>
    private struct State
    {
        private ulong _sum0, _sum1, _sum2, _sum3;
        private int _stripe;

        internal static State Create() => new() { _sum0 = Start0, _sum1 = Start1, _sum2 = Start2, _sum3 = Start3 };

        internal void Add(in Stripe stripe)
        {
            if (_stripe == KeyedStripes)
            {
                _stripe = 0;
                _sum0 = Scramble(_sum0);
                _sum1 = Scramble(_sum1);
                _sum2 = Scramble(_sum2);
                _sum3 = Scramble(_sum3);
            }

            ReadOnlySpan<ulong> keys = MemoryMarshal.Cast<byte, ulong>(KeyBytes).Slice(_stripe++ * KeysPerStripe, KeysPerStripe);
            ref ushort units = ref Unsafe.AsRef(in stripe).First;
            ulong lowA = GatherBytes(ref units, 0, out ulong highA), lowA8 = GatherBytes(ref units, 8, out ulong highA8);
            ulong lowB = GatherBytes(ref units, HalfLength, out ulong highB),
                lowB8 = GatherBytes(ref units, HalfLength + 8, out ulong highB8);
            AddProducts(ref _sum0, ref _sum1, lowA ^ keys[0], lowA8 ^ keys[2]);
            AddProducts(ref _sum2, ref _sum3, lowB ^ keys[1], lowB8 ^ keys[3]);
            if ((highA | highB | highA8 | highB8) != 0)
            {
                AddProducts(ref _sum0, ref _sum1, highA ^ keys[0] ^ High0, highA8 ^ keys[2] ^ High2);
                AddProducts(ref _sum2, ref _sum3, highB ^ keys[1] ^ High1, highB8 ^ keys[3] ^ High3);
            }
        }

        internal readonly ulong Finish(nuint length) =>
            PathHash.Finish(_sum0 ^ ulong.RotateLeft(_sum1, 32), _sum2 ^ ulong.RotateLeft(_sum3, 32), length);

        private static void AddProducts(ref ulong lowSum, ref ulong highSum, ulong v, ulong w)
        {
            lowSum += (v & uint.MaxValue) * (w & uint.MaxValue);
            highSum += (v >> 32) * (w >> 32);
        }

        private static ulong Scramble(ulong sum) => (sum ^ (sum >> 29)) * ScrambleFactor;

        /// <summary>Collects the low and the high bytes of eight units.</summary>
        private static ulong GatherBytes(ref ushort units, nuint offset, out ulong high)
        {
            ulong first = CaseFolding.Read4(ref units, offset), second = CaseFolding.Read4(ref units, offset + 4);
            high = EvenBytes(first >> 8) | (EvenBytes(second >> 8) << 32);
            return EvenBytes(first) | (EvenBytes(second) << 32);
        }

        /// <summary>Collects bytes 0, 2, 4 and 6.</summary>
        private static ulong EvenBytes(ulong value)
        {
            value &= 0x00FF_00FF_00FF_00FF;
            value = (value | (value >> 8)) & 0x0000_FFFF_0000_FFFF;
            return (value | (value >> 16)) & uint.MaxValue;
        }
    }
}
