using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

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
        ref ushort units = ref CaseFolding.Units(folded);
        return Run<AsItIs>(ref units, ref units, (uint)folded.Length);
    }

    /// <summary>Returns the hash of the folded form of <paramref name="anyCase"/>.</summary>
    public static ulong HashFolded(ReadOnlySpan<char> anyCase) => HashFolded(ref CaseFolding.Units(anyCase), (uint)anyCase.Length);

    /// <summary>Returns the hash of the folded form of <paramref name="length"/> units, which the caller says are readable.</summary>
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
        return Run<FoldingAndWriting>(ref CaseFolding.Units(source), ref CaseFolding.Units(folded), (uint)source.Length);
    }

    /// <summary>Hashes with the fastest code for the processor and the length.</summary>
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

    private static void ThrowTooShort() =>
        throw new ArgumentException("The buffer for the folded text is shorter than the source.", "folded");

    /// <summary>The treatment of the text besides hashing. The members are compile-time constants, so each mode has its own code.</summary>
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
        public static bool Folds => false;
        public static bool Writes => false;
    }

    /// <summary>The mode for text in any letter case.</summary>
    internal readonly struct Folding : IMode
    {
        public static bool Folds => true;
        public static bool Writes => false;
    }

    /// <summary>The mode for text in any letter case whose folded form is kept.</summary>
    internal readonly struct FoldingAndWriting : IMode
    {
        public static bool Folds => true;
        public static bool Writes => true;
    }

    /// <summary>The number of stripes that have their own keys.</summary>
    private const int KeyedStripes = 16;

    /// <summary>The 64-bit keys of a stripe: two of V, two of W.</summary>
    private const int KeysPerStripe = 4;

    private static ref ulong FirstKey => ref Unsafe.As<byte, ulong>(ref MemoryMarshal.GetReference(KeyBytes));

    // The first four keys as constants: texts shorter than 16 units need no others.
    private const ulong Key0 = 0xB7F432F19925CBA0, Key1 = 0xFEC18A08F41DBC26, Key2 = 0xF77ADA30A71BD030, Key3 = 0xF9C2A8A7B2300BEE;

    /// <summary>The keys as little-endian bytes: for each stripe a row for V and a row for W.</summary>
    /// <remarks>
    /// Bytes, because only these are plain data of the image even in unoptimised code: for other types the compiler emits a call that
    /// allocates.
    /// </remarks>
    internal static ReadOnlySpan<byte> KeyBytes =>
    [
        0xA0, 0xCB, 0x25, 0x99, 0xF1, 0x32, 0xF4, 0xB7, 0x26, 0xBC, 0x1D, 0xF4, 0x08, 0x8A, 0xC1, 0xFE,
        0x30, 0xD0, 0x1B, 0xA7, 0x30, 0xDA, 0x7A, 0xF7, 0xEE, 0x0B, 0x30, 0xB2, 0xA7, 0xA8, 0xC2, 0xF9,
        0xF9, 0x15, 0x5C, 0xAB, 0x81, 0xA3, 0x31, 0xC3, 0x5F, 0x82, 0xC1, 0xC8, 0xA0, 0x83, 0xE0, 0x9C,
        0x68, 0xDA, 0xE9, 0xE8, 0xA2, 0xC6, 0x6F, 0x83, 0xCB, 0x42, 0x9A, 0x8D, 0x8D, 0x1E, 0x6C, 0xC8,
        0x25, 0x42, 0x17, 0x9C, 0x8E, 0x9D, 0x1E, 0x9B, 0x60, 0x6A, 0x2F, 0xDB, 0xD6, 0x56, 0x6F, 0xFD,
        0xF3, 0x8C, 0x18, 0x89, 0x0F, 0xE2, 0x54, 0xE8, 0xF6, 0xA7, 0x9D, 0xFB, 0xB0, 0x36, 0x76, 0xE2,
        0xC3, 0x30, 0xA5, 0x96, 0x8D, 0x23, 0x21, 0xF6, 0xE0, 0xF7, 0xD6, 0xBB, 0xAF, 0x5E, 0xAE, 0xBB,
        0x9A, 0x59, 0x09, 0xBB, 0x9D, 0xD2, 0xBB, 0xAD, 0xD0, 0xB7, 0xA2, 0xAF, 0x45, 0x28, 0xF8, 0xCB,
        0xEB, 0x94, 0x51, 0x8F, 0xEF, 0xAA, 0x30, 0x8A, 0xBD, 0x27, 0xC0, 0xDE, 0x2B, 0x32, 0x84, 0xE0,
        0x91, 0xFD, 0x48, 0xB4, 0xEF, 0x5A, 0x72, 0xC8, 0x4B, 0x50, 0xE3, 0xF8, 0xFE, 0x4E, 0xEB, 0xD2,
        0xE8, 0xEC, 0x4F, 0xFB, 0x8C, 0xA8, 0x67, 0x95, 0x24, 0x5D, 0xE9, 0xD9, 0x46, 0x48, 0xFF, 0xEB,
        0xE5, 0x6F, 0x20, 0x9E, 0x3C, 0xB1, 0xFF, 0xDF, 0x4C, 0x8C, 0x79, 0xFB, 0xF5, 0xC3, 0x78, 0xEB,
        0x8A, 0x58, 0x99, 0xA8, 0x6E, 0x90, 0xFE, 0xCA, 0x67, 0xCF, 0xCB, 0xB8, 0xFA, 0x6B, 0x9E, 0xAF,
        0x31, 0xAA, 0xBE, 0xC0, 0x7E, 0xBF, 0xFC, 0x85, 0x40, 0xD7, 0xB0, 0x85, 0x8C, 0xF8, 0x9E, 0xFC,
        0xD9, 0xCC, 0x5E, 0x99, 0x94, 0xEC, 0xFD, 0xD1, 0x34, 0x02, 0xD1, 0xBF, 0x28, 0x24, 0x5D, 0xBB,
        0xC6, 0xCA, 0xE3, 0xAE, 0x13, 0xC5, 0xE5, 0x91, 0x5C, 0x92, 0x4B, 0xD1, 0x1F, 0x86, 0x17, 0xB5,
        0xAD, 0x24, 0xF0, 0x86, 0x5F, 0xBA, 0x7F, 0xBF, 0xD0, 0xFE, 0xCC, 0x9D, 0x8C, 0x91, 0xFB, 0xF4,
        0x84, 0x56, 0x84, 0x86, 0x6E, 0x95, 0x05, 0xEC, 0x16, 0xA0, 0x03, 0x83, 0x83, 0x54, 0x6A, 0xAC,
        0xDB, 0x32, 0xC1, 0x8D, 0x88, 0x2C, 0xBE, 0x87, 0x26, 0x5B, 0xD9, 0xC7, 0xB5, 0xBB, 0x71, 0xB3,
        0x91, 0x6F, 0x8D, 0x9D, 0x8A, 0xE9, 0x4A, 0xE5, 0x3A, 0x53, 0xB9, 0xA7, 0xCF, 0x98, 0x71, 0x97,
        0x70, 0x80, 0x06, 0x87, 0xC3, 0x9C, 0xC2, 0x95, 0xB2, 0xE3, 0x8C, 0xDD, 0xE8, 0x48, 0xB5, 0xAB,
        0xB3, 0x60, 0xF8, 0xBF, 0x48, 0xB4, 0xC8, 0xA5, 0xD3, 0x3F, 0x02, 0x97, 0x4B, 0xD3, 0x16, 0xCB,
        0x00, 0xB9, 0xB8, 0xC5, 0x5C, 0xA3, 0x06, 0xF6, 0x95, 0xAC, 0x9F, 0x90, 0x32, 0xA5, 0xF8, 0xE9,
        0xD0, 0x16, 0xD4, 0xF5, 0x18, 0x1E, 0xE2, 0xE3, 0xFE, 0xE5, 0x96, 0xAE, 0x17, 0x4D, 0x2A, 0xFE,
        0xF2, 0xB7, 0x2F, 0xD6, 0x3D, 0x0C, 0xD6, 0xA7, 0x21, 0x29, 0x95, 0xE0, 0x52, 0xCA, 0x62, 0xC8,
        0x8C, 0x0F, 0x8A, 0x80, 0x9D, 0x09, 0x0A, 0xB3, 0x45, 0x9D, 0x81, 0xA1, 0x25, 0x76, 0x48, 0xD6,
        0x3A, 0x8F, 0x42, 0xE0, 0xC4, 0xDC, 0xDB, 0xAB, 0x99, 0xFE, 0x38, 0x8E, 0xAF, 0x32, 0xAC, 0xE6,
        0xF2, 0xE9, 0x04, 0xE0, 0xC0, 0xE3, 0x67, 0xE6, 0xC2, 0x1B, 0x9B, 0x85, 0xF3, 0xE2, 0x51, 0xF0,
        0x51, 0xA9, 0x2D, 0xF1, 0x14, 0xE9, 0xC2, 0xEF, 0x86, 0x06, 0x5F, 0xD7, 0x1D, 0x18, 0xA2, 0xBA,
        0xB1, 0x33, 0x9A, 0xAD, 0x96, 0x51, 0x95, 0x8E, 0x16, 0xAD, 0x85, 0xEA, 0x44, 0x6A, 0x9F, 0xD7,
        0x27, 0x87, 0x7F, 0x80, 0x1B, 0x56, 0x87, 0xA5, 0xFF, 0xF5, 0xEC, 0x82, 0x8B, 0xB2, 0x1A, 0xCA,
        0x01, 0xCB, 0x6D, 0x91, 0x69, 0x88, 0xC2, 0xD2, 0x24, 0xE9, 0x3E, 0xA0, 0x26, 0xCE, 0x9A, 0xB6,
    ];
}
