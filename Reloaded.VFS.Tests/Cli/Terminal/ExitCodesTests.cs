using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Tests.Cli.Terminal;

public sealed class ExitCodesTests
{
    [Theory]
    [InlineData(0u, 0)]
    [InlineData(1u, 1)]
    [InlineData(255u, 255)]
    [InlineData(256u, 1)]
    [InlineData(259u, 3)]
    [InlineData(0xFFFFFFFFu, 255)]
    [InlineData(0xC0000005u, 139)]
    [InlineData(0xC00000FDu, 139)]
    [InlineData(0xC000001Du, 132)]
    [InlineData(0xC0000094u, 136)]
    [InlineData(0xC000013Au, 130)]
    [InlineData(0xC0000135u, 134)]
    [InlineData(0xC0000409u, 134)]
    [InlineData(0xC06D007Eu, 134)]
    [InlineData(0xE0434352u, 134)]
    [InlineData(0x80000003u, 133)]
    public void FitIntoWhatLinuxHas(uint code, int expected) => Assert.Equal(expected, ExitCodes.ToUnix(code));

    [Fact]
    public void NeverTurnAFailureIntoSuccess()
    {
        Random random = new(7);
        for (int i = 0; i < 100_000; i++)
        {
            uint code = (uint)random.NextInt64(1, 1L << 32);
            Assert.InRange(ExitCodes.ToUnix(code), 1, 255);
            Assert.InRange(ExitCodes.ToUnix((code & 0xFFFFFF00) | 0x1000), 1, 255);
        }
    }

    [Theory]
    [InlineData(0xC0000005u, "STATUS_ACCESS_VIOLATION")]
    [InlineData(0xC0000135u, "STATUS_DLL_NOT_FOUND")]
    [InlineData(0xC0000142u, "STATUS_DLL_INIT_FAILED")]
    [InlineData(0xC0000409u, "STATUS_STACK_BUFFER_OVERRUN")]
    [InlineData(0xC0000374u, "STATUS_HEAP_CORRUPTION")]
    [InlineData(0xC0E90002u, "STATUS_SYSTEM_INTEGRITY_POLICY_VIOLATION")]
    [InlineData(0xC06D007Eu, null)]
    [InlineData(0u, null)]
    [InlineData(0xFFFFFFFFu, null)]
    public void StatusesHaveTheirNames(uint code, string? name) => Assert.Equal(name, NtStatusNames.NameOf(code));

    [Theory]
    [InlineData(0xC06D007Eu, true)]
    [InlineData(0xC0123456u, true)]
    [InlineData(0x800711C7u, true)]
    [InlineData(3u, false)]
    [InlineData(0xFFFFFFFFu, false)]
    public void StatusesAreToldFromAProgramsOwnCodes(uint code, bool isStatus) =>
        Assert.Equal(isStatus, NtStatusNames.Describe(code) is not null);
}
