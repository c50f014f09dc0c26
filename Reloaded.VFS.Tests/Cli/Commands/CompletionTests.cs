using System.CommandLine;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Commands;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Commands;

/// <summary>What a shell is told that a word may be, and the manual page.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class CompletionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;

    public CompletionTests()
    {
        _user = new UserFolders(_folder);
        _folder.File("hero/game.exe");
        _folder.File("hero/rvfs/mods/Better Hero/a.txt");
        _folder.File("hero/rvfs/mods/Old/a.txt");
        _folder.File("hero/rvfs/sets/hard/order.txt");
        KnownGames.Remember(_folder.At("hero/game.exe"), _folder.At("hero"));
        Environment.CurrentDirectory = _folder.At("hero");
    }

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("bi", "bisect")]
    [InlineData("mods en", "enable")]
    [InlineData("mods enable ", "Better Hero,Old")]
    [InlineData("mods enable o", "Old")]
    [InlineData("conflicts b", "Better Hero")]
    [InlineData("set ", "hard")]
    [InlineData("mods --set ", "hard")]
    [InlineData("run --mon", "--monitor")]
    [InlineData("run --game ", "hero")]
    [InlineData("--game hero mods disable O", "Old")]
    [InlineData("run ", "hero")]
    [InlineData("run game.exe --mon", "")]
    [InlineData("help mo", "mods,monitor")]
    [InlineData("monitor --only ", "redirected,missing")]
    [InlineData("completion z", "zsh")]
    [InlineData("nonsense x", "")]
    public void AWordIsCompleted(string line, string expected)
    {
        (int code, string output, string errors) = AskedCommand.Run(["complete", "--", .. line.Split(' ')]);
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal(expected, string.Join(',', output.ReplaceLineEndings("\n").TrimEnd().Split('\n').Select(answer => answer.Split('\t')[0])));
    }

    [Fact]
    public void EveryCommandAndOptionIsCompleted()
    {
        RootCommand root = Application.CreateRoot([], dropped: false);
        foreach (Command command in root.Subcommands.Where(command => !command.Hidden))
        {
            Assert.Contains(CompletionCommand.Complete(root, [command.Name]), answer => answer == $"{command.Name}\t{command.Description}");
            if (!command.Arguments.Any(argument => argument.CaptureRemainingTokens))
                Assert.Equal(HelpText.OptionsOf(command).Select(option => option.Name).Order(StringComparer.Ordinal),
                    CompletionCommand.Complete(root, [command.Name, "-"]).Select(answer => answer.Split('\t')[0]).Order(StringComparer.Ordinal));
        }
    }

    /// <summary>bash itself, with the script that is printed and the launcher that was published.</summary>
    [LinuxTheory(Needs.Published)]
    [InlineData("rvfs bi", "bisect")]
    [InlineData("rvfs mods enable B", "Better\\ Hero")]
    [InlineData("rvfs mods enable", "enable")]
    public void BashCompletes(string line, string expected)
    {
        string script = _folder.File("rvfs.bash", AskedCommand.Run("completion", "bash").Output);
        GameResult result = GameProcess.RunCommand(["bash", "-c", """
            source "$1"; PATH="$2:$PATH"; COMP_WORDS=($3); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
            _rvfs; printf '%s\n' "${COMPREPLY[@]}"; complete -p rvfs >&2
            """, "bash", script, Path.GetDirectoryName(PublishedArtifacts.LinuxLauncher)!, line],
            new() { WorkingDirectory = _folder.At("hero") });
        Assert.Contains("complete -o default -F _rvfs rvfs", result.Errors, StringComparison.Ordinal);
        Assert.Equal(expected, result.Text.Trim());
    }

    [Theory]
    [InlineData("bash", "data/bash-completion/completions/rvfs", null)]
    [InlineData("zsh", "data/zsh/site-functions/_rvfs", "fpath")]
    [InlineData("fish", "config/fish/completions/rvfs.fish", null)]
    [InlineData("powershell", "data/rvfs/completion.ps1", "$PROFILE")]
    public void OneCommandInstallsIt(string shell, string file, string? step)
    {
        if (OperatingSystem.IsWindows())
            return;
        (int code, string output, string errors) = AskedCommand.Run("completion", shell, "--install");
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal(AskedCommand.Run("completion", shell).Output, File.ReadAllText(Path.Combine(_user.Home, file)));
        Assert.Equal(AskedCommand.Run("completion", "man").Output, File.ReadAllText(Path.Combine(_user.Home, "data/man/man1/rvfs.1")));
        Assert.Contains(Path.Combine(_user.Home, file), output, StringComparison.Ordinal);
        if (step is not null)
            Assert.Contains(step, output, StringComparison.Ordinal);
    }

    [Fact]
    public void AnUnknownShellIsRefused()
    {
        (int code, string output, string errors) = AskedCommand.Run("completion", "zhs");
        Assert.Equal((125, ""), (code, output));
        Assert.Contains("Did you mean 'zsh'?", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void TheManualPageHasEveryCommandAndOption()
    {
        RootCommand root = Application.CreateRoot([], dropped: false);
        string page = ManualPage.Render(root);
        foreach (Command command in root.Subcommands.Where(command => !command.Hidden))
        {
            Assert.Contains($"\n.SS {Escape(HelpText.Usage(command))}\n", page, StringComparison.Ordinal);
            Assert.All(command.Options.Where(option => !option.Hidden && option.Name != "--help"),
                option => Assert.Contains($"\n.B {Escape(option.Name)}", page, StringComparison.Ordinal));
        }

        // A line that begins with a dot is a macro to roff.
        string[] macros = [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".PP", ".nf", ".fi"];
        Assert.Empty(page.Split('\n').Where(line => line.StartsWith('.')).Select(line => line.Split(' ')[0]).Except(macros));
    }

    private static string Escape(string text) => text.Replace("-", "\\-", StringComparison.Ordinal);
}
