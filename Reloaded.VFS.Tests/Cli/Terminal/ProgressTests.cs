using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;
using Spectre.Console;
using Progress = Reloaded.VFS.Cli.Terminal.Progress;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>Tests of what is drawn in a terminal.</summary>
public sealed class ProgressTests
{
    [Fact]
    public void WhatTakesLongSaysSoAndTakesItBack()
    {
        using StringWriter output = new();
        TextWriter shared = TextWriter.Synchronized(output);
        using (Progress progress = new(() => "reading the mods", shared, isTerminal: true, TimeSpan.FromMilliseconds(5)))
            SpinWait.SpinUntil(() => output.GetStringBuilder().Length > 0, TimeSpan.FromSeconds(30));
        string said = output.ToString();
        Assert.Matches(@"\A\rrvfs: reading the mods, \d+ s", said);
        Assert.EndsWith(" \r", said, StringComparison.Ordinal);
    }

    [Fact]
    public void WhatIsQuickOrNoTerminalSaysNothing()
    {
        using StringWriter output = new();
        new Progress(() => "quick", output, isTerminal: true, TimeSpan.FromHours(1)).Dispose();
        using (new Progress(() => "piped", output, isTerminal: false, TimeSpan.FromMilliseconds(1)))
            Thread.Sleep(50);
        Assert.Equal("", output.ToString());
    }

    [Fact]
    public void TheLiveViewShowsCallsTotalsAndModsThatNobodyAskedFor()
    {
        EventLayer red = new(1, "Red", @"\??\C:\g\rvfs\mods\Red\", @"C:\g"), idle = new(2, "[Idle]", @"\??\C:\g\rvfs\mods\Idle\", @"C:\g");
        MonitorModel model = new(new EventFilter());
        model.Add(new FileEvent(TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(3), 7, EventFunction.NtCreateFile, 0, LookupKind.File,
            @"C:\g\a.dds", red));
        model.Add(new FileEvent(TimeSpan.FromSeconds(2), TimeSpan.FromMicroseconds(20), 8, EventFunction.NtOpenFile,
            unchecked((int)0xC0000034), LookupKind.Miss, @"C:\g\none.txt", null));
        using StringWriter output = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(output) });
        console.Profile.Width = 140;
        console.Profile.Height = 40;
        console.Write(MonitorView.Draw(console, "game [1].exe", model, [red, idle], dropped: 5));
        string drawn = output.ToString();
        Assert.Contains("game [1].exe", drawn, StringComparison.Ordinal);
        Assert.Contains("2 calls in 3.0 ms   1 of mods' files   1 missing   5 not recorded", drawn, StringComparison.Ordinal);
        Assert.Matches(@"1\.000\s+7\s+3\.0 ms\s+mod\s+\S*a\.dds\s+Red", drawn);
        Assert.Matches(@"2\.000\s+8\s+20 us\s+missing\s+\S*none\.txt", drawn);
        Assert.Contains("nothing was asked for of: [Idle]", drawn, StringComparison.Ordinal);
    }
}
