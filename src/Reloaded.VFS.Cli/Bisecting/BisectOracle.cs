using System.Diagnostics;
using System.Globalization;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Bisecting;

/// <summary>Says whether a trial was bad: the game's own exit code, a command's, or the user.</summary>
internal abstract class BisectOracle
{
    /// <summary>Whether the trial was bad.</summary>
    /// <param name="exitCode">How the game ended, as <c>rvfs run</c> returns it.</param>
    /// <exception cref="CliException">There is no answer.</exception>
    public abstract bool IsBad(int exitCode);

    /// <summary>The game's exit code: 0 is good.</summary>
    public static BisectOracle OfExitCode() => new ExitCodeOracle();

    /// <summary>A command's exit code: 0 is good. The system's shell runs it; the game's exit code is in <c>RVFS_EXIT_CODE</c>.</summary>
    public static BisectOracle OfCommand(string command) => new CommandOracle(command);

    /// <summary>Whoever reads and writes these.</summary>
    public static BisectOracle OfUser(TextReader input, TextWriter output) => new UserOracle(input, output);

    private sealed class ExitCodeOracle : BisectOracle
    {
        public override bool IsBad(int exitCode) => exitCode != 0;
    }

    private sealed class CommandOracle(string command) : BisectOracle
    {
        public override bool IsBad(int exitCode)
        {
            ProcessStartInfo start = OperatingSystem.IsWindows()
                ? new(Path.Combine(Environment.SystemDirectory, "cmd.exe")) { Arguments = $"/d /s /c \"{command}\"" }
                : new("/bin/sh", ["-c", command]);
            start.UseShellExecute = false;
            start.Environment["RVFS_EXIT_CODE"] = exitCode.ToString(CultureInfo.InvariantCulture);
            using Process process = Process.Start(start)!;
            process.WaitForExit();
            // What a shell says of a command that isn't there or can't be run: no answer about the game.
            return process.ExitCode is 126 or 127 or 9009
                ? throw new CliException(ExitCodes.Failed, $"'{command}' couldn't be run.",
                    "Name a command whose exit code is 0 when all was well.")
                : process.ExitCode != 0;
        }
    }

    private sealed class UserOracle(TextReader input, TextWriter output) : BisectOracle
    {
        public override bool IsBad(int exitCode)
        {
            while (true)
            {
                output.Write("Was it good or bad? [g/b] ");
                output.Flush();
                switch (input.ReadLine()?.Trim().ToUpperInvariant())
                {
                    case "G" or "GOOD":
                        return false;
                    case "B" or "BAD":
                        return true;
                    case null:
                        throw new CliException(ExitCodes.Failed, "There is no answer whether it was good or bad.",
                            "Answer g or b, or judge by --exit-code or --judge COMMAND.");
                }
            }
        }
    }
}
