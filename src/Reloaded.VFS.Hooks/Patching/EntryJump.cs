using Iced.Intel;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The jump that a hook engine has put among the first instructions of a function.</summary>
/// <remarks>
/// Recognised are <c>jmp rel</c>, <c>jmp [rip+x]</c>, <c>mov reg, imm; jmp reg</c> and <c>push imm; ret</c>, behind instructions of the
/// function that the engine left in place. Pure.
/// </remarks>
/// <param name="Address">The jump's target, or the address of the pointer to it.</param>
/// <param name="IsPointer">True if the target is stored in memory at <see cref="Address"/>.</param>
internal readonly record struct EntryJump(ulong Address, bool IsPointer)
{
    /// <summary>The number of instructions examined at an entry: engines leave at most the first two of a stub before their jump.</summary>
    public const int AtEntry = 4;

    /// <summary>The number of instructions of a relay: a constant and a jump to it.</summary>
    public const int AtRelay = 2;

    /// <summary>Decodes a jump. Returns null if the first instructions are straight-line code, a call or a decision.</summary>
    public static EntryJump? Decode(int bitness, ReadOnlySpan<byte> code, ulong address, int instructions = AtEntry)
    {
        if (GoesOn(bitness, code, instructions))
            return null;
        var decoder = Decoder.Create(bitness, new ByteArrayCodeReader(code.ToArray()), address, DecoderOptions.None);
        var value = (Register: Register.None, Constant: 0ul);
        ulong? pushed = null;
        for (int i = 0; i < instructions; i++)
        {
            decoder.Decode(out Instruction next);
            if (next.IsInvalid)
                return null;
            switch (next.FlowControl)
            {
                case FlowControl.UnconditionalBranch when next.Op0Kind is OpKind.NearBranch16 or OpKind.NearBranch32 or OpKind.NearBranch64:
                    return new EntryJump(next.NearBranchTarget, false);
                case FlowControl.IndirectBranch when next.Op0Kind == OpKind.Memory
                    && (next.IsIPRelativeMemoryOperand || next.MemoryBase == Register.None) && next.MemoryIndex == Register.None:
                    return new EntryJump(next.MemoryDisplacement64, true);
                case FlowControl.IndirectBranch when next.Op0Kind == OpKind.Register && next.Op0Register == value.Register:
                    return new EntryJump(value.Constant, false);
                case FlowControl.Return when pushed is ulong target:
                    return new EntryJump(target, false);
                case FlowControl.Next:
                    break;
                default:
                    return null;
            }

            if (next.Mnemonic == Mnemonic.Mov && next.Op0Kind == OpKind.Register
                && next.Op1Kind is OpKind.Immediate64 or OpKind.Immediate32 or OpKind.Immediate32to64)
                value = (next.Op0Register, next.GetImmediate(1));
            else if (next.Mnemonic == Mnemonic.Push)
                pushed = next.Op0Kind == OpKind.Register
                    ? next.Op0Register == value.Register ? value.Constant : null
                    : next.Op0Kind is >= OpKind.Immediate8 and <= OpKind.Immediate32to64 ? next.GetImmediate(0) : null;
            else if (next.Mnemonic == Mnemonic.Mov && next.Op0Kind == OpKind.Memory && next.MemoryBase == Register.RSP
                && next.MemoryDisplacement64 == 4 && pushed is ulong low)
                pushed = (low & uint.MaxValue) | ((ulong)next.Immediate32 << 32);
        }

        return null;
    }

    /// <summary>Determines whether all first instructions, or those before the first decision or call, are plain.</summary>
    private static bool GoesOn(int bitness, ReadOnlySpan<byte> code, int instructions)
    {
        for (int i = 0; i < instructions; i++)
        {
            if (PlainInstruction.IsShortBranch(code) || PlainInstruction.IsCall(code))
                return true;
            int length = PlainInstruction.Read(bitness, code).Length;
            if (length == 0)
                return false;
            code = code[length..];
        }

        return true;
    }
}
