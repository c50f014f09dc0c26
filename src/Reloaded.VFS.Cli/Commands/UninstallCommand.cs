using System.CommandLine;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs uninstall</c>: a game's folder as it was before <c>rvfs install</c>.</summary>
internal static class UninstallCommand
{
    /// <summary>Shown below the help.</summary>
    public const string Examples = """
        Takes away what rvfs install has put beside GAME.EXE, and says whether the folder is as it was.
        Mods, rvfs.json and files that have changed since stay.

        Example:
          rvfs uninstall game.exe
        """;

    /// <summary>Makes the command.</summary>
    public static Command Create()
    {
        Argument<string> game = InstallCommand.GameOf();
        Command command = new("uninstall", "Take away what rvfs install has put beside a game.") { game };
        command.SetAction(result =>
            new Removal(result.InvocationConfiguration.Output).Uninstall(InstallCommand.Find(result.GetValue(game)!))
                ? ExitCodes.Ok
                : ExitCodes.Failed);
        return command;
    }
}
