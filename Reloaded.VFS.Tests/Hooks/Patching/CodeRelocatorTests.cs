using Iced.Intel;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Patching;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>Tests of real entries of functions, relocated and decoded again.</summary>
public class CodeRelocatorTests
{
    private const ulong From = 0x7FF8_0000_1000, To = 0x7FF7_F000_0000;

    /// <summary>The stub of NtCreateFile on Windows 10: mov r10,rcx; mov eax,55h; test; jne; syscall; ret; int 2Eh; ret; nop.</summary>
    public static readonly byte[] WindowsStub =
        Convert.FromHexString("4C8BD1B855000000F604250803FE7F0175030F05C3CD2EC30F1F840000000000");

    /// <summary>The stub of Wine 8.</summary>
    public static readonly byte[] WineStub =
        Convert.FromHexString("4C8BD1B81D000000F604250803FE7F0175030F05C3EB01C3FF14250010FE7FC3");

    [Theory]
    [InlineData(2, 3)]
    [InlineData(5, 8)]
    public void AStubMovesByWholeInstructions(int atLeast, int covered)
    {
        RelocatedCode code = Relocate(WindowsStub, atLeast);
        Assert.Equal(covered, code.CoveredBytes);
        Assert.Equal(3, code.FirstLength);
        Assert.Equal(WindowsStub[..covered], code.Code[..covered]);
        List<Instruction> moved = Decode(code.Code);
        Assert.Equal(From + (ulong)covered, moved[^1].NearBranchTarget);
    }

    [Fact]
    public void MoreOfAStubMovesSoThatALaterHookCanLieOverIt()
    {
        RelocatedCode? code = CodeRelocator.Relocate(64, WindowsStub, From, 2, To, out _, prefer: 14);
        Assert.NotNull(code);
        Assert.Equal(16, code.CoveredBytes);
        Assert.Equal(WindowsStub[..16], code.Code[..16]);
        Assert.Equal(From + 16, Decode(code.Code)[^1].NearBranchTarget);
    }

    [Theory]
    [InlineData("4883EC28E800000000488BC1909090909090", 4, "sub rsp,28h; call")]
    [InlineData("4883EC28742090909090909090909090", 4, "sub rsp,28h; je")]
    [InlineData("4883EC2806060606060606060606060606", 4, "sub rsp,28h; no code")]
    public void WhatIsNotAStraightLineStays(string bytes, int covered, string why)
    {
        RelocatedCode? code = CodeRelocator.Relocate(64, Convert.FromHexString(bytes), From, 2, To, out string error, prefer: 14);
        Assert.True(code is not null, why + ": " + error);
        Assert.Equal(covered, code!.CoveredBytes);
    }

    [Fact]
    public void AThreadInsideIsToldWhereToGo()
    {
        RelocatedCode code = Relocate(WineStub, 5);
        IpMove move = Assert.Single(code.Moves);
        Assert.Equal(From + 3, move.From);
        Assert.Equal(To + 3, move.To);
    }

    [Fact]
    public void RipRelativeOperandsStillLeadToTheSamePlace()
    {
        // mov rax,[rip+12345678h]; jmp rax
        RelocatedCode code = Relocate(Convert.FromHexString("488B0578563412FFE0CCCCCCCCCCCCCC"), 5);
        Instruction load = Decode(code.Code)[0];
        Assert.Equal(From + 7 + 0x12345678, load.MemoryDisplacement64);
    }

    [Fact]
    public void SomebodyElsesHookIsKeptBehindOurs()
    {
        // jmp rel32 to the other engine's code, then the rest of the old stub
        byte[] entry = Convert.FromHexString("E9FB0F0000000000F604250803FE7F0175030F05C3");
        RelocatedCode code = Relocate(entry, 5);
        Assert.Equal(5, code.CoveredBytes);
        Assert.Equal(From + 5 + 0xFFB, Decode(code.Code)[0].NearBranchTarget);
    }

    [Fact]
    public void AFarHookOfSomebodyElseIsKeptToo()
    {
        // jmp [rip+0]; dq 1122334455667788h: the copy has its own address, because the other engine may remove its hook.
        RelocatedCode code = Relocate(Convert.FromHexString("FF25000000008877665544332211"), 5);
        Assert.Equal("FF25000000008877665544332211", Convert.ToHexString(code.Code));
        // jmp [rip+100h]: a pointer elsewhere stays where it is.
        code = Relocate(Convert.FromHexString("FF25000100008877665544332211"), 5);
        Instruction jump = Decode(code.Code)[0];
        Assert.Equal(FlowControl.IndirectBranch, jump.FlowControl);
        Assert.Equal(From + 6 + 0x100, jump.MemoryDisplacement64);
    }

    [Fact]
    public void AShortBranchThatLeavesTheMovedBytesIsWidened()
    {
        // test eax,eax; je +20h; mov eax,1
        RelocatedCode code = Relocate(Convert.FromHexString("85C07420B801000000C3CCCCCCCCCCCC"), 5);
        Instruction branch = Decode(code.Code)[1];
        Assert.Equal(From + 4 + 0x20, branch.NearBranchTarget);
    }

    [Theory]
    [InlineData("C3", "a lone ret with other code behind it")]
    [InlineData("31C0C3", "three bytes")]
    public void AFunctionThatIsTooShortIsRefused(string bytes, string why)
    {
        byte[] entry = [.. Convert.FromHexString(bytes), 0x48, 0x89, 0x5C, 0x24, 0x08, 0x57, 0x48, 0x83, 0xEC, 0x20];
        Assert.Null(CodeRelocator.Relocate(64, entry, From, 5, To, out string error));
        Assert.True(error.Contains("bytes long"), why + ": " + error);
    }

    [Fact]
    public void ShortFunctionsWithPaddingBehindThemAreFine()
    {
        RelocatedCode code = Relocate(Convert.FromHexString("31C0C3CCCCCCCCCCCCCCCCCC"), 5);
        Assert.Equal(Code.Retnq, Decode(code.Code)[1].Code);
    }

    [Fact]
    public void BytesThatAreNoCodeAreRefused()
    {
        Assert.Null(CodeRelocator.Relocate(64, Convert.FromHexString("06060606060606060606"), From, 5, To, out string error));
        Assert.Contains("no instruction", error);
    }

    [Fact]
    public void ThirtyTwoBitEntriesMoveAsWell()
    {
        // mov edi,edi; push ebp; mov ebp,esp
        byte[] entry = Convert.FromHexString("8BFF558BEC83EC10");
        RelocatedCode? code = CodeRelocator.Relocate(32, entry, 0x77001000, 5, 0x10000000, out _);
        Assert.NotNull(code);
        Assert.Equal(5, code.CoveredBytes);
        var decoder = Decoder.Create(32, new ByteArrayCodeReader(code.Code), 0x10000000);
        var instructions = new List<Instruction>();
        while (decoder.IP < 0x10000000 + (ulong)code.Code.Length)
            instructions.Add(decoder.Decode());
        Assert.Equal(0x77001005u, instructions[^1].NearBranchTarget);
    }

    private static RelocatedCode Relocate(byte[] entry, int atLeast)
    {
        RelocatedCode? code = CodeRelocator.Relocate(64, entry, From, atLeast, To, out string error);
        Assert.True(code is not null, error);
        return code!;
    }

    private static List<Instruction> Decode(byte[] code)
    {
        var decoder = Decoder.Create(64, new ByteArrayCodeReader(code), To);
        var instructions = new List<Instruction>();
        while (decoder.IP < To + (ulong)code.Length)
        {
            Instruction next = decoder.Decode();
            if (next.IsInvalid)
                break;
            instructions.Add(next);
        }

        return instructions;
    }
}
