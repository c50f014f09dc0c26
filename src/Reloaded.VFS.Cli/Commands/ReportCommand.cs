using System.CommandLine;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs report</c>, which writes what the page of <c>rvfs ui</c> shows to one file.</summary>
internal static class ReportCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        The file needs nothing else to be looked at: the mods, the game's folder as the game sees it, who wins over whom, the last start. It
        has no file of the game or of a mod. Your folder is '~' in it; other paths are as they are.

        Examples:
          rvfs report --html report.html
          rvfs report --html report.html --game game.exe
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        Option<string?> html = new("--html") { HelpName = "FILE", Description = "The file to write, a page for a browser" };
        CommandWithExamples command = new(Examples, "report", "Write the mods, the tree and the conflicts as a page for a browser.") { html };
        question.AddTo(command, json: false);
        command.SetAction(result => UiProgram.Run(question, result, result.GetValue(html) is { } file
            ? [$"report={Path.GetFullPath(file)}"]
            : throw new CliException(ExitCodes.Failed, "The file is missing.", "rvfs report --html FILE writes a page.")));
        return command;
    }
}
