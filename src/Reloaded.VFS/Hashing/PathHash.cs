using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hashing;

/// <summary>
/// A 64-bit hash of folded path text: paths that Windows considers the same have the same hash. Thread-safe; allocates nothing and reads
/// nothing beyond its spans.
/// </summary>
/// <remarks>
/// <para>
/// Every code unit and the length count, at every length. The value is the same on every instruction set but may change between versions:
/// it is for tables in memory, not for files. It is no defence against an attacker who chooses names.
/// </para>
/// <para>
/// The text is taken in stripes of 32 units: A, the first 16, and B, the other 16. The last stripe is the last 32 units, even if it
/// overlaps the previous stripe. A text of 16 to 31 units is one stripe: A is its first 16 units, B its last 16; a text of 8 to 15 units
/// likewise, with 8. A text of 4 to 7 units has its first 4 and its last 4 in A; a text of 1 to 3 the first, the middle (at length / 2) and
/// the last unit in A. Missing units are zero.
/// </para>
/// <para>
/// A stripe is hashed at one byte for each unit, because paths are mostly ASCII. V is the low bytes of units 0 to 7 of A and of B, W those
/// of units 8 to 15 of A and of B, each as four 32-bit numbers. Both are XORed with their keys, and each number of V times its counterpart
/// in W is added to one of four 64-bit sums. The keys have the highest bit of each number set, so that ASCII can't make a factor zero and
/// lose the other. If a unit of the stripe has a high byte, the same is done again with the high bytes and the keys XOR <c>High</c>.
/// </para>
/// <para>
/// 16 stripes have their own keys. (Keys that grow by a constant won't do: changes in two stripes could cancel out.) After every 16
/// stripes, if more text follows, the sums are scrambled and the keys start over.
/// </para>
/// <para>
/// At the end the sums of numbers 0 and 2 are XORed with those of numbers 1 and 3, halves swapped. Each of the two results is XORed with
/// its constant, the second also with a multiple of the length; the halves of their 128-bit product are XORed. The constants come from the
/// first eight bytes (little-endian) of SHA-256 of <c>Reloaded.VFS.PathHash/</c> and the constant's name: <c>key 0</c>, <c>high 0</c>,
/// <c>start 0</c>, <c>scramble</c>, <c>lane 0</c>, <c>length</c>... Keys have the highest bit of each half set, <c>High</c> has it clear,
/// all others are odd. A test recomputes them.
/// </para>
/// <para>This file selects the instruction set and holds the scalar code; the other files hold one vector width each.</para>
/// </remarks>
public static partial class PathHash
{
    internal const ulong High0 = 0x35FA35827F627D74, High1 = 0x7245EF147B327A51, High2 = 0x7DA8F7AE54CDB91C, High3 = 0x74CB8CFB709FEB6F;
    internal const ulong Start0 = 0x695E7979D1F602D3, Start1 = 0xE6B9542CC37C10B3, Start2 = 0x7E264E3C074CEA45, Start3 = 0xC627BCD06E00A62D;
    internal const ulong ScrambleFactor = 0xE95DAA660C3191E7, Lane0 = 0x60CA0986EA88E789, Lane1 = 0x4F8AA9123F1FDB47,
        LengthFactor = 0xE85C8759B2D72415;

    /// <summary>The number of units in a stripe, and in each half of it.</summary>
    internal const int StripeLength = 32, HalfLength = 16;

    /// <summary>Returns the hash of text that is folded already (<see cref="CaseFolding.ToUpper(char)"/> of each unit).</summary>
    public static ulong Hash(ReadOnlySpan<char> folded)
    {
        ref ushort units = ref Units(folded);
        return Run<AsItIs>(ref units, ref units, (uint)folded.Length);
    }

    /// <summary>Returns the hash of the folded form of <paramref name="anyCase"/>.</summary>
    public static ulong HashFolded(ReadOnlySpan<char> anyCase) => HashFolded(ref Units(anyCase), (uint)anyCase.Length);

    /// <summary>
    /// Returns the hash of the folded form of <paramref name="length"/> units, which the caller guarantees to be readable.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong HashFolded(ref ushort anyCase, nuint length) => Run<Folding>(ref anyCase, ref anyCase, length);

    /// <summary>Folds <paramref name="source"/> into the first units of <paramref name="folded"/> and hashes it, in one pass.</summary>
    /// <param name="source">Text in any letter case.</param>
    /// <param name="folded">
    /// The buffer, at least as long as <paramref name="source"/>: the same memory, or memory that doesn't overlap it.
    /// </param>
    /// <exception cref="ArgumentException"><paramref name="folded"/> is too short.</exception>
    public static ulong FoldAndHash(ReadOnlySpan<char> source, Span<char> folded)
    {
        if (folded.Length < source.Length)
            ThrowTooShort();
        return Run<FoldingAndWriting>(ref Units(source), ref Units(folded), (uint)source.Length);
    }

    /// <summary>Selects the code that runs; no other code does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Run<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (Avx2.IsSupported && length >= StripeLength)
            return Run256<TMode>(ref source, ref folded, length);
        if (!Avx2.IsSupported && TMode.Folds && !TMode.Writes && length - HalfLength <= MostWithImageCode - HalfLength && HasImageCode)
            return RunImageCode(ImageCode, ref source, length);
        if (Vector128.IsHardwareAccelerated)
            return Run128<TMode>(ref source, ref folded, length);
        return RunScalar<TMode>(ref source, ref folded, length);
    }

    /// <summary>
    /// Hashes with 64-bit integers alone. The caller guarantees <paramref name="length"/> units on both sides. Only a mode that writes
    /// changes <paramref name="folded"/>.
    /// </summary>
    internal static ulong RunScalar<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (TMode.Writes)
        {
            CaseFolding.ToUpperScalar(ref source, ref folded, length);
            return RunScalar<AsItIs>(ref folded, ref folded, length);
        }

        State state = State.Create();
        Stripe stripe = default;
        nuint end = 0;
        do
        {
            end = stripe.Gather<TMode>(ref source, end, length);
            state.Add(in stripe);
        }
        while (end < length);
        return state.Finish(length);
    }

    /// <summary>Mixes the sums with the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Finish(ulong lane0, ulong lane1, nuint length)
    {
        // Short, because a look-up waits for it: both halves of one product, each of which depends on every bit. The low half is multiplied
        // separately at the same time, because the out result of the high half's multiplication comes through memory.
        lane0 ^= Lane0;
        lane1 ^= Lane1 ^ (length * LengthFactor);
        return MultiplyHigh(lane0, lane1) ^ (lane0 * lane1);
    }

    /// <summary>Returns the high half of a product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MultiplyHigh(ulong left, ulong right)
    {
        if (Bmi2.X64.IsSupported || ArmBase.Arm64.IsSupported)
            return Math.BigMul(left, right, out _);
        // .NET does the same, but as a call.
        ulong low = (left & uint.MaxValue) * (right & uint.MaxValue);
        ulong first = ((left >> 32) * (right & uint.MaxValue)) + (low >> 32);
        ulong second = ((left & uint.MaxValue) * (right >> 32)) + (first & uint.MaxValue);
        return ((left >> 32) * (right >> 32)) + (first >> 32) + (second >> 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref ushort Units(ReadOnlySpan<char> text) => ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));

    private static void ThrowTooShort() =>
        throw new ArgumentException("The buffer for the folded text is shorter than the source.", "folded");

    /// <summary>
    /// The treatment of the text besides hashing. The members are compile-time constants, so each mode gets its own code.
    /// </summary>
    internal interface IMode
    {
        /// <summary>Gets a value indicating whether the text is folded before it is hashed.</summary>
        static abstract bool Folds { get; }

        /// <summary>Gets a value indicating whether the folded text is written.</summary>
        static abstract bool Writes { get; }
    }

    /// <summary>The mode for text that is folded already.</summary>
    internal readonly struct AsItIs : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => false;

        /// <inheritdoc/>
        public static bool Writes => false;
    }

    /// <summary>The mode for text in any letter case.</summary>
    internal readonly struct Folding : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => true;

        /// <inheritdoc/>
        public static bool Writes => false;
    }

    /// <summary>The mode for text in any letter case whose folded form is kept.</summary>
    internal readonly struct FoldingAndWriting : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => true;

        /// <inheritdoc/>
        public static bool Writes => true;
    }
}
