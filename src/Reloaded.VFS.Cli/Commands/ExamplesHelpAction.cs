using System.CommandLine.Invocation;

namespace Reloaded.VFS.Cli.Commands;

/// <summary>The action of <c>--help</c>: the command's help, with examples below it.</summary>
internal sealed class ExamplesHelpAction : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.Write(HelpText.Render(parseResult.CommandResult.Command, TerminalSize.ForOutput));
        return ExitCodes.Ok;
    }
}

/// <summary><c>rvfs help</c>, which shows the help of a command.</summary>
internal static class HelpCommand
{
    public static Command Create()
    {
        Argument<string[]> words = new("COMMAND") { Arity = ArgumentArity.ZeroOrMore, Description = "The command, or its words" };
        Command command = new("help", "Show how a command is used, with examples.") { words };
        command.SetAction(result =>
        {
            Command at = result.RootCommandResult.Command;
            foreach (string word in result.GetValue(words) ?? [])
                at = at.Subcommands.FirstOrDefault(one => one.Name == word)
                    ?? throw new CliException($"There is no command '{string.Join(' ', result.GetValue(words)!)}'.",
                        MeantCommand.Find(word) is { } near ? $"Did you mean '{near}'?" : "rvfs help lists the commands.");
            result.InvocationConfiguration.Output.Write(HelpText.Render(at, TerminalSize.ForOutput));
        });
        return command;
    }
}

/// <summary>The action of <c>--version</c>.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.WriteLine(CliVersion.Whole);
        return ExitCodes.Ok;
    }
}

/// <summary><c>rvfs version</c>, which shows the version as <c>--version</c> does.</summary>
internal static class VersionCommand
{
    public static Command Create()
    {
        Command command = new("version", "Show the version.");
        command.Action = new VersionAction();
        return command;
    }
}
