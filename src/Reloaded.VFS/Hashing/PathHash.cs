using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hashing;

/// <summary>
/// A 64-bit hash of folded path text: paths that are the same to Windows have the same hash. Every code unit and the length count, at every
/// length. The value is the same on every instruction set, but may change between versions: it's for tables in memory, not for files.
/// Not for defence against an attacker who chooses names. Thread-safe, allocates nothing, reads nothing beyond its spans.
/// </summary>
/// <remarks>
/// <para>
/// The text is taken in stripes of 32 units: A, the first 16, and B, the other 16. The last stripe is the last 32 units, whether or not the
/// stripe before had some of them. A text of 16 to 31 units is one stripe: A its first 16, B its last 16; one of 8 to 15 likewise with 8. One
/// of 4 to 7 has its first 4 and its last 4 in A; one of 1 to 3 the first, the middle (at length / 2) and the last unit in A. What is
/// missing is zero.
/// </para>
/// <para>
/// A stripe becomes four 64-bit lanes, at a byte a unit, because paths are mostly ASCII: the low bytes of units 0 to 7 of A, of the same of
/// B, of units 8 to 15 of A, of the same of B. The lanes are XORed with the keys, which grow by <c>Step</c> each stripe. Of each pair
/// of lanes, v and w, the accumulator of the first gets low half of v times high half of w, and w with its halves swapped; the
/// accumulator of the second the same the other way round. The added halves keep what a product with zero would lose. If a unit of
/// the stripe has a high byte, the same is done again with the high bytes and the keys XOR <c>High</c>.
/// </para>
/// <para>
/// At the end the accumulators are shifted and multiplied, each by its own constant, rotated apart, added to the length, and mixed. The
/// constants are the first eight bytes (little-endian, lowest bit set) of SHA-256 of <c>Reloaded.VFS.PathHash/</c> and the
/// constant's name: <c>key 0</c>, <c>step 0</c>, <c>start 0</c>, <c>high 0</c>, <c>lane 0</c>, <c>length</c>, <c>final 0</c>...; a test makes them again.
/// </para>
/// <para>This file decides which instruction set runs and holds the scalar code; the others hold one width each.</para>
/// </remarks>
public static partial class PathHash
{
    internal const ulong Key0 = 0x37F432F19925CBA1, Key1 = 0x7EC18A08741DBC27, Key2 = 0x777ADA30A71BD031, Key3 = 0x79C2A8A732300BEF;
    internal const ulong Step0 = 0x343F69800216BFAF, Step1 = 0x18CE2E84BACDA24F, Step2 = 0x95EEC5713B31BDCB, Step3 = 0xF368C080B6EFB969;
    internal const ulong Start0 = 0x695E7979D1F602D3, Start1 = 0xE6B9542CC37C10B3, Start2 = 0x7E264E3C074CEA45, Start3 = 0xC627BCD06E00A62D;
    internal const ulong High0 = 0x35FA3582FF627D75, High1 = 0x7245EF14FB327A51, High2 = 0xFDA8F7AE54CDB91D, High3 = 0xF4CB8CFB709FEB6F;
    internal const ulong Lane0 = 0x60CA0986EA88E789, Lane1 = 0x4F8AA9123F1FDB47, Lane2 = 0xAD5BEB1E59FD6EE7, Lane3 = 0xA18D3B57F7DE29DD;
    internal const ulong LengthFactor = 0xE85C8759B2D72415, Final0 = 0xC8DED47E51029BB7, Final1 = 0xA86A0EA3186A60ED;

    /// <summary>Units in a stripe, and in each half of it.</summary>
    private const int StripeLength = 32, HalfLength = 16;

    /// <summary>The hash of text that is folded already (<see cref="CaseFolding.ToUpper(char)"/> of each unit).</summary>
    public static ulong Hash(ReadOnlySpan<char> folded)
    {
        ref ushort units = ref Units(folded);
        return Run<AsItIs>(ref units, ref units, (uint)folded.Length);
    }

    /// <summary>The hash of what <paramref name="anyCase"/> folds to.</summary>
    public static ulong HashFolded(ReadOnlySpan<char> anyCase)
    {
        ref ushort units = ref Units(anyCase);
        return Run<Folding>(ref units, ref units, (uint)anyCase.Length);
    }

    /// <summary>
    /// Folds <paramref name="source"/> into the first units of <paramref name="folded"/> and hashes it, in one pass.
    /// </summary>
    /// <param name="source">Text in any letter case.</param>
    /// <param name="folded">At least as long as <paramref name="source"/>; the same memory or apart from it.</param>
    /// <exception cref="ArgumentException"><paramref name="folded"/> is too short.</exception>
    public static ulong FoldAndHash(ReadOnlySpan<char> source, Span<char> folded)
    {
        if (folded.Length < source.Length)
            ThrowTooShort();
        return Run<FoldingAndWriting>(ref Units(source), ref Units(folded), (uint)source.Length);
    }

    /// <summary>The one place that decides which code runs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Run<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (Avx2.IsSupported && length >= StripeLength)
            return Run256<TMode>(ref source, ref folded, length);
        if (Vector128.IsHardwareAccelerated)
            return Run128<TMode>(ref source, ref folded, length);
        return RunScalar<TMode>(ref source, ref folded, length);
    }

    /// <summary>
    /// The hash by 64-bit integers alone. The caller guarantees <paramref name="length"/> units on both sides; <paramref name="folded"/> is
    /// written only in the mode that writes.
    /// </summary>
    internal static ulong RunScalar<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        if (TMode.Writes)
        {
            CaseFolding.ToUpperScalar(ref source, ref folded, length);
            return RunScalar<AsItIs>(ref folded, ref folded, length);
        }

        Accumulators state = Accumulators.Create();
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

    /// <summary>Mixes the four accumulators, each XORed with itself shifted right by 29, with the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Finish(ulong sum0, ulong sum1, ulong sum2, ulong sum3, nuint length)
    {
        return Avalanche(
            (sum0 * Lane0)
            + BitOperations.RotateLeft(sum1 * Lane1, 16)
            + BitOperations.RotateLeft(sum2 * Lane2, 32)
            + BitOperations.RotateLeft(sum3 * Lane3, 48)
            + (length * LengthFactor));
    }

    /// <summary>Makes every bit depend on every bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Avalanche(ulong hash)
    {
        hash = (hash ^ (hash >> 32)) * Final0;
        hash = (hash ^ (hash >> 29)) * Final1;
        return hash ^ (hash >> 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref ushort Units(ReadOnlySpan<char> text) => ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));

    private static void ThrowTooShort() => throw new ArgumentException("The buffer for the folded text is shorter than the source.", "folded");

    /// <summary>What is done with the text beside hashing it; constants that the compiler sees, so that each mode has code of its own.</summary>
    internal interface IMode
    {
        /// <summary>Whether the text is folded before it's hashed.</summary>
        static abstract bool Folds { get; }

        /// <summary>Whether the folded text is written.</summary>
        static abstract bool Writes { get; }
    }

    /// <summary>Text that is folded already.</summary>
    internal readonly struct AsItIs : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => false;

        /// <inheritdoc/>
        public static bool Writes => false;
    }

    /// <summary>Text in any letter case.</summary>
    internal readonly struct Folding : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => true;

        /// <inheritdoc/>
        public static bool Writes => false;
    }

    /// <summary>Text in any letter case, whose folded form is kept.</summary>
    internal readonly struct FoldingAndWriting : IMode
    {
        /// <inheritdoc/>
        public static bool Folds => true;

        /// <inheritdoc/>
        public static bool Writes => true;
    }
}
