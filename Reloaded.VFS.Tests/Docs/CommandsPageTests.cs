using System.CommandLine;
using System.Reflection;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that docs/cli.md has every command, option, exit code and variable of the code.</summary>
public sealed partial class CommandsPageTests
{
    // Read by rvfs's own processes and by tests.
    private static readonly string[] s_internal =
        ["RVFS_COMPILED_METHODS", "RVFS_EXIT_CODE", "RVFS_NOTIFY_WAITS", "RVFS_NTDLL_STAND_IN", "RVFS_NTDLL_SUPPLEMENT", "RVFS_PROVE_LOOKUPS"];

    private static readonly string s_docs = Path.Combine(RepositoryFolders.Root, "docs");

    private static readonly string s_page = File.ReadAllText(Path.Combine(s_docs, "cli.md"));

    [Fact]
    public void EveryCommandAndItsSubcommandsAreNamed() => Assert.Empty(All(Application.CreateRoot([], dropped: false), "rvfs")
        .Where(one => !one.Command.Hidden && !Names(s_page, one.Line)).Select(one => one.Line));

    /// <summary>A command that has a page of its own may have its options there.</summary>
    [Fact]
    public void EveryOptionIsExplained()
    {
        string[] pages = [.. Directory.GetFiles(s_docs, "*.md").Select(File.ReadAllText)];
        (string Line, string Name)[] unexplained = [.. All(Application.CreateRoot([], dropped: false), "rvfs").Where(one => !one.Command.Hidden)
            .SelectMany(one => one.Command.Options.Where(option => !option.Hidden).Select(option => (one.Line, option.Name)))
            .Where(option => !pages.Any(page => Names(page, option.Line) && Names(page, option.Name)))];
        Assert.Empty(unexplained);
    }

    [Fact]
    public void TheExitCodesAreTheCodes() => Assert.Equal(
        typeof(ExitCodes).GetFields(BindingFlags.Public | BindingFlags.Static).Where(field => field.IsLiteral)
            .Select(field => (int)field.GetRawConstantValue()!).Order(),
        Code().Matches(s_page).Select(match => int.Parse(match.Groups[1].Value)));

    [Fact]
    public void TheVariablesAreTheCodes()
    {
        string[] read = [.. Directory.EnumerateFiles(Path.Combine(RepositoryFolders.Root, "src"), "*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".cs" or ".c" && !file.Split(Path.DirectorySeparatorChar).Contains("obj"))
            .SelectMany(file => Quoted().Matches(File.ReadAllText(file)).Select(match => match.Groups[1].Value)).Distinct()];
        Assert.Empty(s_internal.Except(read));
        Assert.Equal(read.Except(s_internal).Order(StringComparer.Ordinal),
            Variable().Matches(s_page).Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));
    }

    private static bool Names(string page, string words) => Regex.IsMatch(page, $@"(?<![\w-]){Regex.Escape(words)}(?![\w-])");

    private static IEnumerable<(Command Command, string Line)> All(Command above, string line) => above.Subcommands.SelectMany(command =>
        All(command, $"{line} {command.Name}").Prepend((command, $"{line} {command.Name}")));

    [GeneratedRegex(@"^\| (\d+) \|", RegexOptions.Multiline)]
    private static partial Regex Code();

    [GeneratedRegex("\"(RVFS_[A-Z0-9_]+)\"")]
    private static partial Regex Quoted();

    [GeneratedRegex(@"^\| `(RVFS_[A-Z0-9_]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Variable();
}
