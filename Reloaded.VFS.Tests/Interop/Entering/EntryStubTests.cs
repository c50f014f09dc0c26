using System.Runtime.InteropServices;
using Iced.Intel;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Tests.Interop.Entering;

/// <summary>
/// The code that goes into other processes, disassembled: it reads the fields that it should, and jumps to instructions of its own.
/// </summary>
public sealed class EntryStubTests
{
    private static readonly Instruction[] Code = Decode();

    [Fact]
    public void ItCallsWhatTheFieldsSay()
    {
        string[] called = [.. Code.Where(i => i.Mnemonic == Mnemonic.Call && i.Op0Kind == OpKind.Memory)
            .Select(i => FieldAt((int)i.MemoryDisplacement64))];
        Assert.Equal(["LoadLibraryW", "GetProcAddress", "GetLastError", "SetEvent", "WaitForSingleObject", "TerminateProcess"], called);
        Assert.Single(Code, i => i.Mnemonic == Mnemonic.Call && i.Op0Kind == OpKind.Register);
    }

    [Fact]
    public void ItReadsAndWritesTheRequestsFields()
    {
        Assert.Equal(EntryStub.PathOffset, Marshal.SizeOf<EntryStub.Data>());
        Assert.True(EntryStub.Export.Length < 16);
        Assert.Equal(nameof(EntryStub.Data.Export),
            FieldAt((int)Code.First(i => i.Mnemonic == Mnemonic.Lea && i.Op0Register == Register.RDX).MemoryDisplacement64));
        Assert.Equal(EntryStub.PathOffset,
            (int)Code.First(i => i.Mnemonic == Mnemonic.Lea && i.Op0Register == Register.RCX).MemoryDisplacement64);
        Assert.Equal(
            ["Status", "State", "Done", "Go", "Flags", "ExitCode"],
            Code.Where(i => i.Mnemonic is Mnemonic.Mov or Mnemonic.Test && i.MemoryBase == Register.RBX)
                .Select(i => RequestFieldAt((int)i.MemoryDisplacement64)));
        Assert.Equal((ulong)EntryState.NotLoaded,
            Code.Single(i => i.Mnemonic == Mnemonic.Mov && i.MemoryBase == Register.RBX && i.Op1Kind == OpKind.Immediate32)
                .GetImmediate(1));
        Assert.Equal((ulong)(EntryFlags.Stop | EntryFlags.Withheld),
            Code.Single(i => i.Mnemonic == Mnemonic.Test && i.Op1Kind == OpKind.Immediate8).GetImmediate(1));
    }

    [Fact]
    public void WhereNobodyLetsItGoItWaitsForItself()
    {
        int wait = Array.FindLastIndex(Code, i => i.Mnemonic == Mnemonic.Call
            && FieldAt((int)i.MemoryDisplacement64) == nameof(EntryStub.Data.WaitForSingleObject));
        Assert.Equal(["or rcx,0FFFFFFFFFFFFFFFFh", "mov edx,1F4h"], Code[(wait - 2)..wait].Select(i => i.ToString()));
        Assert.Contains(Code, i => i.Mnemonic == Mnemonic.Jne && i.NearBranchTarget == Code[wait].IP);
    }

    [Fact]
    public void ItsJumpsLeadForwardToInstructionsAndItsStackIsPutBack()
    {
        HashSet<ulong> starts = [.. Code.Select(i => i.IP)];
        Instruction[] jumps = [.. Code.Where(i => i.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch)];
        Assert.Equal(5, jumps.Length);
        Assert.All(jumps, jump => Assert.True(jump.NearBranchTarget > jump.IP && starts.Contains(jump.NearBranchTarget), jump.ToString()));
        Assert.Equal([Mnemonic.Mov, Mnemonic.Pop, Mnemonic.Pop, Mnemonic.Ret], Code[^4..].Select(i => i.Mnemonic));
        // The way of success ends there, past all that is done where it fails.
        Assert.Equal(Code[^4].IP, jumps.Single(i => i.Mnemonic == Mnemonic.Jmp).NearBranchTarget);
    }

    private static string FieldAt(int offset) => FieldAt<EntryStub.Data>(offset);

    private static string RequestFieldAt(int offset) => FieldAt<EntryRequest>(offset);

    private static string FieldAt<T>(int offset) =>
        typeof(T).GetFields().SingleOrDefault(field => (int)Marshal.OffsetOf<T>(field.Name) == offset)?.Name ?? $"nothing at {offset:X}h";

    private static Instruction[] Decode()
    {
        Decoder decoder = Decoder.Create(64, EntryStub.Code.ToArray());
        List<Instruction> all = [];
        while (decoder.IP < (ulong)EntryStub.Code.Length)
            all.Add(decoder.Decode());
        Assert.DoesNotContain(all, i => i.IsInvalid);
        return [.. all];
    }
}
