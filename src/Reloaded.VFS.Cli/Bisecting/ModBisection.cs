using System.Diagnostics;

namespace Reloaded.VFS.Cli.Bisecting;

/// <summary>A search by bisection for the one bad mod among many.</summary>
/// <remarks>
/// A start with half of the suspects is reported as good or bad, and the search continues in the half that must contain the bad mod; in the
/// end, one start with the remaining mod alone proves it. For <c>n</c> mods this takes at most one start more than the binary logarithm of
/// <c>n</c>, rounded up.
/// </remarks>
/// <param name="mods">The mods in their order.</param>
internal sealed class ModBisection(IReadOnlyList<string> mods)
{
    private IReadOnlyList<string> _suspects = mods;
    private bool? _proved;

    /// <summary>Gets the mods that may be the bad one.</summary>
    public IReadOnlyList<string> Suspects => _suspects;

    /// <summary>Gets the mods for the next start. Empty if nothing is left to find out.</summary>
    public IReadOnlyList<string> Next => _suspects.Count > 1 ? [.. _suspects.Take(_suspects.Count / 2)] : _proved is null ? _suspects : [];

    /// <summary>Gets the bad mod once a start with it alone was bad; null before that, and if that start was good.</summary>
    public string? Found => _proved == true ? _suspects[0] : null;

    /// <summary>Gets the maximum number of starts that are still needed.</summary>
    public int MostStartsLeft => _proved is not null ? 0 : 1 + (int)Math.Ceiling(Math.Log2(Math.Max(1, _suspects.Count)));

    /// <summary>Records the result of the start with <see cref="Next"/>.</summary>
    public void Mark(bool bad)
    {
        if (_suspects.Count == 1)
            _proved = bad;
        else
            _suspects = bad ? Next : [.. _suspects.Skip(_suspects.Count / 2)];
    }
}

/// <summary>A writer of an order for a trial: all mods keep their places, and those that the trial omits are switched off.</summary>
internal static class BisectOrder
{
    /// <summary>Writes the file.</summary>
    /// <param name="all">Every mod of the mods folder, in order.</param>
    /// <param name="active">The mods that are in the trial.</param>
    public static void Write(string file, IEnumerable<string> all, IReadOnlyCollection<string> active) =>
        File.WriteAllLines(file, all.Select(name => (active.Contains(name) ? "" : "-") + (name[0] is '-' or '#' ? "\\" : "") + name));
}

/// <summary>The judge of a trial: the game's own exit code, a command's, or the user.</summary>
internal abstract class BisectOracle
{
    /// <summary>Determines whether the trial was bad.</summary>
    /// <param name="exitCode">The exit code of the game, as <c>rvfs run</c> returns it.</param>
    /// <exception cref="CliException">There is no answer.</exception>
    public abstract bool IsBad(int exitCode);

    /// <summary>Returns an oracle that uses the game's exit code: 0 is good.</summary>
    public static BisectOracle OfExitCode() => new ExitCodeOracle();

    /// <summary>
    /// Returns an oracle that uses a command's exit code: 0 is good. The system's shell runs the command, with the game's exit code in
    /// <c>RVFS_EXIT_CODE</c>.
    /// </summary>
    public static BisectOracle OfCommand(string command) => new CommandOracle(command);

    /// <summary>Returns an oracle that asks the user, who reads and writes these streams.</summary>
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
            // The shell's exit codes for a command that doesn't exist or can't be run don't say anything about the game.
            return process.ExitCode is 126 or 127 or 9009
                ? throw new CliException($"'{command}' couldn't be run.", "Name a command whose exit code is 0 when all was well.")
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
                        throw new CliException("The question whether it was good or bad wasn't answered.",
                            "Answer g or b, or use --exit-code or --judge COMMAND.");
                }
            }
        }
    }
}
