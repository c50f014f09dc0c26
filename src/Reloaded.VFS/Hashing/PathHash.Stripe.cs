using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hashing;

// What the scalar code runs on, and the vectorised code where a text isn't all ASCII.
public static partial class PathHash
{
    /// <summary>One stripe in memory: 16 units of A, then 16 of B.</summary>
    [InlineArray(StripeLength)]
    private struct Stripe
    {
        private ushort _unit;

        /// <summary>The first unit.</summary>
        [UnscopedRef]
        internal ref ushort First => ref _unit;

        /// <summary>
        /// Takes the stripe that comes after the first <paramref name="done"/> units, folded if the mode folds. Returns how many units are
        /// done now.
        /// </summary>
        internal nuint Gather<TMode>(ref ushort source, nuint done, nuint length)
            where TMode : struct, IMode
        {
            if (length >= StripeLength)
            {
                nuint start = Math.Min(done, length - StripeLength);
                Take<TMode>(ref source, start, 0, StripeLength);
                return start + StripeLength;
            }

            this = default;
            if (length >= 4)
            {
                nuint half = length >= 16 ? 16u : length >= 8 ? 8u : 4u;
                Take<TMode>(ref source, 0, 0, half);
                Take<TMode>(ref source, length - half, half == 4 ? 4u : HalfLength, half);
            }
            else if (length != 0)
            {
                Take<TMode>(ref source, 0, 0, 1);
                Take<TMode>(ref source, length / 2, 1, 1);
                Take<TMode>(ref source, length - 1, 2, 1);
            }
            return length;
        }

        private void Take<TMode>(ref ushort source, nuint from, nuint to, nuint count)
            where TMode : struct, IMode
        {
            ref ushort target = ref Unsafe.Add(ref _unit, to);
            ref ushort text = ref Unsafe.Add(ref source, from);
            if (TMode.Folds)
                CaseFolding.ToUpperScalar(ref text, ref target, count);
            else
                Unsafe.CopyBlockUnaligned(ref Unsafe.As<ushort, byte>(ref target), ref Unsafe.As<ushort, byte>(ref text), (uint)count * sizeof(ushort));
        }
    }

    /// <summary>The four accumulators and keys of the scalar code.</summary>
    private struct Accumulators
    {
        private ulong _sum0, _sum1, _sum2, _sum3, _key0, _key1, _key2, _key3;

        internal static Accumulators Create() => new()
        {
            _sum0 = Start0,
            _sum1 = Start1,
            _sum2 = Start2,
            _sum3 = Start3,
            _key0 = Key0,
            _key1 = Key1,
            _key2 = Key2,
            _key3 = Key3,
        };

        internal void Add(in Stripe stripe)
        {
            ref ushort units = ref Unsafe.AsRef(in stripe).First;
            ulong low0 = GatherBytes(ref units, 0, out ulong high0);
            ulong low1 = GatherBytes(ref units, HalfLength, out ulong high1);
            ulong low2 = GatherBytes(ref units, 8, out ulong high2);
            ulong low3 = GatherBytes(ref units, HalfLength + 8, out ulong high3);
            AddPair(ref _sum0, ref _sum1, low0 ^ _key0, low1 ^ _key1);
            AddPair(ref _sum2, ref _sum3, low2 ^ _key2, low3 ^ _key3);
            if ((high0 | high1 | high2 | high3) != 0)
            {
                AddPair(ref _sum0, ref _sum1, high0 ^ _key0 ^ High0, high1 ^ _key1 ^ High1);
                AddPair(ref _sum2, ref _sum3, high2 ^ _key2 ^ High2, high3 ^ _key3 ^ High3);
            }
            _key0 += Step0;
            _key1 += Step1;
            _key2 += Step2;
            _key3 += Step3;
        }

        internal readonly ulong Finish(nuint length) =>
            PathHash.Finish(_sum0 ^ (_sum0 >> 29), _sum1 ^ (_sum1 >> 29), _sum2 ^ (_sum2 >> 29), _sum3 ^ (_sum3 >> 29), length);

        private static void AddPair(ref ulong sum0, ref ulong sum1, ulong v, ulong w)
        {
            sum0 += ((v & uint.MaxValue) * (w >> 32)) + ulong.RotateLeft(w, 32);
            sum1 += ((w & uint.MaxValue) * (v >> 32)) + ulong.RotateLeft(v, 32);
        }

        /// <summary>The low and the high bytes of eight units.</summary>
        private static ulong GatherBytes(ref ushort units, nuint offset, out ulong high)
        {
            ulong first = Read4(ref units, offset), second = Read4(ref units, offset + 4);
            high = EvenBytes(first >> 8) | (EvenBytes(second >> 8) << 32);
            return EvenBytes(first) | (EvenBytes(second) << 32);
        }

        /// <summary>Bytes 0, 2, 4 and 6 side by side.</summary>
        private static ulong EvenBytes(ulong value)
        {
            value &= 0x00FF_00FF_00FF_00FF;
            value = (value | (value >> 8)) & 0x0000_FFFF_0000_FFFF;
            return (value | (value >> 16)) & uint.MaxValue;
        }
    }

    /// <summary>Four units at <paramref name="offset"/>, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Read4(ref ushort text, nuint offset) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, offset)));
}
