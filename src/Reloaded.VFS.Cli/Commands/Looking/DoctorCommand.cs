using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Checking.Reporting;
using Reloaded.VFS.Cli.Installing;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs doctor</c>, which shows what would stop a game and its mods here, and what to do about it.</summary>
internal static class DoctorCommand
{
    private const string Examples = """
        Nothing is changed and no game is started. The exit code is 0 where nothing is wrong, 1 where something is.

        Examples:
          rvfs doctor                     This system, and the game in this folder: can it have mods?
          rvfs doctor game.exe            The same of another game
          rvfs doctor --json game.exe     For a program
          rvfs doctor --system game.exe   All that a bug report needs, as text, without your name and folders
        """;

    public static Command Create()
    {
        Option<bool> json = Syntax.Flag("--json", "Print the findings as JSON");
        Option<bool> system = Syntax.Flag("--system",
            "Print what a bug report needs of this system (and of the game): versions, hooks, policies, other programs' DLLs");
        Option<string?> output = Syntax.Text("--out", "FILE", "With --system: write it to this file instead");
        Option<bool> probe = Syntax.HiddenFlag(HookProbe.Option);
        GameArguments common = new(isOptional: true);
        CommandWithExamples command = new(Examples, "doctor", "Say what would stop a game and its mods here, and what to do about it.")
        {
            json,
            system,
            output,
            probe,
        };
        common.AddTo(command);
        command.SetAction(result =>
        {
            if (result.GetValue(probe))
                return OperatingSystem.IsWindows() ? HookProbe.Try() : ExitCodes.Failed;
            RunOptions? options = common.TryRead(result);
            if (result.GetValue(system))
                return Report(options, result.GetValue(output), result.GetValue(json), result.InvocationConfiguration.Output);
            if (result.GetValue(output) is not null)
                throw new CliException("--out goes with --system only.");
            IReadOnlyList<Diagnostic> findings = Examination.Run(options);
            if (options is not null && !OperatingSystem.IsWindows())
                findings = [.. findings, .. InstalledOverride.Find(GameArguments.FindProgram(options).Path,
                    SystemFacts.Real.Variable(DllOverrides.Variable))];
            Show(findings, result.GetValue(json), result.InvocationConfiguration.Output, options);
            return findings.Any(f => f.Severity != Severity.Notice) ? ExitCodes.NothingFound : ExitCodes.Ok;
        });
        return command;
    }

    private static int Report(RunOptions? options, string? file, bool json, TextWriter output)
    {
        if (json)
            throw new CliException("--system is text for people; there is no JSON of it.", "Leave --json away.");
        StartedProgram? game = options is null ? null : GameArguments.FindProgram(options);
        string report = Progress.Of("looking at the system", () => SystemReport.Make(SystemFacts.Real, game));
        if (file is null)
            output.Write(report);
        else
            File.WriteAllText(file, report);
        return ExitCodes.Ok;
    }

    public static void Show(IReadOnlyList<Diagnostic> findings, bool json, TextWriter output, RunOptions? options)
    {
        if (json)
        {
            OutputJson.Write(output, new DoctorOutput(findings));
            return;
        }

        foreach (Diagnostic finding in findings.OrderByDescending(f => f.Severity))
        {
            output.WriteLine(finding with { Fix = null });
            output.WriteLine($"    {finding.Fix}");
        }

        int errors = findings.Count(f => f.IsError), warnings = findings.Count(f => f.Severity == Severity.Warning);
        string about = options is null ? "this system" : Path.GetFileName(options.Game.Replace('\\', '/'));
        output.WriteLine(errors + warnings == 0
            ? $"Nothing stands in the way of {about}."
            : $"{Counted.Of(errors, "error")}, {Counted.Of(warnings, "warning")}.");
        output.WriteLine("'rvfs selftest' tries all that a game does here, without a game.");
    }
}
