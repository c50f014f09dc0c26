using System.Buffers.Binary;
using Iced.Intel;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The relocated first instructions of a function, with the data that a patch of the function needs.</summary>
/// <param name="Code">The moved instructions, and the jump back behind them.</param>
/// <param name="CoveredBytes">The number of the original's bytes that they replace.</param>
/// <param name="FirstLength">The length of the very first instruction.</param>
/// <param name="Moves">The old and the new address of each moved instruction but the first.</param>
public sealed record RelocatedCode(byte[] Code, int CoveredBytes, int FirstLength, IpMove[] Moves);

/// <summary>
/// A relocator that decodes a function's entry and writes an equivalent copy for another address. Pure: reads and writes only spans.
/// </summary>
public static class CodeRelocator
{
    /// <summary>Enough for the longest entry: no instruction is longer than 15 bytes.</summary>
    public const int EntryBytes = 48;

    /// <summary>The length of <c>jmp [rip+0]</c> and the address behind it.</summary>
    internal const int JumpToAnywhere = 14;

    /// <summary>
    /// Relocates the first instructions of <paramref name="entry"/> (at least <paramref name="atLeast"/> bytes) from
    /// <paramref name="address"/> to <paramref name="destination"/>.
    /// </summary>
    /// <param name="bitness">32 or 64.</param>
    /// <param name="entry">The function's bytes; <see cref="EntryBytes"/> or as many as are readable.</param>
    /// <param name="address">The function's address.</param>
    /// <param name="atLeast">The number of bytes that the patch takes.</param>
    /// <param name="destination">The address of the copy, within 2 GB of the function on 64 bit.</param>
    /// <param name="error">The reason if the result is null.</param>
    /// <param name="prefer">
    /// The number of bytes to move if they are straight-line code: the jump back then lands behind what a later hook of another engine
    /// overwrites.
    /// </param>
    public static RelocatedCode? Relocate(int bitness, ReadOnlySpan<byte> entry, ulong address, int atLeast, ulong destination,
        out string error, int prefer = 0)
    {
        // 32-bit stubs are short of what is preferred: a call follows.
        if ((PlainInstruction.Move(bitness, entry, address, Math.Max(atLeast, prefer), destination)
            ?? (bitness == 32 ? PlainInstruction.Move(bitness, entry, address, atLeast, destination) : null)) is { } plain)
        {
            error = "";
            return plain;
        }

        var decoder = Decoder.Create(bitness, new ByteArrayCodeReader(entry.ToArray()), address, DecoderOptions.None);
        var instructions = new List<Instruction>();
        int covered = 0;
        bool ends = false;
        while (covered < atLeast || (covered < prefer && !ends))
        {
            decoder.Decode(out Instruction instruction);
            // Calls aren't moved: a return address in the copy has no unwind data.
            if (covered >= atLeast && (instruction.IsInvalid || instruction.FlowControl != FlowControl.Next))
                break;
            if (instruction.IsInvalid)
                return Fail($"the bytes at +0x{covered:x} are no instruction", out error);
            if (ends && !IsPadding(instruction))
                return Fail($"the function is only {covered} bytes long, and other code follows", out error);
            instructions.Add(instruction);
            covered += instruction.Length;
            ends |= instruction.FlowControl is FlowControl.Return or FlowControl.UnconditionalBranch or FlowControl.IndirectBranch;
        }

        foreach (Instruction instruction in instructions)
        {
            // A loop back into the moved bytes is fine from inside, where the encoder follows it, and that is the only kind visible here.
            if (instruction.IsJcxShort || instruction.IsLoop)
                return Fail("the entry begins with a loop instruction", out error);
        }

        int firstLength = instructions[0].Length;
        var moved = instructions.ConvertAll(i => i.IP);
        ulong? ownTarget = TakeOwnPointer(instructions, entry, address);
        if (!ends)
        {
            Instruction back = Instruction.CreateBranch(bitness == 64 ? Code.Jmp_rel32_64 : Code.Jmp_rel32_32, address + (ulong)covered);
            instructions.Add(back);
        }

        var writer = new ByteListWriter();
        var block = new InstructionBlock(writer, instructions, destination);
        if (!BlockEncoder.TryEncode(bitness, block, out string? encodeError, out BlockEncoderResult result,
            BlockEncoderOptions.ReturnNewInstructionOffsets))
            return Fail(encodeError, out error);

        var moves = new List<IpMove>();
        for (int i = 1; i < instructions.Count && i < moved.Count; i++)
        {
            if (result.NewInstructionOffsets[i] != uint.MaxValue)
                moves.Add(new IpMove { From = moved[i], To = destination + result.NewInstructionOffsets[i] });
        }

        if (ownTarget is ulong target)
        {
            if (instructions.Count is > 0 and var before)
                moves.Add(new IpMove { From = moved[before], To = destination + (ulong)writer.Bytes.Count });
            Span<byte> jump = stackalloc byte[JumpToAnywhere];
            EncodeJumpToAnywhere(jump, target);
            writer.Bytes.AddRange(jump);
        }

        error = "";
        return new RelocatedCode([.. writer.Bytes], covered, firstLength, [.. moves]);
    }

    /// <summary>Removes a jump through a pointer in the entry itself (<c>jmp [rip+0]</c> and its address), and what follows.</summary>
    /// <remarks>The engine that owns the jump changes these bytes when it removes its hook, and the copy must not read them.</remarks>
    /// <returns>The jump's destination; null if the entry has no such jump.</returns>
    private static ulong? TakeOwnPointer(List<Instruction> instructions, ReadOnlySpan<byte> entry, ulong address)
    {
        int jump = instructions.FindIndex(i => i.FlowControl == FlowControl.IndirectBranch && i.IsIPRelativeMemoryOperand);
        ulong at = jump < 0 ? ulong.MaxValue : instructions[jump].IPRelativeMemoryAddress - address;
        if (at >= (ulong)entry.Length || (ulong)entry.Length - at < sizeof(ulong))
            return null;
        instructions.RemoveRange(jump, instructions.Count - jump);
        return BinaryPrimitives.ReadUInt64LittleEndian(entry[(int)at..]);
    }

    /// <summary>Writes <c>jmp [rip+0]</c> and the address behind it.</summary>
    internal static void EncodeJumpToAnywhere(Span<byte> jump, ulong target)
    {
        jump[0] = 0xFF;
        jump[1] = 0x25;
        BinaryPrimitives.WriteUInt32LittleEndian(jump[2..], 0);
        BinaryPrimitives.WriteUInt64LittleEndian(jump[6..], target);
    }

    private static bool IsPadding(in Instruction instruction) =>
        instruction.Mnemonic is Mnemonic.Int3 or Mnemonic.Nop or Mnemonic.Ret;

    private static RelocatedCode? Fail(string reason, out string error)
    {
        error = reason;
        return null;
    }

    private sealed class ByteListWriter : CodeWriter
    {
        public List<byte> Bytes { get; } = [];

        public override void WriteByte(byte value) => Bytes.Add(value);
    }
}
