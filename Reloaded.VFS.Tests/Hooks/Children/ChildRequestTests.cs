using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Tests.Hooks.Children;

/// <summary>Tests of what is read from a call of CreateProcess about a sandbox, a debugger or a browser's helper process.</summary>
public sealed unsafe class ChildRequestTests
{
    private const ProcessCreationFlags Extended = ProcessCreationFlags.EXTENDED_STARTUPINFO_PRESENT;

    [Theory]
    [InlineData("\"C:\\a b\\game.exe\" --type=renderer --lang=en", true)]
    [InlineData("game.exe --no-sandbox --type=gpu-process", true)]
    [InlineData("game.exe\t--type=utility", true)]
    [InlineData("game.exe \"--type=utility\"", true)]
    [InlineData("\"C:\\a\\\" --type=renderer", true)]
    [InlineData("game.exe \"a \\\" b\" --type=x", true)]
    [InlineData("game.exe", false)]
    [InlineData("", false)]
    [InlineData("--type=renderer", false)]
    [InlineData("\"x --type=a.exe\" show", false)]
    [InlineData("game.exe \"--note=a --type=renderer\"", false)]
    [InlineData("game.exe --subtype=renderer", false)]
    [InlineData("game.exe x--type=renderer --type renderer", false)]
    [InlineData("game.exe \"a \\\" --type=b\"", false)]
    public void AWholeArgumentCounts(string line, bool expected) => Assert.Equal(expected, ChildRequest.HasTypeArgument(line));

    [Theory]
    [InlineData(4u, null)]
    [InlineData(1u, "debugs")]
    [InlineData(6u, "debugs")]
    public void WhoeverDebugsItsChildHasItForItself(uint flags, string? cause) =>
        AssertCause(cause, ChildRequest.CauseToLeave((ProcessCreationFlags)flags, "game.exe", null, &TryCopy));

    [Theory]
    [InlineData(0x20007, 0x0000_1000_0000_0000ul, 0ul, "Microsoft's")]
    [InlineData(0x20007, 0x0000_3000_0000_0000ul, 0ul, "Microsoft's")]
    [InlineData(0x20007, 0x0000_0300_0000_0000ul, 0ul, "exports")]
    [InlineData(0x20007, 0x0000_2000_0000_0000ul, 0ul, null)]
    [InlineData(0x20007, 0x0000_0010_1000_0000ul, 0ul, "win32k")]
    [InlineData(0x20007, 0x0000_0010_0000_0000ul, 0ul, "dynamic code")]
    [InlineData(0x20007, 0x1101_0101_0111_1005ul, 0ul, null)]
    [InlineData(0x20007, 0ul, 0x0000_0010_0000_0000ul, "shadow stacks")]
    [InlineData(0x20007, 0ul, 0x0000_0000_1000_0000ul, null)]
    [InlineData(0x20009, 0ul, 0ul, "AppContainer")]
    [InlineData(0x2000E, 0ul, 0ul, "child processes")]
    [InlineData(0x2000F, 0ul, 0ul, "application packages")]
    [InlineData(0x2000B, 0ul, 0ul, "protected")]
    [InlineData(0x20002, 0ul, 0ul, null)]
    public void AnAttributeOfASandboxIsSeen(int attribute, ulong first, ulong second, string? cause)
    {
        // A handle list comes before it, so every entry must be read.
        ulong* policy = stackalloc ulong[2] { first, second };
        nint* list = stackalloc nint[9];
        ((uint*)list)[2] = 2;
        (list[3], list[4], list[5]) = (0x20002, 0, 0);
        (list[6], list[7], list[8]) = (attribute, 16, (nint)policy);
        byte* startup = stackalloc byte[112];
        *(nint**)(startup + 104) = list;
        AssertCause(cause, ChildRequest.CauseToLeave(Extended, "game.exe", startup, &TryCopy));
        Assert.Null(ChildRequest.CauseToLeave(0, "game.exe", startup, &TryCopy));
        *(nint**)(startup + 104) = null;
        Assert.Null(ChildRequest.CauseToLeave(Extended, "game.exe", startup, &TryCopy));
    }

    private static void AssertCause(string? expected, string? cause)
    {
        if (expected is null)
            Assert.Null(cause);
        else
            Assert.Contains(expected, cause, StringComparison.Ordinal);
    }

    private static bool TryCopy(void* to, void* from, nuint count)
    {
        new ReadOnlySpan<byte>(from, (int)count).CopyTo(new Span<byte>(to, (int)count));
        return true;
    }
}
