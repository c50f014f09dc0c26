using System.Buffers.Binary;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>An instruction of the few forms that untouched entries begin with.</summary>
/// <remarks>
/// It continues with the next instruction, and its copy is equivalent at any address once its distance from itself is adjusted. The general
/// decoder makes some ten thousand objects before it reads the first instruction; a start with only plain entries avoids that.
/// </remarks>
/// <param name="Length">The length in bytes; 0 if the instruction has none of these forms.</param>
/// <param name="DistanceAt">
/// The offset of a 32-bit distance from the instruction's end (<c>[rip+x]</c>, in 64-bit code only); 0 if there is none.
/// </param>
internal readonly record struct PlainInstruction(int Length, int DistanceAt)
{
    // Bits of a REX prefix.
    private const int Wide = 8, ExtendsIndex = 2, ExtendsBase = 1;

    /// <summary>Determines whether a short conditional branch begins here.</summary>
    public static bool IsShortBranch(ReadOnlySpan<byte> code) => code.Length >= 2 && code[0] is >= 0x70 and <= 0x7F;

    /// <summary>Determines whether a call begins here.</summary>
    public static bool IsCall(ReadOnlySpan<byte> code) =>
        code.Length >= 2 && (code[0] == 0xE8 || (code[0] == 0xFF && (code[1] & 0x38) == 0x10));

    /// <summary>Decodes the first instruction of <paramref name="code"/>.</summary>
    /// <param name="bitness">32 or 64.</param>
    public static PlainInstruction Read(int bitness, ReadOnlySpan<byte> code)
    {
        int at = bitness == 64 && code.Length > 0 && code[0] is >= 0x40 and <= 0x4F ? 1 : 0, wide = bitness == 64 ? Wide : 0;
        int rex = at == 0 ? 0 : code[0] & 0xF;
        if (code.Length <= at)
            return default;
        byte operation = code[at++];
        PlainInstruction read = operation switch
        {
            // push reg; pop reg
            >= 0x50 and <= 0x5F when rex is 0 or ExtendsBase => new(at, 0),
            // mov reg32, constant
            >= 0xB8 and <= 0xBF when rex is 0 or ExtendsBase => new(at + sizeof(int), 0),
            // mov r/m, reg; mov reg, r/m
            0x89 or 0x8B => WithOperand(bitness, code, at, rex, 0),
            // lea reg, m
            0x8D when code.Length > at && code[at] < 0xC0 => WithOperand(bitness, code, at, rex, 0),
            // test r/m8, constant
            0xF6 when rex == 0 && code.Length > at && (code[at] & 0x38) == 0 => WithOperand(bitness, code, at, rex, sizeof(byte)),
            // sub rsp, constant; and rsp, constant
            0x83 when rex == wide && code.Length > at && code[at] is 0xEC or 0xE4 => new(at + 2, 0),
            0x81 when rex == wide && code.Length > at && code[at] is 0xEC or 0xE4 => new(at + 1 + sizeof(int), 0),
            // push m
            0xFF when rex == 0 && code.Length > at && code[at] < 0xC0 && (code[at] & 0x38) == 0x30 => WithOperand(bitness, code, at, rex, 0),
            _ => default,
        };
        return read.Length <= code.Length ? read : default;
    }

    /// <summary>
    /// Moves whole plain instructions, at least <paramref name="atLeast"/> bytes, with a jump back behind them, like
    /// <see cref="CodeRelocator"/>. Returns null if one isn't plain or the copy is too far away.
    /// </summary>
    public static RelocatedCode? Move(int bitness, ReadOnlySpan<byte> entry, ulong address, int atLeast, ulong destination)
    {
        Span<byte> copy = stackalloc byte[CodeRelocator.EntryBytes + PatchPlan.JumpLength];
        var moves = new List<IpMove>();
        int covered = 0, firstLength = 0;
        while (covered < atLeast)
        {
            ReadOnlySpan<byte> code = entry[covered..];
            PlainInstruction next = Read(bitness, code);
            if (next.Length == 0 || covered + next.Length + PatchPlan.JumpLength > copy.Length)
                return null;
            Span<byte> to = copy[covered..];
            code[..next.Length].CopyTo(to);
            if (next.DistanceAt > 0)
            {
                long distance = BinaryPrimitives.ReadInt32LittleEndian(code[next.DistanceAt..]) + (long)(address - destination);
                if (distance is < int.MinValue or > int.MaxValue)
                    return null;
                BinaryPrimitives.WriteInt32LittleEndian(to[next.DistanceAt..], (int)distance);
            }

            if (covered == 0)
                firstLength = next.Length;
            else
                moves.Add(new IpMove { From = address + (ulong)covered, To = destination + (ulong)covered });
            covered += next.Length;
        }

        return PatchPlan.TryEncodeJump(bitness, destination + (ulong)covered, address + (ulong)covered, copy[covered..])
            ? new RelocatedCode(copy[..(covered + PatchPlan.JumpLength)].ToArray(), covered, firstLength, [.. moves])
            : null;
    }

    /// <summary>
    /// Decodes an operand in a register or in memory: <c>[reg+x]</c>, <c>[rsp+x]</c>, <c>[rip+x]</c>, <c>[x]</c>; no scaled index.
    /// </summary>
    private static PlainInstruction WithOperand(int bitness, ReadOnlySpan<byte> code, int at, int rex, int constantBytes)
    {
        // The bit of an index, which no plain operand has.
        if (code.Length <= at || (rex & ExtendsIndex) != 0)
            return default;
        int mode = code[at] >> 6, operand = code[at] & 7;
        at++;
        if (mode == 3)
            return new(at + constantBytes, 0);
        if (mode == 0 && operand == 5)
            return new(at + sizeof(int) + constantBytes, bitness == 64 ? at : 0);
        int displacement = mode == 1 ? sizeof(sbyte) : mode == 2 ? sizeof(int) : 0;
        if (operand == 4)
        {
            const byte noIndex = 0x20;
            if (code.Length <= at || (code[at] & 0xF8) != noIndex)
                return default;
            if (mode == 0 && (code[at] & 7) == 5)
                displacement = sizeof(int);
            at++;
        }

        return new(at + displacement + constantBytes, 0);
    }
}
