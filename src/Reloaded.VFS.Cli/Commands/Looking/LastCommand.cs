using System.Text.Json;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs last</c>, which shows what happened at the last start.</summary>
internal static class LastCommand
{
    private const string Examples = """
        Examples:
          rvfs last                     The game in this folder, else the last start of any game
          rvfs last game.exe            The last start of this game
          rvfs last --all               With every mod and every hook
          rvfs last --json > bug.json   All of it, for a bug report
        """;

    public static Command Create()
    {
        Argument<string?> game = Syntax.Optional("GAME",
            GameArguments.GameDescription + ". Default: the one in this folder, else the last start of any game");
        Option<bool> json = Syntax.Flag("--json", "Print the whole report as JSON");
        Option<bool> all = Syntax.Flag("--all", "Show all of the report: places, mods, hooks");
        CommandWithExamples command = new(Examples, "last", "Show what happened at the last start: mods, files, errors.") { game, all, json };
        command.SetAction(result => Show(result.GetValue(game) ?? GameOption.Of(result), result.GetValue(all), result.GetValue(json),
            result.InvocationConfiguration.Output));
        return command;
    }

    private static int Show(string? game, bool all, bool json, TextWriter output)
    {
        string? file = Find(game);
        if (file is null)
        {
            Messages.Error(game is null ? "no game has been started with mods yet." : $"'{game}' hasn't been started with mods yet.",
                "rvfs run GAME starts a game.");
            return ExitCodes.NothingFound;
        }

        try
        {
            StartReport report = StartReportFile.Read(file);
            StartReport own = WithHostPaths(report);
            WrittenFiles? written = FindWritten(game, own);
            if (json)
            {
                output.WriteLine(ToJson(report, written, own.Exit is null && own.Game is { } program && RunningGame.IsRunning(program)));
                return ExitCodes.Ok;
            }

            report = own;
            output.Write(all ? StartReportText.Render(report) : StartReportText.RenderBrief(report));
            written?.Write(output);
            output.WriteLine(all ? $"\nReport: {file}" : $"Report     {file}");
            if (!all)
                output.WriteLine("More of it: rvfs last --all");
            return ExitCodes.Ok;
        }
        catch (InvalidDataException e)
        {
            throw new CliException($"'{file}': {ErrorCause.Of(e)}.", "Delete the file; the next start writes a new one.");
        }
    }

    /// <summary>Returns the files that the last run has written, or null if it wasn't recorded.</summary>
    /// <param name="game">The game that was named, or null.</param>
    /// <param name="report">The report, with paths of this system.</param>
    private static WrittenFiles? FindWritten(string? game, StartReport report)
    {
        try
        {
            string folder = game is not null ? NamedGame.Find(game).Folder
                : report.Targets.FirstOrDefault(Directory.Exists) is { } target ? GameFolders.Of(target)
                : Environment.CurrentDirectory;
            return WrittenFiles.Find(HostConfiguration.Read(folder, new RunOptions { Game = "" }, []));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CliException)
        {
            // The report is what was asked for.
            return null;
        }
    }

    private static string? Find(string? game)
    {
        if (game is null)
        {
            string here = Environment.CurrentDirectory;
            return ReportFiles.FindLast(here) ?? (GameFolders.FindFrom(here) is { } above ? ReportFiles.FindLast(above) : null)
                ?? ReportFiles.FindRemembered();
        }

        NamedGame named = NamedGame.Find(game);
        return (named.Program is { } program ? ReportFiles.FindLast(Path.GetDirectoryName(program)!) : null)
            ?? ReportFiles.FindLast(named.Folder);
    }

    /// <summary>
    /// Returns a report as JSON, in the form of its file. Before its keys come the number of the answer's format, what was written, and
    /// whether the game runs at present.
    /// </summary>
    private static string ToJson(StartReport report, WrittenFiles? written, bool isRunning)
    {
        string text = Encoding.UTF8.GetString(StartReportFile.ToJson(report));
        string files = written is null ? "null"
            : JsonSerializer.Serialize(WrittenByOutput.Of(written), OutputJson.Context.WrittenByOutput).ReplaceLineEndings("\n  ");
        string runs = isRunning ? "true" : "false";
        return $"{{\n  \"format\": {Answer.CurrentFormat},\n  \"written\": {files},\n  \"isRunning\": {runs},"
            + text[(text.IndexOf('{', StringComparison.Ordinal) + 1)..];
    }

    /// <summary>Returns a report of a game under Wine with Linux paths, if the prefix has the drives.</summary>
    private static StartReport WithHostPaths(StartReport report)
    {
        if (OperatingSystem.IsWindows() || report.Game is not { } game || !ConfigurationPath.IsWindowsAbsolute(game))
            return report;
        var paths = new WinePaths(WineInstallation.FindPrefix());
        // A prefix of Proton's has other drives; a path that leads nowhere says more as it is.
        string? Host(string? path) => path is not null && ConfigurationPath.IsWindowsAbsolute(path) && paths.ToLinux(path) is { } found
            && Path.Exists(found) ? found : path;
        return report with
        {
            Game = Host(report.Game),
            ModsFolder = Host(report.ModsFolder),
            Targets = [.. report.Targets.Select(target => Host(target)!)],
            Diagnostics = [.. report.Diagnostics.Select(diagnostic => diagnostic with { File = Host(diagnostic.File) })],
        };
    }
}
