using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Reads the instructions of a compiled method.</summary>
internal static class IlInstructions
{
    private static readonly Dictionary<int, OperandType> s_operands = typeof(OpCodes).GetFields()
        .Select(f => (OpCode)f.GetValue(null)!).ToDictionary(o => (int)(ushort)o.Value, o => o.OperandType);

    /// <summary>Reads every instruction of a method.</summary>
    /// <param name="body">The method's body.</param>
    /// <param name="see">Called for each instruction with an operand of four bytes, with the operand's kind and its bytes.</param>
    public static void Read(MethodBodyBlock body, Action<OperandType, int> see)
    {
        BlobReader code = body.GetILReader();
        while (code.RemainingBytes > 0)
        {
            int opcode = code.ReadByte();
            if (opcode == 0xFE)
                opcode = 0xFE00 | code.ReadByte();
            OperandType operand = s_operands[opcode];
            switch (operand)
            {
                case OperandType.InlineNone:
                    break;
                case OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar:
                    code.Offset += 1;
                    break;
                case OperandType.InlineVar:
                    code.Offset += 2;
                    break;
                case OperandType.InlineI8 or OperandType.InlineR:
                    code.Offset += 8;
                    break;
                case OperandType.InlineSwitch:
                    int targets = code.ReadInt32();
                    code.Offset += targets * sizeof(int);
                    break;
                default:
                    see(operand, code.ReadInt32());
                    break;
            }
        }
    }
}
