using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Reloaded.VFS.Cli.Commands.Looking;

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
        string examples = parseResult.CommandResult.Command switch
        {
            RootCommand => """
                Examples:
                  rvfs run game.exe               Play with the mods in rvfs/mods beside game.exe
                  rvfs conflicts --game game.exe  Which mods change the same files, and who wins
                  rvfs last                       What happened at the last start
                On Windows you can also drop game.exe on rvfs.exe.
                """,
            { Name: "run" } => RunCommand.Examples,
            { Name: "add" } => AddCommand.Examples,
            { Name: "refresh" } => RefreshCommand.Examples,
            { Name: "ls" } => LsCommand.Examples,
            { Name: "which" } => WhichCommand.Examples,
            { Name: "conflicts" } => ConflictsCommand.Examples,
            { Name: "mods" } => ModsCommand.Examples,
            { Name: "set" } => SetCommand.Examples,
            { Name: "order" } => OrderCommand.Examples,
            { Name: "prefer" } => PreferCommand.Examples,
            { Name: "overwrite" } => OverwriteCommand.Examples,
            { Name: "deleted" } => DeletedCommand.Examples,
            { Name: "undo" } => UndoCommand.Examples,
            { Name: "init" } => InitCommand.Examples,
            { Name: "last" } => LastCommand.Examples,
            { Name: "monitor" } => MonitorCommand.Examples,
            { Name: "profile" } => ProfileCommand.Examples,
            { Name: "bisect" } => BisectCommand.Examples,
            { Name: "doctor" } => DoctorCommand.Examples,
            { Name: "install" } => InstallCommand.Examples,
            { Name: "uninstall" } => UninstallCommand.Examples,
            _ => "",
        };
        output.WriteLine(examples);
        return code;
    }
}
