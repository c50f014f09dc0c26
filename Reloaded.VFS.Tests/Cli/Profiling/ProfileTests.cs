using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Profiling;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Profiling;

/// <summary>Tests of <c>rvfs profile</c>: the page as a real browser shows it, the trace, and the figures.</summary>
[Collection(RealProcesses.Name)]
public sealed class ProfileTests
{
    [RealProcessFact(Needs.Published | Needs.Browser)]
    [Trait("Bits", "Both")]
    public void APageAndATraceOfARealGame()
    {
        using WatchedGame game = new("data/own.txt", "data/a.dds", $"rvfs/mods/Red/data/a.dds={new string('x', 5000)}",
            "rvfs/mods/Idle/never.txt");
        string page = game.Folder.At("out/start.html"), trace = game.Folder.At("out/start.json");
        game.Folder.Folder("out");
        GameResult result = WatchedGame.Rvfs("profile", "--out", page, game.Program,
            "threads", "3", game.InGame("data/a.dds"), "open", game.InGame("data/own.txt"), "open", game.InGame("data/<none>&.txt"), "open",
            game.InGame("data/missing.txt"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains(page, result.Errors, StringComparison.Ordinal);

        using JsonDocument json = JsonDocument.Parse(File.ReadAllBytes(trace));
        List<JsonElement> events = [.. json.RootElement.GetProperty("traceEvents").EnumerateArray()];
        List<JsonElement> calls = [.. events.Where(e => e.GetProperty("ph").GetString() == "X")];
        Assert.Equal(300, calls.Count(c => c.GetProperty("cat").GetString() == "mod"));
        Assert.All(calls, c => Assert.True(c.GetProperty("dur").GetDouble() > 0));
        Assert.Equal(events.Count(e => e.GetProperty("ph").GetString() == "M"),
            calls.Select(c => c.GetProperty("tid").GetUInt32()).Distinct().Count());
        JsonElement mod = calls.First(c => c.GetProperty("cat").GetString() == "mod").GetProperty("args");
        Assert.Equal("Red", mod.GetProperty("mod").GetString());
        Assert.Equal(5000, mod.GetProperty("size").GetInt64());

        // The page loads nothing from elsewhere.
        Assert.DoesNotMatch(@"(src|href)\s*=|https?://|@import", File.ReadAllText(page));
        string drawn = Browse(page);
        Assert.Matches(@"data-drawn=""3\d\d""", drawn);
        Assert.Contains("data\\own.txt", drawn, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("missing.txt", drawn, StringComparison.Ordinal);
        Assert.Contains("4.9 KB", drawn, StringComparison.Ordinal);
        Assert.Matches("Idle</td>.*unused", drawn);
        Assert.Matches(@"<b>\d+ %</b><span>of that not parallel", drawn);
    }

    [Fact]
    public void TheShareThatIsntParallelIsThatOfOneThreadAlone()
    {
        // Thread 1 from 0 to 10 ms, thread 2 from 5 to 10 and from 20 to 25: 15 ms busy, 10 of them alone.
        Profile profile = new("game", [Call(1, 0, 10), Call(2, 5, 5), Call(2, 20, 5)], [], 0, _ => null);
        Assert.Equal(25, profile.Span.TotalMilliseconds);
        Assert.Equal(15, profile.Busy.TotalMilliseconds);
        Assert.Equal(10, profile.Alone.TotalMilliseconds);
        Assert.Equal(2.0 / 3, profile.NotParallel, 6);
        Assert.Equal(0, new Profile("game", [], [], 0, _ => null).NotParallel);
    }

    private static FileEvent Call(uint thread, double began, double took) =>
        new(TimeSpan.FromMilliseconds(began), TimeSpan.FromMilliseconds(took), thread, EventFunction.NtOpenFile, 0, LookupKind.Miss,
            @"C:\g\a", null);

    /// <summary>Returns the page's document after a browser has run its script.</summary>
    private static string Browse(string page)
    {
        string browser = Executables.Browser
            ?? throw new FileNotFoundException("no browser (chromium) on PATH; build/setup.sh installs it");
        string profile = Path.Combine(Path.GetDirectoryName(page)!, "browser");
        // The browser has its own profile and no sandbox, because tests may run as root, for which it has none.
        ProcessStartInfo start = new(browser,
            ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", $"--user-data-dir={profile}",
                "--virtual-time-budget=5000", "--dump-dom", new Uri(page).AbsoluteUri])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(TimeSpan.FromSeconds(60)))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"the browser doesn't end\n{errors.Result}");
        }

        Assert.True(process.ExitCode == 0, errors.Result);
        return Regex.Replace(output.Result, @"<script>.*?</script>", "", RegexOptions.Singleline);
    }
}
