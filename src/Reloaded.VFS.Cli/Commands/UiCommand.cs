using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs ui</c>, which opens a page in the browser with what the commands show and do for one game.</summary>
internal static class UiCommand
{
    private const string Examples = """
        The page is for the browser that it opens in, on this machine alone. It ends some time after its last tab is closed.

        Examples:
          rvfs ui                       The game in this folder
          rvfs ui --game "Elden Ring"
          rvfs ui --no-browser          Prints the address, which is good once, for a minute
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Option<bool> quiet = Syntax.Flag("--no-browser", "Print the address, and open no browser");
        Option<double?> patience = Syntax.Number("--seconds", "N", "End when no tab has been open for N seconds. Default: 60");
        CommandWithExamples command = new(Examples, "ui", "Manage the mods of a game on a page in the browser.") { quiet, patience };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            List<string> words = [$"browser={(result.GetValue(quiet) ? "no" : "yes")}"];
            if (result.GetValue(patience) is { } seconds)
                words.Add($"patience={seconds}");
            return UiProgram.Run(question, result, words);
        });
        return command;
    }
}

/// <summary>The program that serves the page, which lies beside the launcher.</summary>
internal static class UiProgram
{
    /// <summary>Runs the program for the game that a command line names.</summary>
    /// <param name="question">The options that select the game.</param>
    /// <param name="words">Further words for the program.</param>
    /// <returns>The program's exit code. On Linux the program replaces this process, and this method doesn't return.</returns>
    /// <exception cref="CliException">There is no such game, or the program isn't there.</exception>
    public static int Run(GameQuestion question, ParseResult result, IEnumerable<string> words)
    {
        if (WineFunctions.IsWine)
            throw new CliException("Under Wine there is no page.", "Use rvfs of Linux.");
        question.ConfigureAndReport(result, out string folder);
        string launcher = Environment.ProcessPath!;
        string program = Path.Combine(Path.GetDirectoryName(launcher)!, OperatingSystem.IsWindows() ? "rvfs-ui.exe" : "rvfs-ui");
        if (!File.Exists(program))
            throw new CliException($"There is no '{program}'.", "It comes with rvfs: unpack all of the release.");
        // A folder that --target names alone needn't look like a game's.
        string game = GameOption.Of(result) is { } named ? NamedGame.Find(named) is { Program: { } own } ? own : folder
            : question.Words(result).Count > 0 ? "" : folder;
        string[] all =
        [
            program, $"launcher={launcher}", $"game={game}", $"folder={folder}",
            .. question.SetOf(result) is { } set ? [$"set={set}"] : Array.Empty<string>(),
            .. question.Words(result).Select(word => $"option={word}"), .. words,
        ];
        if (OperatingSystem.IsLinux())
            throw UnixProcess.Replace([.. all.Select(UnixProcess.ToWord)]);
        using Process process = Process.Start(new ProcessStartInfo(program, all[1..]) { UseShellExecute = false })!;
        process.WaitForExit();
        return process.ExitCode;
    }
}

/// <summary><c>rvfs report</c>, which writes the page of <c>rvfs ui</c> as one file.</summary>
internal static class ReportCommand
{
    private const string Examples = """
        The file needs nothing else to be looked at: the mods, the game's folder as the game sees it, who wins over whom, the last start. It
        has no file of the game or of a mod. Your folder is '~' in it; other paths are as they are.

        Examples:
          rvfs report --html report.html
          rvfs report --html report.html --game game.exe
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Option<string?> html = Syntax.Text("--html", "FILE", "The file to write, a page for a browser");
        CommandWithExamples command = new(Examples, "report", "Write the mods, the tree and the conflicts as a page for a browser.") { html };
        question.AddTo(command, json: false);
        command.SetAction(result => UiProgram.Run(question, result, result.GetValue(html) is { } file
            ? [$"report={Path.GetFullPath(file)}"]
            : throw new CliException("The file is missing.", "rvfs report --html FILE writes a page.")));
        return command;
    }
}
