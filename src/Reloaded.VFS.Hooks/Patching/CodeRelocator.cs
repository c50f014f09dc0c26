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
    /// Bytes to move if they go on in a straight line: the jump back then lands behind what a later hook of somebody else overwrites.
    /// </param>
    public static RelocatedCode? Relocate(int bitness, ReadOnlySpan<byte> entry, ulong address, int atLeast, ulong destination,
        out string error, int prefer = 0)
    {
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
        for (int i = 1; i < moved.Count; i++)
        {
            if (result.NewInstructionOffsets[i] != uint.MaxValue)
                moves.Add(new IpMove { From = moved[i], To = destination + result.NewInstructionOffsets[i] });
        }

        error = "";
        return new RelocatedCode([.. writer.Bytes], covered, firstLength, [.. moves]);
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
