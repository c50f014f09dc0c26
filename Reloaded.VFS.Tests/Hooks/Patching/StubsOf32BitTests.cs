using System.Buffers.Binary;
using Iced.Intel;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Patching;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>
/// Tests of the stubs that a 32-bit ntdll has on 64-bit Windows (10 1809 to 11 25H2) and in Wine, and of the forms in which other engines
/// leave them.
/// </summary>
public class StubsOf32BitTests
{
    private const ulong Address = 0x77F2_5A10, ServiceCall = 0x77F3_8E20, Trampoline = 0x0456_0000;

    /// <summary>The bytes that stand around a stub: 16 on either side, as in the corpus.</summary>
    private const int Before = 16;

    /// <summary>
    /// The number of a call has the number of its fast path in the high word, which nothing here depends on. One store replaces the first
    /// instruction, no thread can stand inside, and no bytes beside the stub are used.
    /// </summary>
    [Theory]
    [InlineData(0x0000_0055u, 44)]
    [InlineData(0x0003_000Fu, 4)]
    [InlineData(0x0017_01FFu, 20)]
    public void AStubIsPatchedInOneStoreAndMovesWhole(uint number, int arguments)
    {
        byte[] around = [.. Stub(number - 1, 8), .. Stub(number, arguments), .. Stub(number + 1, 12)];
        byte[] entry = around[Before..];
        PatchPlan plan = Plan(around, Address);
        Assert.Equal(new PatchPlan(PatchKind.Atomic, PatchPlan.JumpLength, 0), plan);
        Assert.Null(EntryJump.Decode(32, entry, Address));
        RelocatedCode? code = CodeRelocator.Relocate(32, entry, Address, plan.PatchedBytes, Trampoline, out string error, prefer: 14);
        Assert.True(code is not null, error);
        List<Instruction> moved = Decode(code.Code);
        Assert.Equal([Mnemonic.Mov, Mnemonic.Jmp], moved.Select(instruction => instruction.Mnemonic));
        Assert.Equal(number, moved[0].Immediate32);
        Assert.Equal(Address + 5, moved[1].NearBranchTarget);
        Assert.Empty(code.Moves);
    }

    /// <summary>A stub that isn't aligned, as Wine's may be, is replaced while the threads are stopped.</summary>
    [Fact]
    public void AStubThatOneStoreCannotReplaceIsPatchedWithTheThreadsStopped()
    {
        byte[] around = [.. Stub(0x54, 8), .. Stub(0x55, 44), .. Stub(0x56, 12)];
        Assert.Equal(new PatchPlan(PatchKind.Suspended, PatchPlan.JumpLength, 0), Plan(around, Address + 4));
    }

    /// <summary>A hooked stub is patched as far as its jump reaches, which still leads where it led.</summary>
    [Theory]
    [InlineData("jmp rel32 (MinHook, Detours, usvfs)", "E9FB0F0000BA208EF377FFD2C22C0090", 5, Address + 0x1000)]
    [InlineData("push; ret", "6844332211C3F377FFD2C22C00909090", 5, 0x1122_3344ul)]
    [InlineData("mov eax; jmp eax", "B844332211FFE0F377FFD2C22C009090", 5, 0x1122_3344ul)]
    [InlineData("jmp behind the number", "B855000000E9F60F0000FFD2C22C0090", 5, Address + 0x1000)]
    public void AStubThatAnotherEngineHasHooked(string form, string bytes, int covered, ulong leadsTo)
    {
        byte[] around = [.. Stub(0x54, 8), .. Convert.FromHexString(bytes), .. Stub(0x56, 12)];
        byte[] entry = around[Before..];
        PatchPlan plan = Plan(around, Address);
        Assert.Equal(PatchKind.Atomic, plan.Kind);
        RelocatedCode? code = CodeRelocator.Relocate(32, entry, Address, plan.PatchedBytes, Trampoline, out string error, prefer: 14);
        Assert.True(code is not null, $"{form}: {error}");
        Assert.True(code.CoveredBytes >= covered, form);
        Assert.Equal(new EntryJump(leadsTo, false), EntryJump.Decode(32, entry, Address));
        // The copy leads where the entry led.
        Assert.True(EntryJump.Decode(32, code.Code, Trampoline) is { } jump && (jump.Address == leadsTo || jump.Address == Address + 5), form);
    }

    /// <summary>Entries of functions that are no stubs: Windows' own, and those of programs for hot patches.</summary>
    [Theory]
    [InlineData("8BFF558BEC83EC1853568B7508", 5)]
    [InlineData("558BEC83EC0C5657894D", 6)]
    [InlineData("5589E557565383EC3C", 5)]
    [InlineData("8DA42400000000558BEC81EC0C030000", 7)]
    public void OtherEntriesNeedNoLibrary(string bytes, int covered)
    {
        RelocatedCode? code = PlainInstruction.Move(32, Convert.FromHexString(bytes + "CCCCCCCCCCCCCCCC"), Address, PatchPlan.JumpLength, Trampoline);
        Assert.NotNull(code);
        Assert.Equal(covered, code.CoveredBytes);
        Assert.Equal(Address + (ulong)covered, Decode(code.Code)[^1].NearBranchTarget);
    }

    /// <summary>In a large address space the relay may lie more than 2 GB from the function.</summary>
    [Fact]
    public void AJumpWrapsAround()
    {
        Span<byte> jump = stackalloc byte[PatchPlan.JumpLength];
        Assert.True(PatchPlan.TryEncodeJump(32, Address, 0xFE00_0000, jump));
        Assert.Equal(0xFE00_0000u, unchecked((uint)Address + PatchPlan.JumpLength + (uint)BinaryPrimitives.ReadInt32LittleEndian(jump[1..])));
        Assert.False(PatchPlan.TryEncodeJump(64, Address, 0xFE00_0000, jump));
    }

    private static PatchPlan Plan(byte[] around, ulong address)
    {
        RelocatedCode? first = CodeRelocator.Relocate(32, around.AsSpan(Before), address, 1, Trampoline, out string error);
        Assert.True(first is not null, error);
        return PatchPlan.Decide(address, first.FirstLength, around, address - Before);
    }

    /// <summary><c>mov eax, number; mov edx, Wow64SystemServiceCall; call edx; ret arguments; nop</c>.</summary>
    private static byte[] Stub(uint number, int arguments)
    {
        byte[] stub = Convert.FromHexString("B800000000BA00000000FFD2C2000090");
        BinaryPrimitives.WriteUInt32LittleEndian(stub.AsSpan(1), number);
        BinaryPrimitives.WriteUInt32LittleEndian(stub.AsSpan(6), (uint)ServiceCall);
        BinaryPrimitives.WriteUInt16LittleEndian(stub.AsSpan(13), (ushort)arguments);
        return stub;
    }

    private static List<Instruction> Decode(byte[] code)
    {
        var decoder = Decoder.Create(32, new ByteArrayCodeReader(code), Trampoline);
        var instructions = new List<Instruction>();
        while (decoder.IP < Trampoline + (ulong)code.Length)
            instructions.Add(decoder.Decode());
        return instructions;
    }
}
