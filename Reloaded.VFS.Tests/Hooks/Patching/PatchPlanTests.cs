using Reloaded.VFS.Hooks.Patching;

namespace Reloaded.VFS.Tests.Hooks.Patching;

public class PatchPlanTests
{
    private const ulong Base = 0x7FF8_0000_0000;

    [Fact]
    public void WindowsStubsAreHookedThroughThePaddingBehindThem()
    {
        PatchPlan plan = Decide([.. CodeRelocatorTests.WindowsStub, .. CodeRelocatorTests.WindowsStub], entry: 0x20, firstLength: 3);
        Assert.Equal(PatchKind.ThroughPadding, plan.Kind);
        Assert.Equal(0x18, plan.PaddingOffset);
        Assert.Equal(2, plan.PatchedBytes);
    }

    [Fact]
    public void WinesStubsHaveNoPaddingAndNeedTheThreadsStopped()
    {
        PatchPlan plan = Decide([.. CodeRelocatorTests.WineStub, .. CodeRelocatorTests.WineStub], entry: 0x20, firstLength: 3);
        Assert.Equal(PatchKind.Suspended, plan.Kind);
        Assert.Equal(5, plan.PatchedBytes);
    }

    [Fact]
    public void AFirstInstructionAsLongAsTheJumpIsReplacedInOneStore()
    {
        // sub rsp,1234h
        byte[] code = [0x48, 0x81, 0xEC, 0x34, 0x12, 0, 0, 0xC3, 0, 0, 0, 0, 0, 0, 0, 0];
        Assert.Equal(PatchKind.Atomic, Decide(code, entry: 0, firstLength: 7).Kind);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(7)]
    public void AnEntryAcrossTwoWordsIsNotWrittenInOneStore(int entry)
    {
        byte[] code = new byte[64];
        Assert.Equal(PatchKind.Suspended, Decide(code, entry, firstLength: 7).Kind);
    }

    [Fact]
    public void PaddingOutOfAShortJumpsReachIsNoUse()
    {
        byte[] code = new byte[320];
        code.AsSpan(0, 160).Fill(0x90);
        code.AsSpan(160 + 130, 16).Fill(0xCC);
        Assert.Equal(PatchKind.Suspended, Decide(code, entry: 160, firstLength: 3).Kind);
        code.AsSpan(160 + 129, 16).Fill(0xCC);
        PatchPlan plan = Decide(code, entry: 160, firstLength: 3);
        Assert.Equal(129, plan.PaddingOffset);
    }

    [Fact]
    public void PaddingBeforeTheFunctionWillDo()
    {
        byte[] code = new byte[320];
        code.AsSpan().Fill(0x90);
        code.AsSpan(144, 16).Fill(0xCC);
        PatchPlan plan = Decide(code, entry: 160, firstLength: 3);
        Assert.Equal(PatchKind.ThroughPadding, plan.Kind);
        Assert.Equal(-5, plan.PaddingOffset);
    }

    [Theory]
    [InlineData(0x1000ul, 0x2000ul, true)]
    [InlineData(0x7FF8_0000_0000ul, 0x7FF7_8000_0005ul, true)]
    [InlineData(0x7FF8_0000_0000ul, 0x7FF8_8000_0005ul, false)]
    public void AJumpReachesTwoGigabytes(ulong from, ulong to, bool reaches)
    {
        byte[] jump = new byte[PatchPlan.JumpLength];
        Assert.Equal(reaches, PatchPlan.TryEncodeJump(64, from, to, jump));
        if (reaches)
            Assert.Equal(to, from + 5 + (ulong)(long)BitConverter.ToInt32(jump, 1));
    }

    private static PatchPlan Decide(byte[] around, int entry, int firstLength) =>
        PatchPlan.Decide(Base + (ulong)entry, firstLength, around, Base);
}
