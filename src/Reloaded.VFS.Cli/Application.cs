using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Reloaded.VFS.Cli.Commands;
using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Commands.Playing;
using Reloaded.VFS.Cli.Commands.Repairing;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli;

/// <summary>The command line as a whole.</summary>
internal static class Application
{
    internal static readonly string[] Names =
        ["run", "games", "init", "install", "uninstall", "shortcut", "ui", "add", "remove", "import", "export", "refresh", "mods", "set",
        "order", "prefer", "ls", "which", "conflicts", "last", "monitor", "profile", "bisect", "doctor", "selftest", "bugreport", "report",
        "overwrite", "deleted", "undo", "materialise", "help", "version", "completion", CompletionCommand.Asked];

    /// <summary>Executes the command that <paramref name="arguments"/> specify. Errors go to stderr in plain words.</summary>
    /// <returns>The process's exit code.</returns>
    public static int Run(string[] arguments)
    {
        ExitFile.Begin(arguments);
        MeantCommand.Names = [.. Names.Where(name => name != CompletionCommand.Asked)];
        if (WineFunctions.IsWine)
        {
            DiskRemoval.FindReal = static path => HostPlaces.Find(path)?.Real;
            Messages.ToLinux = WineFunctions.GetUnixFileName;
        }

        bool dropped = IsGameAlone(arguments);
        int code = Invoke(dropped ? ["run", .. arguments] : arguments, arguments, dropped);
        if (OperatingSystem.IsWindows() && (dropped || arguments.Length == 0))
            OwnConsole.HoldOpenIfFailed(code);
        return code;
    }

    /// <summary>Creates the commands, also for tests.</summary>
    /// <param name="originalArguments">The arguments with which this process was started.</param>
    /// <param name="dropped">True if the game was given alone, as Explorer does when a file is dropped on rvfs.exe.</param>
    public static RootCommand CreateRoot(string[] originalArguments, bool dropped)
    {
        RootCommand root = new("Reloaded VFS: runs a game with its mods. No file of the game is changed.")
        {
            RunCommand.Create(originalArguments, dropped),
            GamesCommand.Create(),
            InitCommand.Create(),
            InstallCommand.Create(),
            UninstallCommand.Create(),
            ShortcutCommand.Create(),
            UiCommand.Create(),
            AddCommand.Create(),
            RemoveCommand.Create(),
            ImportCommand.Create(),
            ExportCommand.Create(),
            RefreshCommand.Create(),
            ModsCommand.Create(),
            SetCommand.Create(),
            OrderCommand.Create(),
            PreferCommand.Create(),
            LsCommand.Create(),
            WhichCommand.Create(),
            ConflictsCommand.Create(),
            LastCommand.Create(),
            MonitorCommand.Create(),
            ProfileCommand.Create(originalArguments),
            BisectCommand.Create(originalArguments),
            DoctorCommand.Create(),
            SelfTestCommand.Create(),
            BugReportCommand.Create(),
            ReportCommand.Create(),
            OverwriteCommand.Create(),
            DeletedCommand.Create(),
            UndoCommand.Create(),
            MaterialiseCommand.Create(),
            HelpCommand.Create(),
            VersionCommand.Create(),
            CompletionCommand.Create(),
            CompletionCommand.CreateAsked(),
        };
        foreach (Option option in root.Options)
        {
            if (option is HelpOption help)
            {
                help.Action = new ExamplesHelpAction();
                help.Description = "Show this help";
            }
            else if (option is VersionOption)
            {
                option.Aliases.Add("-V");
                option.Description = "Show the version";
                option.Action = new VersionAction();
            }
        }

        root.Options.Add(new GameOption());

        return root;
    }

    private static int Invoke(string[] arguments, string[] originalArguments, bool dropped)
    {
        try
        {
            RootCommand root = CreateRoot(originalArguments, dropped);
            // "@file" and "-abc" are names like any other.
            ParseResult result = root.Parse(arguments,
                new ParserConfiguration { ResponseFileTokenReplacer = null, EnablePosixBundling = false });
            if (arguments.Length == 0)
            {
                root.Parse(["--help"]).Invoke();
                return ExitCodes.Failed;
            }

            bool isHelp = result.Action is ExamplesHelpAction;
            if (!isHelp && UsageErrors.FindUnknownOption(result) is { } option && !IsEarly(option, result))
                throw UsageErrors.NoOption(option, result.CommandResult.Command);
            if (result.Errors.Count > 0 && result.Action is ParseErrorAction)
                return ShowErrors(result);
            if (FindIdle(result) is { } idle)
                throw new CliException($"'{idle}' isn't an option of{Words(result)}", $"rvfs{Words(result)} --help shows those that are.");
            using WrappedOutput? answers = !isHelp && !IsForPrograms(result) && TerminalSize.ForAnswers is { } width
                ? new(Console.Out, width)
                : null;
            return result.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = answers ?? Console.Out });
        }
        catch (DeclinedException e)
        {
            Messages.Say(e.OwnText + (e.Cure is null ? "" : " " + e.Cure));
            return e.ExitCode;
        }
        catch (CliException e)
        {
            Messages.Error(e.OwnText.TrimEnd('.') + ".", e.Cure);
            return e.ExitCode;
        }
        catch (Exception e)
        {
            string what = ErrorCause.PathOf(e) is { } place ? $"'{place}'" : "rvfs has failed";
            Messages.Error($"{what}: {UnexpectedError.Describe(e)}.", e is UnauthorizedAccessException
                ? "Give your user the right to it, or run rvfs as the user whose it is."
                : null);
            return ExitCodes.Failed;
        }
    }

    /// <summary>Determines whether other programs read the answer: JSON, and what shells run.</summary>
    private static bool IsForPrograms(ParseResult result) => result.CommandResult.Command.Name is "completion" or CompletionCommand.Asked
        || result.CommandResult.Children.OfType<OptionResult>().Any(option => option is { Implicit: false, Option.Name: "--json" });

    private static int ShowErrors(ParseResult result)
    {
        // "A command is missing" is said of every unknown word, too.
        string[] unknown = [.. result.UnmatchedTokens.Take(1)];
        if (unknown is [var word] && result.CommandResult.Command is RootCommand)
            Messages.Error($"There is no command '{word}'.", MeantCommand.Find(word) is { } near ? $"Did you mean '{near}'?" : null);
        else if (unknown is [var early] && IsEarly(early, result))
            Messages.Error($"'{early}' stands too early.", $"Put it behind '{result.CommandResult.Command.Name}'.");
        else
            UsageErrors.Of(result).ToList().ForEach(error => Messages.Error(error));
        Console.Error.WriteLine($"      rvfs{Words(result)} --help shows how to use it.");
        return ExitCodes.Failed;
    }

    /// <summary>Determines whether a word is an option of the command that is named behind it.</summary>
    private static bool IsEarly(string word, ParseResult result) =>
        result.CommandResult.Command.Options.Any(option => option.Name == word);

    /// <summary>Returns the words of the requested command, each after a blank.</summary>
    private static string Words(ParseResult result)
    {
        string words = "";
        for (SymbolResult? at = result.CommandResult; at is CommandResult { Command: not RootCommand } one; at = at.Parent)
            words = $" {one.Command.Name}{words}";
        return words;
    }

    /// <summary>
    /// Finds an option before a subcommand that the subcommand doesn't have, and which would thus have no effect. Returns null if there is
    /// none.
    /// </summary>
    private static string? FindIdle(ParseResult result)
    {
        for (SymbolResult? at = result.CommandResult.Parent; at is CommandResult parent; at = at.Parent)
        {
            if (parent.Children.OfType<OptionResult>().FirstOrDefault(one => !one.Implicit && !one.Option.Recursive) is { } idle)
                return idle.IdentifierToken?.Value ?? idle.Option.Name;
        }

        return null;
    }

    /// <summary>Determines whether the command line is <c>rvfs GAME</c>: a file or a folder and no command.</summary>
    private static bool IsGameAlone(string[] arguments) =>
        arguments.Length > 0 && !arguments[0].StartsWith('-') && !Names.Contains(arguments[0])
        && (arguments[0].EndsWith(".exe", StringComparison.OrdinalIgnoreCase) || Path.Exists(arguments[0]));
}
