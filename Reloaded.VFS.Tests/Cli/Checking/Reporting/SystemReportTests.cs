using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Checking.Reporting;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking.Reporting;

/// <summary>Tests of <c>rvfs doctor --system</c>: what a report from the field contains, and what it doesn't.</summary>
[Collection(RealProcesses.Name)]
public sealed class SystemReportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void ItHasVersionsHooksPoliciesAndTheGameAndNothingOfTheUsers()
    {
        string home = _folder.Folder("Secret Person");
        string game = _folder.At("Secret Person/g/game.exe");
        _folder.File("Secret Person/g/rvfs/mods/Red/data/a.dds");
        File.Copy(NativePrograms.Get("hooked.exe"), game);
        Dictionary<string, string?> environment = new() { ["HOME"] = home, ["RVFS_TEST_HOOK"] = "foreign" };
        GameResult run = GameProcess.Run(game, [], new GameOptions { Vfs = true, Environment = environment });
        Assert.True(run.ExitCode == 0, run.ToString());

        GameResult report = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", "--system", game],
            new GameOptions { Environment = environment });
        Assert.True(report.ExitCode == 0, report.ToString());
        string text = report.Text;
        foreach (string part in (string[])["Wine: ", "System: Windows 10.", ", Wine ", "Processor: ", "SSE4.2", "Code integrity: ",
            "UserShadowStack=", "Findings:", "last start: ", "Amd64"])
            Assert.Contains(part, text, StringComparison.Ordinal);
        foreach (string file in OwnFilesCheck.Names)
        {
            string hash = Convert.ToHexStringLower(
                System.Security.Cryptography.SHA256.HashData(
                    File.ReadAllBytes(Path.Combine(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!, file))));
            Assert.Contains(hash, text, StringComparison.Ordinal);
        }

        string[] lines = text.Split('\n');
        int create = Array.FindIndex(lines,
            l => l.TrimStart().StartsWith("NtCreateFile ", StringComparison.Ordinal) && l.Contains(" hooked: ", StringComparison.Ordinal));
        Assert.True(create >= 0, text);
        // The function's beginning if no program has hooked it: mov r10, rcx; mov eax, number.
        Assert.Matches("^ +4C8BD1B8[0-9A-F]{40}$", lines[create + 1].TrimEnd());
        Assert.Contains("another program's hook was there", text, StringComparison.Ordinal); // in the game, at its last start
        Assert.DoesNotContain("Secret", text, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(Environment.MachineName, text, StringComparison.OrdinalIgnoreCase);
    }

    [LinuxFact(Needs.Published)]
    public void WithoutWineItSaysWhatItCannotSay()
    {
        GameResult report = GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor", "--system"],
            new GameOptions { Environment = new Dictionary<string, string?> { ["PATH"] = "/nowhere", ["RVFS_WINE"] = null } });
        Assert.Equal(0, report.ExitCode);
        Assert.Contains("What Windows programs see isn't known: Wine isn't installed", report.Text, StringComparison.Ordinal);
        Assert.Contains("reloaded_vfs.dll", report.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ADllThatDoesNotStartIsAnAnswerToo()
    {
        string rvfs = _folder.At("own/rvfs.exe");
        _folder.File("own/reloaded_vfs.dll", "MZ");
        File.Copy(PublishedArtifacts.WindowsLauncher, rvfs);
        GameResult report = GameProcess.Run(rvfs, ["doctor", "--system"]);
        Assert.Equal(0, report.ExitCode);
        Assert.Contains("the DLL didn't start: ", report.Text, StringComparison.Ordinal);
        Assert.Contains("reloaded_vfs.dll: ", report.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public async Task AGameThatRunsShowsItsModulesAndPolicies()
    {
        using WatchedGame game = new("data/a.dds", "rvfs/mods/Red/data/a.dds");
        Task<GameResult> run = Task.Run(() => WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds"), "make",
            game.InGame("opened"), "await", game.InGame("go on")));
        game.WaitForFile("opened");
        GameResult asked = GameProcess.Run(PublishedArtifacts.WindowsLauncher,
            ["doctor", "--system", "--out", WinePrefix.ToWindows(_folder.At("report.txt")), WinePrefix.ToWindows(game.Program)]);
        game.Folder.File("g/go on", "");
        Assert.Equal((0, ""), (asked.ExitCode, asked.Text));
        string text = File.ReadAllText(_folder.At("report.txt"));
        Assert.Equal(0, (await run).ExitCode);
        Assert.Contains("running now:", text, StringComparison.Ordinal);
        string running = text[text.IndexOf("running now:", StringComparison.Ordinal)..];
        Assert.Contains("UserShadowStack=", running, StringComparison.Ordinal);
        Assert.Contains("reloaded_vfs.dll", running, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("watched.exe", running, StringComparison.OrdinalIgnoreCase);
    }

    [Theory]
    [InlineData(@"C:\Users\Jo Doe\game\x.dll", @"%USERPROFILE%\game\x.dll")]
    [InlineData(@"c:\users\jo doe\x", @"%USERPROFILE%\x")]
    [InlineData(@"""C:\\Users\\Jo Doe\\x""", @"""%USERPROFILE%\\x""")]
    [InlineData("file:///C:/Users/Jo Doe/x", "file:///%USERPROFILE%/x")]
    [InlineData(@"C:\Users\Jo Doe2\x", @"C:\Users\Jo Doe2\x")]
    [InlineData(@"C:\Users\JODOE~1\AppData", @"%USERPROFILE%\AppData")]
    [InlineData(@"D:\Games of\Jo Doe\x", @"D:\Games of\%USERNAME%\x")]
    [InlineData("Jo Doe's own words", "Jo Doe's own words")]
    [InlineData(@"\\DESKTOP-1\share and DESKTOP-12", @"\\%COMPUTERNAME%\share and DESKTOP-12")]
    [InlineData("", "")]
    public void NamesAndFoldersOfTheUserAreTakenOut(string text, string clean)
    {
        PrivateText rules = new([(@"C:\Users\Jo Doe", "%USERPROFILE%"), (@"C:\Users\JODOE~1", "%USERPROFILE%")], "Jo Doe", "DESKTOP-1");
        Assert.Equal(clean, rules.Clean(text));
    }

    [Theory]
    [InlineData("4C8BD1B855000000F604250803FE7F0175030F05C3CD2EC3", null, 0)]
    [InlineData("E9FB000000B855000000F604250803FE7F0175030F05C3CD", "jmp rel32", 0x1100)]
    [InlineData("EBF9906690000000F604250803FE7F0175030F05C3CD2EC3", "jmp rel8", 0xFFB)]
    [InlineData("4C8BD1E9F8000000F604250803FE7F0175030F05C3CD2EC3", "mov r10, rcx; jmp rel32", 0x1100)]
    [InlineData("FF25FA000000909090909090909090909090909090909090", "jmp [rip]", 0x1100)]
    [InlineData("48B80011000000000000FFE0909090909090909090909090", "mov rax; jmp rax", 0x1100)]
    [InlineData("6800110000C3909090909090909090909090909090909090", "push; ret", 0x1100)]
    public void JumpsAreToldByTheirBytes(string bytes, string? kind, long to)
    {
        (string Kind, nint To, bool IsIndirect)? jump = FunctionEntry.Find(Convert.FromHexString(bytes), 0x1000);
        Assert.Equal((kind, kind is null ? 0 : to), (jump?.Kind, jump?.To ?? 0));
        Assert.Equal(kind == "jmp [rip]", jump?.IsIndirect ?? false);
    }

    [Fact]
    public void WhoHookedAFunctionIsNamedWhereItShows()
    {
        HookReport hook = new() { Function = "NtCreateFile", State = HookState.Installed, IsBehindOthers = true };
        StartReport report = new() { Version = "1", Hooks = [hook] };
        Assert.Contains("by umppc19104.dll (CrowdStrike Falcon)",
            One(new FunctionEntry([], "jmp rel32", @"C:\Windows\System32\umppc19104.dll")), StringComparison.Ordinal);
        Assert.Contains(@"by C:\x\unknown.dll", One(new FunctionEntry([], "jmp rel32", @"C:\x\unknown.dll")), StringComparison.Ordinal);
        Assert.Contains("hooks every other", One(new FunctionEntry([], "jmp rel32", null)), StringComparison.Ordinal);
        Assert.DoesNotContain("In rvfs.exe", One(new FunctionEntry([], null, null)), StringComparison.Ordinal);
        Assert.DoesNotContain("In rvfs.exe", One(null), StringComparison.Ordinal);

        // The start's own findings take precedence.
        report = report with { Hooks = [hook with { Detail = "in any words", OtherModule = "RTSSHooks64.dll" }] };
        Assert.EndsWith("The hook leads into RTSSHooks64.dll (RivaTuner Statistics Server (MSI Afterburner))",
            One(new FunctionEntry([], "jmp rel32", @"C:\x\unknown.dll")), StringComparison.Ordinal);

        // No text says it.
        StartReport other = report with
        {
            Hooks = [new() { Function = "NtCreateFile", Detail = "jump; another program's hook was there and is called after this one" }],
        };
        Assert.Empty(StartChecks.Of(new SystemFacts { Entry = _ => null }, other, "report.json"));

        string One(FunctionEntry? entry) =>
            Assert.Single(StartChecks.Of(new SystemFacts { Entry = _ => entry }, report, "report.json")).Cause;
    }
}
