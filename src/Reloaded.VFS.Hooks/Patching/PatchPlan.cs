using System.Buffers.Binary;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The ways to change a function's entry without another thread seeing half of the change.</summary>
public enum PatchKind
{
    /// <summary>The jump replaces one instruction, in one aligned store of eight bytes: no thread can stand inside.</summary>
    Atomic,

    /// <summary>The jump goes into padding beside the function, and the entry becomes a short jump to the padding.</summary>
    /// <remarks>
    /// No thread runs in the padding. The short jump is one store of two bytes and replaces part of one instruction. Used for the stubs of
    /// Windows 10 and 11.
    /// </remarks>
    ThroughPadding,

    /// <summary>
    /// The jump replaces several instructions: the other threads are stopped, and any that stands inside is moved. Used for Wine's stubs.
    /// </summary>
    Suspended,
}

/// <summary>A planned patch.</summary>
/// <param name="Kind">The kind of patch.</param>
/// <param name="PatchedBytes">The number of bytes of the entry that change.</param>
/// <param name="PaddingOffset">The jump's offset from the entry (<see cref="PatchKind.ThroughPadding"/>).</param>
public sealed record PatchPlan(PatchKind Kind, int PatchedBytes, int PaddingOffset)
{
    /// <summary>The length of <c>jmp rel32</c>.</summary>
    public const int JumpLength = 5;

    private const int ShortJumpLength = 2;

    /// <summary>Plans a patch by the first instruction's length, the entry's alignment and the padding nearby.</summary>
    /// <param name="address">The function's address.</param>
    /// <param name="firstLength">The length of the function's first instruction.</param>
    /// <param name="around">The bytes around the function, beginning at <paramref name="aroundStart"/>.</param>
    /// <param name="aroundStart">The address of the first byte of <paramref name="around"/>.</param>
    public static PatchPlan Decide(ulong address, int firstLength, ReadOnlySpan<byte> around, ulong aroundStart)
    {
        if (firstLength >= JumpLength && (address & 7) + JumpLength <= 8)
            return new PatchPlan(PatchKind.Atomic, JumpLength, 0);
        if (firstLength >= ShortJumpLength && (address & 7) + ShortJumpLength <= 8
            && FindPadding(around, (int)(address - aroundStart)) is int padding)
            return new PatchPlan(PatchKind.ThroughPadding, ShortJumpLength, padding);
        return new PatchPlan(PatchKind.Suspended, JumpLength, 0);
    }

    /// <summary>
    /// Encodes a <c>jmp rel32</c> from one address to another. Returns false if they are more than 2 GB apart in 64-bit code. In 32-bit code
    /// a distance wraps around, so that each address is within reach.
    /// </summary>
    public static bool TryEncodeJump(int bitness, ulong from, ulong to, Span<byte> jump)
    {
        long distance = (long)(to - from) - JumpLength;
        if (bitness == 64 && (distance is < int.MinValue or > int.MaxValue))
            return false;
        jump[0] = 0xE9;
        BinaryPrimitives.WriteInt32LittleEndian(jump[1..], (int)distance);
        return true;
    }

    /// <summary>Finds filler within reach of a short jump: five bytes of int3, or the nop of eight bytes behind a <c>ret</c>.</summary>
    private static int? FindPadding(ReadOnlySpan<byte> around, int entry)
    {
        // A short jump reaches -128..127 from its own end.
        int first = Math.Max(1, entry - 126), last = Math.Min(around.Length - JumpLength, entry + 129);
        for (int at = entry + ShortJumpLength; at <= last; at++)
        {
            if (IsFiller(around, at))
                return at - entry;
        }

        for (int at = entry - JumpLength; at >= first; at--)
        {
            if (IsFiller(around, at))
                return at - entry;
        }

        return null;
    }

    /// <summary>Determines whether the bytes at <paramref name="at"/> (at least 1) are filler with room for a jump.</summary>
    internal static bool IsFiller(ReadOnlySpan<byte> code, int at)
    {
        ReadOnlySpan<byte> run = code.Slice(at, JumpLength);
        // int3 is never executed on the way; an immediate that looks like it isn't five bytes long.
        if (run.IndexOfAnyExcept((byte)0xCC) < 0)
            return true;
        // Windows' stubs end with `ret` (or `int 2E; ret`) and a nop of eight bytes up to the next one.
        ReadOnlySpan<byte> nop = [0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00];
        return code[at - 1] == 0xC3 && at + nop.Length <= code.Length && code.Slice(at, nop.Length).SequenceEqual(nop);
    }
}
