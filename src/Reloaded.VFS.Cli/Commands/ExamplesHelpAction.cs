using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Commands;

/// <summary>The usual help text with the command's examples below it.</summary>
internal sealed class ExamplesHelpAction(HelpAction usual) : SynchronousCommandLineAction
{
    /// <inheritdoc/>
    public override bool ClearsParseErrors => true;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        TextWriter output = parseResult.InvocationConfiguration.Output;
        StringWriter text = new();
        parseResult.InvocationConfiguration.Output = text;
        int code = usual.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output = output;
        // The usual line puts options last, where they would be the game's.
        string help = text.ToString().Replace("doctor [<GAME.EXE>...] [options]", "doctor [options] [GAME.EXE]", StringComparison.Ordinal);
        foreach (string name in (string[])["run", "profile", "bisect"])
        {
            help = help.Replace($"{name} <GAME.EXE>... [options]", $"{name} [options] GAME.EXE [ARGS...]", StringComparison.Ordinal)
                .Replace($"{name} <GAME.EXE [ARGS...]>", $"{name} <GAME.EXE>          ", StringComparison.Ordinal);
        }

        output.Write(help);
        output.WriteLine(parseResult.CommandResult.Command switch
        {
            RootCommand => """
                Examples:
                  rvfs run game.exe               Play with the mods in rvfs/mods beside game.exe
                  rvfs conflicts --game game.exe  Which mods change the same files, and who wins
                  rvfs last                       What happened at the last start
                On Windows you can also drop game.exe on rvfs.exe.
                """,
            CommandWithExamples command => command.Examples,
            _ => "",
        });
        return code;
    }
}
