using System.Buffers.Binary;
using Iced.Intel;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The first instructions of a function, moved elsewhere, and what a patch of the function needs to know about them.</summary>
/// <param name="Code">The moved instructions and the jump back behind them.</param>
/// <param name="CoveredBytes">How many bytes of the original they stand for.</param>
/// <param name="FirstLength">The length of the very first instruction.</param>
/// <param name="Moves">For each moved instruction but the first: where it was, and where its copy is.</param>
public sealed record RelocatedCode(byte[] Code, int CoveredBytes, int FirstLength, IpMove[] Moves);

/// <summary>
/// Decodes a function's entry and writes a copy that does the same at another address. Pure: reads and writes spans only.
/// </summary>
public static class CodeRelocator
{
    /// <summary>Enough for the longest entry: no instruction is longer than 15 bytes.</summary>
    public const int EntryBytes = 48;

    /// <summary>The length of <c>jmp [rip+0]</c> with the address behind it.</summary>
    internal const int JumpToAnywhere = 14;

    /// <summary>
    /// Moves the first instructions of <paramref name="entry"/> (at least <paramref name="atLeast"/> bytes of them), which stands at
    /// <paramref name="address"/>, to <paramref name="destination"/>.
    /// </summary>
    /// <param name="bitness">32 or 64.</param>
    /// <param name="entry">The function's bytes; <see cref="EntryBytes"/> or as many as are readable.</param>
    /// <param name="address">Where the function stands.</param>
    /// <param name="atLeast">The bytes that the patch takes.</param>
    /// <param name="destination">Where the copy will stand, within 2 GB of the function on 64 bit.</param>
    /// <param name="error">The reason for null.</param>
    /// <param name="prefer">
    /// Bytes to move if they go on in a straight line: the jump back then lands behind what a later hook of another engine overwrites.
    /// </param>
    public static RelocatedCode? Relocate(int bitness, ReadOnlySpan<byte> entry, ulong address, int atLeast, ulong destination,
        out string error, int prefer = 0)
    {
        if (bitness == 64 && PlainInstruction.Move(entry, address, Math.Max(atLeast, prefer), destination) is { } plain)
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
            // Calls stay: a return address in the copy has no unwind data.
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
            // A loop back into the moved bytes: fine from inside (the encoder follows it), and the only kind that can be seen from here.
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
            WriteJump(writer.Bytes, target);
        }

        error = "";
        return new RelocatedCode([.. writer.Bytes], covered, firstLength, [.. moves]);
    }

    /// <summary>
    /// Takes out a jump through a pointer that stands in the entry itself (<c>jmp [rip+0]</c> and the address behind it), and what follows
    /// it: the engine whose jump it is puts other bytes there when it takes its hook out, and the copy must not read those.
    /// </summary>
    /// <returns>Where the jump leads; null: the entry has none.</returns>
    private static ulong? TakeOwnPointer(List<Instruction> instructions, ReadOnlySpan<byte> entry, ulong address)
    {
        int jump = instructions.FindIndex(i => i.FlowControl == FlowControl.IndirectBranch && i.IsIPRelativeMemoryOperand);
        ulong at = jump < 0 ? ulong.MaxValue : instructions[jump].IPRelativeMemoryAddress - address;
        if (at >= (ulong)entry.Length || (ulong)entry.Length - at < sizeof(ulong))
            return null;
        instructions.RemoveRange(jump, instructions.Count - jump);
        return BinaryPrimitives.ReadUInt64LittleEndian(entry[(int)at..]);
    }

    /// <summary>Adds <c>jmp [rip+0]</c> and the address behind it.</summary>
    private static void WriteJump(List<byte> code, ulong target)
    {
        Span<byte> jump = stackalloc byte[JumpToAnywhere];
        jump[0] = 0xFF;
        jump[1] = 0x25;
        BinaryPrimitives.WriteUInt32LittleEndian(jump[2..], 0);
        BinaryPrimitives.WriteUInt64LittleEndian(jump[6..], target);
        code.AddRange(jump);
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
