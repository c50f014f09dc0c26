using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of rules that Windows enforces and Wine doesn't: a DLL of the tests enforces them below the shipped DLL's hooks
/// (<c>Native/system/enforcing.c</c>). The oracle is the same program on the merged folder under the same rules.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class EnforcedTests
{
    /// <summary>Pending listings are passed through or merged, and reported in the way that the caller asked for.</summary>
    [RealProcessFact]
    public void ListingsThatPendAreThoseOfTheMergedFolder()
    {
        using MergedFolder folder = Build();
        foreach (string listed in (string[])["data", "untouched"])
        {
            GameResult expected = Run(folder.Merged, "pending", ["-", "pending", listed]);
            GameResult seen = Run(folder.Game, "pending", [WinePrefix.ToWindows(PublishedArtifacts.Library), "pending", listed]);
            Assert.True(expected.ExitCode == 0, expected.ToString());
            Assert.True(expected.Text == seen.Text, $"{expected.Text}\n--- with the VFS\n{seen}");
            Assert.Contains("a.txt", seen.Text, StringComparison.Ordinal);
            // The call was pending, on the VFS's way, too.
            Assert.All((GameResult[])[expected, seen], result => Assert.True(Number(result.Errors, "put off:") >= 4, result.ToString()));
        }
    }

    /// <summary>
    /// If threads can't be suspended, or their position can't be queried, no function's entry is changed, and the report says so. Wine's
    /// stubs require suspended threads.
    /// </summary>
    [RealProcessTheory]
    [InlineData("suspend")]
    [InlineData("getcontext")]
    public void WhereThreadsCannotBeStoppedNothingIsHookedAndTheReportSaysWhy(string rule)
    {
        using MergedFolder folder = Build();
        GameResult result = Run(folder.Game, rule, [WinePrefix.ToWindows(PublishedArtifacts.Library), "threads", @"data\a.txt"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        if (!WinePrefix.IsNeeded && result.Text.Contains("the mod's a", StringComparison.Ordinal))
            return; // Stubs with padding: no thread has to be suspended.
        Assert.Contains("game a", result.Text, StringComparison.Ordinal);
        Assert.True(Number(result.Errors, "refused:") > 0, result.ToString());
        string logs = string.Concat(Directory.GetFiles(Path.Combine(folder.Game, "rvfs", "logs")).Select(File.ReadAllText));
        // In 32 bits a stub whose first instruction is aligned needs no thread to be stopped.
        Assert.Contains($"{(Width.Is32Bit ? "RtlExitUserProcess" : "NtClose")} could not be hooked: a thread can't be stopped or moved",
            logs.Replace("\\u0027", "'", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    private static MergedFolder Build()
    {
        FixtureTree game = FixtureTree.Parse("game",
            "data/a.txt = game a\ndata/b.txt = game b\nuntouched/a.txt = game\nuntouched/c.txt = game\nother/b.txt = behind the link");
        FixtureTree mod = FixtureTree.Parse("mod", "data/a.txt = the mod's a\ndata/only.txt = only a mod has it\ndata/sub/deep.txt = deep");
        return MergedFolder.Build(game, [mod], (NativePrograms.Get("enforced.exe"), "enforced.exe"),
            (NativePrograms.Get("enforcing.dll"), "enforcing.dll"));
    }

    private static GameResult Run(string folder, string rules, string[] arguments) =>
        GameProcess.Run(Path.Combine(folder, "enforced.exe"), arguments,
            new GameOptions { Environment = new Dictionary<string, string?> { ["RVFS_TEST_ENFORCE"] = rules } });

    private static int Number(string text, string label)
    {
        string rest = text[(text.IndexOf(label, StringComparison.Ordinal) + label.Length)..].TrimStart();
        return int.Parse(rest[..rest.IndexOfAny([',', '\r', '\n'])], System.Globalization.CultureInfo.InvariantCulture);
    }
}
