using System.CommandLine;
using System.Text;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs last</c>, which shows what happened at the last start.</summary>
internal static class LastCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        Examples:
          rvfs last                     The game in this folder, else the last start of any game
          rvfs last game.exe            The last start of this game
          rvfs last --json > bug.json   All of it, for a bug report
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        Argument<string?> game = new("GAME")
        {
            Arity = ArgumentArity.ZeroOrOne,
            Description = "The game's .exe or its folder. Default: the current folder, else the last start of any game",
        };
        Option<bool> json = new("--json") { Arity = ArgumentArity.Zero, Description = "Print the whole report as JSON" };
        CommandWithExamples command = new(Examples, "last", "Show what happened at the last start: mods, files, errors.") { game, json };
        command.SetAction(result => Show(result.GetValue(game), result.GetValue(json), result.InvocationConfiguration.Output));
        return command;
    }

    private static int Show(string? game, bool json, TextWriter output)
    {
        string? file = Find(game);
        if (file is null)
        {
            Messages.Error(game is null ? "no game has been started with mods yet." : $"'{game}' hasn't been started with mods yet.",
                "rvfs run GAME.EXE starts a game.");
            return ExitCodes.NothingFound;
        }

        try
        {
            StartReport report = StartReportFile.Read(file);
            output.Write(
                json ? Encoding.UTF8.GetString(StartReportFile.ToJson(report)) + Environment.NewLine : StartReportText.Render(report));
            if (!json)
            {
                ShowWritten(game, output);
                output.WriteLine($"{Environment.NewLine}Report: {file}");
            }

            return ExitCodes.Ok;
        }
        catch (InvalidDataException e)
        {
            throw new CliException(ExitCodes.Failed, $"'{file}': {ErrorCause.Of(e)}.", "Delete the file; the next start writes a new one.");
        }
    }

    /// <summary>Shows what the last run has written, if it was recorded.</summary>
    private static void ShowWritten(string? game, TextWriter output)
    {
        try
        {
            string folder = game is null ? Environment.CurrentDirectory
                : Path.GetFullPath(game) is var path && Directory.Exists(path) ? path : GameFile.FindFolder(game);
            WrittenFiles.Write(output, HostConfiguration.Read(folder, new RunOptions { Game = "" }, []));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CliException)
        {
            // The report is what was asked for.
        }
    }

    private static string? Find(string? game)
    {
        if (game is null)
            return ReportFiles.FindLast(Environment.CurrentDirectory) ?? ReportFiles.FindRemembered();
        string path = Path.GetFullPath(game);
        return ReportFiles.FindLast(Directory.Exists(path) ? path : GameFile.FindFolder(game));
    }
}
