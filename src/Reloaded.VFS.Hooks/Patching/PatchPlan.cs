using System.Buffers.Binary;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>How a function's entry is changed without another thread seeing half of it.</summary>
public enum PatchKind
{
    /// <summary>The jump replaces one instruction, in one aligned store of eight bytes: no thread can stand inside.</summary>
    Atomic,

    /// <summary>
    /// The jump goes into padding beside the function, where no thread runs, and the entry becomes a short jump to it, in one store of two
    /// bytes that replaces part of one instruction. The stubs of Windows 10 and 11 take it.
    /// </summary>
    ThroughPadding,

    /// <summary>
    /// The jump replaces several instructions: the other threads are stopped, and one that stands inside is moved. Wine's stubs.
    /// </summary>
    Suspended,
}

/// <summary>A patch, decided but not done.</summary>
/// <param name="Kind">How.</param>
/// <param name="PatchedBytes">Bytes of the entry that change.</param>
/// <param name="PaddingOffset">The jump's place relative to the entry (<see cref="PatchKind.ThroughPadding"/>).</param>
public sealed record PatchPlan(PatchKind Kind, int PatchedBytes, int PaddingOffset)
{
    /// <summary>The length of <c>jmp rel32</c>.</summary>
    public const int JumpLength = 5;

    private const int ShortJumpLength = 2;

    /// <summary>Decides by the first instruction's length, the entry's alignment, and the padding nearby.</summary>
    /// <param name="address">The function's address.</param>
    /// <param name="firstLength">The length of its first instruction.</param>
    /// <param name="around">The bytes around it, beginning at <paramref name="aroundStart"/>.</param>
    /// <param name="aroundStart">The address of the first of them.</param>
    public static PatchPlan Decide(ulong address, int firstLength, ReadOnlySpan<byte> around, ulong aroundStart)
    {
        if (firstLength >= JumpLength && (address & 7) + JumpLength <= 8)
            return new PatchPlan(PatchKind.Atomic, JumpLength, 0);
        if (firstLength >= ShortJumpLength && (address & 7) + ShortJumpLength <= 8
            && FindPadding(around, (int)(address - aroundStart)) is int padding)
            return new PatchPlan(PatchKind.ThroughPadding, ShortJumpLength, padding);
        return new PatchPlan(PatchKind.Suspended, JumpLength, 0);
    }

    /// <summary>The bytes of <c>jmp rel32</c> from one address to another; false where they are more than 2 GB apart.</summary>
    public static bool TryEncodeJump(ulong from, ulong to, Span<byte> jump)
    {
        long distance = (long)(to - from) - JumpLength;
        if (distance is < int.MinValue or > int.MaxValue)
            return false;
        jump[0] = 0xE9;
        BinaryPrimitives.WriteInt32LittleEndian(jump[1..], (int)distance);
        return true;
    }

    /// <summary>
    /// A run of filler that no code jumps into: int3, or the long nops that compilers align with, or zeros, behind a <c>ret</c>, a
    /// <c>jmp</c> or an earlier filler; within a short jump's reach.
    /// </summary>
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

    /// <summary>Whether the bytes at <paramref name="at"/> (at least 1) are filler with room for a jump.</summary>
    internal static bool IsFiller(ReadOnlySpan<byte> code, int at)
    {
        ReadOnlySpan<byte> run = code.Slice(at, JumpLength);
        // int3 is never run through; what looks like it inside an instruction's immediate isn't five bytes long.
        if (run.IndexOfAnyExcept((byte)0xCC) < 0)
            return true;
        // The stubs of Windows end in `ret` (or `int 2E; ret`) and a nop of eight bytes up to the next one.
        ReadOnlySpan<byte> nop = [0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00];
        return code[at - 1] == 0xC3 && at + nop.Length <= code.Length && code.Slice(at, nop.Length).SequenceEqual(nop);
    }
}
