using Iced.Intel;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The contents of a function's entry before it was hooked, for field reports. Immutable.</summary>
/// <param name="Before">The 16 bytes before the entry, in hexadecimal digits; empty if unreadable.</param>
/// <param name="Bytes">The 64 bytes from the entry on, in hexadecimal digits; empty if unreadable.</param>
/// <param name="JumpsTo">
/// The final destination of a jump at the entry: module and offset, or an address in no module. Null if there is no jump.
/// </param>
public sealed unsafe record EntryFacts(string Before, string Bytes, string? JumpsTo)
{
    /// <summary>The number of bytes before the entry.</summary>
    public const int BytesBefore = 16;

    /// <summary>The number of bytes from the entry on.</summary>
    public const int BytesFrom = 64;

    /// <summary>
    /// Gets the file name of the module that contains <see cref="JumpsTo"/>; null if the entry has no jump or leads into no module.
    /// </summary>
    public string? Module { get; private init; }

    private const int LongestChain = 8, LongestPath = 1024;

    /// <summary>Reads a function's entry as it is now. Takes any address; allocates.</summary>
    public static EntryFacts Read(nint entry, NativeServices native)
    {
        byte* bytes = stackalloc byte[BytesFrom];
        string before = native.TryCopy(bytes, (void*)(entry - BytesBefore), BytesBefore) != 0
            ? Convert.ToHexString(new ReadOnlySpan<byte>(bytes, BytesBefore))
            : "";
        string from = native.TryCopy(bytes, (void*)entry, BytesFrom) != 0
            ? Convert.ToHexString(new ReadOnlySpan<byte>(bytes, BytesFrom))
            : "";
        string? jumpsTo = FindJumpTarget(entry, native, out string? other);
        return new EntryFacts(before, from, jumpsTo) { Module = other };
    }

    /// <summary>
    /// Traces jumps until one leaves the function's module for another one. Hook engines go there through a relay in private memory, or
    /// through padding before the function.
    /// </summary>
    private static string? FindJumpTarget(nint entry, NativeServices native, out string? other)
    {
        const int window = 32;
        byte* code = stackalloc byte[window];
        void* home = ModuleOf(entry), module = home;
        ulong at = (ulong)entry;
        int jumps = 0;
        for (; jumps < LongestChain && (module == home || module is null) && native.TryCopy(code, (void*)at, window) != 0; jumps++)
        {
            if (EntryJump.Decode(sizeof(nint) * 8, new ReadOnlySpan<byte>(code, window), at,
                jumps == 0 ? EntryJump.AtEntry : EntryJump.AtRelay) is not { } jump)
                break;
            nuint target = (nuint)jump.Address;
            if (jump.IsPointer && native.TryCopy(&target, (void*)jump.Address, (nuint)sizeof(nuint)) == 0)
                break;
            at = target;
            module = ModuleOf((nint)at);
        }

        other = jumps == 0 || module is null ? null : NameOf(module);
        return jumps == 0 ? null : module is null ? $"0x{at:x}, in no module" : $"{other}+0x{at - (ulong)module:x}";
    }

    private static void* ModuleOf(nint address)
    {
        MEMORY_BASIC_INFORMATION region;
        return Kernel32.VirtualQuery((void*)address, &region, (nuint)sizeof(MEMORY_BASIC_INFORMATION)) != 0
            && region.Type == VirtualMemory.MEM_IMAGE
            ? region.AllocationBase
            : null;
    }

    private static string NameOf(void* module)
    {
        char* path = stackalloc char[LongestPath];
        uint length = Modules.GetModuleFileNameW((nint)module, path, LongestPath);
        ReadOnlySpan<char> name = new(path, (int)Math.Min(length, LongestPath));
        return length == 0 ? $"0x{(ulong)module:x}" : name[(name.LastIndexOf('\\') + 1)..].ToString();
    }
}

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
