using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Paths;

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

        /// <summary>Returns the hash of the whole text.</summary>
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
}
