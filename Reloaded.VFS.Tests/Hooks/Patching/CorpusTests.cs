using System.Buffers.Binary;
using System.Globalization;
using Iced.Intel;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Patching;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>
/// Tests of the hooked functions' first bytes on many systems (<c>Corpus/*.txt</c>), and in the forms in which other engines leave them.
/// </summary>
public class CorpusTests
{
    private const ulong Trampoline = 0x7FF7_F000_0000;
    private const int Before = 16, From = 64;

    private sealed record Line(string Build, string Name, byte[] Around, string Source, ulong Address)
    {
        public byte[] Entry => Around[Before..];
    }

    public static TheoryData<string> Files =>
        [.. Directory.GetFiles(Folder, "*.txt").Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal)];

    internal static string Folder => Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Hooks", "Patching", "Corpus");

    /// <summary>Each entry can be hooked, and its relocated instructions do the same as before.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void EveryEntryIsPatchedAndMoved(string file)
    {
        List<Line> lines = Read(file);
        Assert.NotEmpty(lines);
        foreach (Line line in lines)
        {
            string what = $"{line.Build} {line.Name}";
            RelocatedCode? first = CodeRelocator.Relocate(64, line.Entry, line.Address, 1, Trampoline, out string error);
            Assert.True(first is not null, $"{what}: {error}");
            PatchPlan plan = PatchPlan.Decide(line.Address, first!.FirstLength, line.Around, line.Address - Before);
            RelocatedCode? code = CodeRelocator.Relocate(64, line.Entry, line.Address, plan.PatchedBytes, Trampoline, out error,
                prefer: 14);
            Assert.True(code is not null, $"{what}: {error}");
            Assert.True(code!.CoveredBytes >= plan.PatchedBytes, what);
            AssertSame(what, Decode(line.Entry, line.Address, code.CoveredBytes), Decode(code.Code, Trampoline, code.Code.Length),
                line.Address, code.CoveredBytes);
            if (IsWindowsStub(line.Entry))
            {
                Assert.True(plan == new PatchPlan(PatchKind.ThroughPadding, 2, 0x18), $"{what}: {plan}");
                Assert.True(line.Entry.AsSpan(0, 16).SequenceEqual(code.Code.AsSpan(0, 16)) && code.CoveredBytes == 16, what);
            }
        }
    }

    /// <summary>
    /// A line that is marked as derived is the number of a system call in the usual shape; every hooked system call of every build is
    /// there.
    /// </summary>
    [Fact]
    public void DerivedLinesAreTheirNumberInTheShapeOfAStub()
    {
        List<Line> lines = Read("derived.txt");
        foreach (Line line in lines)
        {
            uint number = uint.Parse(line.Source.AsSpan("derived: 0x".Length), NumberStyles.AllowHexSpecifier,
                CultureInfo.InvariantCulture);
            byte[] expected = [.. Stub(0)[Before..], .. Stub(number), .. Stub(number + 1)];
            Assert.True(expected.AsSpan().SequenceEqual(line.Around), $"{line.Build} {line.Name}");
        }

        string[] calls =
            [.. Enum.GetNames<GateIndex>().Where(name => name.StartsWith("Nt", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];
        foreach (IGrouping<string, Line> build in lines.GroupBy(line => line.Build))
            Assert.Equal(calls, build.Select(line => line.Name).Order(StringComparer.Ordinal));
        Assert.Equal(13, lines.GroupBy(line => line.Build).Count());
    }

    /// <summary>
    /// Forms in which other engines leave a stub: how the stub is patched, how much of it moves, where the moved jump leads, and that the
    /// jump is detected. An address of 8 bytes is 1122334455667788h.
    /// </summary>
    [Theory]
    [InlineData("jmp rel32 (MinHook, usvfs)", "E9FB0F000000000000F604250803FE7F0175030F05C3CD2EC30F1F840000000000", PatchKind.Atomic,
        5, 0x1000ul)]
    [InlineData("jmp rel32, int3 (Detours)", "E9FB0F0000CCCCCCF604250803FE7F0175030F05C3CD2EC30F1F840000000000", PatchKind.Atomic,
        5, 0x1000ul)]
    [InlineData("jmp to the five bytes in front (MinHook)", "EBF9D1B855000000F604250803FE7F0175030F05C3CD2EC30F1F840000000000",
        PatchKind.ThroughPadding, 2, unchecked((ulong)-5))]
    [InlineData("jmp [rip+0]", "FF25000000008877665544332211750375030F05C3CD2EC30F1F840000000000", PatchKind.Atomic, 6,
        0x1122334455667788ul)]
    [InlineData("mov rax; jmp rax", "48B88877665544332211FFE0FE7F017575030F05C3CD2EC30F1F840000000000", PatchKind.Atomic, 10,
        0x1122334455667788ul)]
    [InlineData("mov r10,rcx; jmp rel32", "4C8BD1E9F80F0000F604250803FE7F0175030F05C3CD2EC30F1F840000000000", PatchKind.ThroughPadding,
        3, 0x1000ul)]
    [InlineData("mov r10,number; jmp rel32 (Sandboxie)", "49C7C25500000048E9F30F00007F0175030F05C3CD2EC30F1F840000000000000000",
        PatchKind.Atomic, 7, 0x1000ul)]
    [InlineData("nop; mov rax; jmp rax (Sandboxie)", "9048B88877665544332211FFE07F017575030F05C3CD2EC30F1F840000000000",
        PatchKind.Suspended, 11, 0x1122334455667788ul)]
    [InlineData("push; mov [rsp+4]; ret", "6888776655C744240444332211C3017575030F05C3CD2EC30F1F840000000000", PatchKind.Atomic, 13,
        0x1122334455667788ul)]
    public void AStubThatAnotherEngineHasHooked(string form, string bytes, PatchKind kind, int covered, ulong leadsTo)
    {
        const ulong address = 0x7FF8_0000_1000;
        byte[] around = [.. Stub(0x54)[Before..], .. Convert.FromHexString(bytes), .. Stub(0x56)];
        byte[] entry = around[Before..];
        RelocatedCode? first = CodeRelocator.Relocate(64, entry, address, 1, Trampoline, out string error);
        Assert.True(first is not null, $"{form}: {error}");
        PatchPlan plan = PatchPlan.Decide(address, first!.FirstLength, around, address - Before);
        Assert.Equal(kind, plan.Kind);
        RelocatedCode? code = CodeRelocator.Relocate(64, entry, address, plan.PatchedBytes, Trampoline, out error, prefer: 14);
        Assert.True(code is not null, $"{form}: {error}");
        Assert.Equal(covered, code!.CoveredBytes);
        AssertSame(form, Decode(entry, address, covered), Decode(code.Code, Trampoline, code.Code.Length), address, covered);

        EntryJump? jump = EntryJump.Decode(64, entry, address);
        Assert.NotNull(jump);
        ulong target = jump.Value.IsPointer
            ? BinaryPrimitives.ReadUInt64LittleEndian(entry.AsSpan((int)(jump.Value.Address - address)))
            : jump.Value.Address;
        if (jump.Value.IsPointer)
            Assert.Equal(leadsTo, BinaryPrimitives.ReadUInt64LittleEndian(code.Code.AsSpan(code.Code.Length - sizeof(ulong))));
        Assert.Equal(leadsTo < 0x1_0000_0000 || (long)leadsTo < 0 ? address + leadsTo : leadsTo, target);
    }

    [Theory]
    [InlineData("a stub", "4C8BD1B855000000F604250803FE7F0175030F05C3CD2EC30F1F840000000000")]
    [InlineData("a stub without a test", "4C8BD1B8550000000F05C30F1F440000CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC")]
    [InlineData("a function that calls at once", "4883EC28E8000000004883C428C3CCCC")]
    [InlineData("a function that returns", "B801000000C3CCCCCCCCCCCCCCCCCCCC")]
    [InlineData("a register that nothing was put into", "4C8BD1FFE0CCCCCCCCCCCCCCCCCCCCCC")]
    public void WhatNoEngineHasTouchedIsNoJump(string what, string bytes)
        => Assert.True(EntryJump.Decode(64, Convert.FromHexString(bytes), 0x7FF8_0000_1000) is null, what);

    private static bool IsWindowsStub(ReadOnlySpan<byte> entry) =>
        entry.StartsWith<byte>([0x4C, 0x8B, 0xD1, 0xB8]) && entry[18..32].SequenceEqual(Stub(0).AsSpan(18));

    private static byte[] Stub(uint number)
    {
        byte[] stub = [.. CodeRelocatorTests.WindowsStub];
        BinaryPrimitives.WriteUInt32LittleEndian(stub.AsSpan(4), number);
        return stub;
    }

    private static List<Line> Read(string file)
    {
        var lines = new List<Line>();
        foreach (string text in File.ReadLines(Path.Combine(Folder, file)).Where(text => text.Length > 0 && text[0] != '#'))
        {
            string[] words = text.Split(' ', 5);
            byte[] before = Convert.FromHexString(words[2]), from = Convert.FromHexString(words[3]);
            Assert.Equal((Before, From), (before.Length, from.Length));
            int at = words[4].LastIndexOf(", at ", StringComparison.Ordinal);
            ulong within = at < 0 ? 0 : ulong.Parse(words[4].AsSpan(at + 5), CultureInfo.InvariantCulture);
            lines.Add(new Line(words[0], words[1], [.. before, .. from], words[4], 0x7FF8_0000_1000 + within));
        }

        return lines;
    }

    /// <summary>
    /// Checks that the copy consists of the same instructions with the same targets, and continues after the original's unless they end the
    /// function.
    /// </summary>
    private static void AssertSame(string what, List<Instruction> original, List<Instruction> copy, ulong address, int covered)
    {
        for (int i = 0; i < original.Count; i++)
        {
            Instruction was = original[i], @is = copy[i];
            Assert.True(was.Mnemonic == @is.Mnemonic && was.OpCount == @is.OpCount, $"{what}: {was} became {@is}");
            if (was.FlowControl is FlowControl.UnconditionalBranch or FlowControl.ConditionalBranch or FlowControl.Call
                && was.NearBranchTarget != 0)
                Assert.True(was.NearBranchTarget == @is.NearBranchTarget, $"{what}: {was} became {@is}");
            else if (was.FlowControl == FlowControl.IndirectBranch && was.IsIPRelativeMemoryOperand
                && was.IPRelativeMemoryAddress == was.NextIP)
                Assert.True(@is.IPRelativeMemoryAddress == @is.NextIP, $"{what}: {was} became {@is}"); // the address moves with its jump
            else if (was.IsIPRelativeMemoryOperand)
                Assert.True(was.IPRelativeMemoryAddress == @is.IPRelativeMemoryAddress, $"{what}: {was} became {@is}");
            else
                Assert.True(was.ToString() == @is.ToString(), $"{what}: {was} became {@is}");
        }

        bool ends =
            original.Exists(i => i.FlowControl is FlowControl.UnconditionalBranch or FlowControl.IndirectBranch or FlowControl.Return);
        Assert.True(ends || copy[original.Count].NearBranchTarget == address + (ulong)covered, $"{what}: goes on elsewhere");
    }

    private static List<Instruction> Decode(byte[] code, ulong address, int length)
    {
        var decoder = Decoder.Create(64, new ByteArrayCodeReader(code), address);
        var instructions = new List<Instruction>();
        while (decoder.IP < address + (ulong)length)
            instructions.Add(decoder.Decode());
        return instructions;
    }
}
