using System.Globalization;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Native;

/// <summary>
/// Tests of the gate's comparison of a name with a target (prefix.h of the hooks): both of its implementations are compared with its
/// definition.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class PrefixComparisonTests
{
    [RealProcessFact(Needs.WindowsPrograms)]
    public void SixteenCharactersAtOnceAgreeAsOneByOneDo()
    {
        GameResult result = GameProcess.Run(NativePrograms.Get("prefix.exe"), ["2000000", "20261122"],
            new GameOptions { Timeout = TimeSpan.FromSeconds(120) });
        Match counts = Counts().Match(result.Text);
        Assert.True(result.ExitCode == 0 && counts.Success, result.ToString());
        // Both results occurred often.
        Assert.All(counts.Groups.Values.Skip(1),
            count => Assert.InRange(long.Parse(count.Value, CultureInfo.InvariantCulture), 200_000, 1_800_000));
    }

    [GeneratedRegex(@"agreed (\d+), differed (\d+)")]
    private static partial Regex Counts();
}
