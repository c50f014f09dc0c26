using System.CommandLine;
using System.Text.Json;
using Reloaded.VFS.Cli.Diagnosing;
using Reloaded.VFS.Cli.Running;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs doctor</c>: what would stop a game and its mods here, and what to do about it.</summary>
internal static class DoctorCommand
{
    /// <summary>Shown below the help.</summary>
    public const string Examples = """
        Nothing is changed and nothing is started. The exit code is 0 where nothing is wrong, 1 where something is.

        Examples:
          rvfs doctor                   This system: is there a Wine that can run games?
          rvfs doctor game.exe          The game and its mods, too
          rvfs doctor --json game.exe   For a program
        """;

    /// <summary>Makes the command.</summary>
    public static Command Create()
    {
        Option<bool> json = new("--json") { Arity = ArgumentArity.Zero, Description = "Print the findings as JSON" };
        GameArguments common = new(isOptional: true);
        Command command = new("doctor", "Say what would stop a game and its mods here, and what to do about it.") { json };
        common.AddTo(command);
        command.SetAction(result =>
        {
            RunOptions? options = common.TryRead(result);
            IReadOnlyList<Diagnostic> findings = Examination.Run(options);
            Show(findings, result.GetValue(json), result.InvocationConfiguration.Output, options);
            return findings.Any(f => f.Severity != Severity.Notice) ? ExitCodes.NothingFound : ExitCodes.Ok;
        });
        return command;
    }

    private static void Show(IReadOnlyList<Diagnostic> findings, bool json, TextWriter output, RunOptions? options)
    {
        if (json)
        {
            output.WriteLine(JsonSerializer.Serialize(new DoctorAnswer(findings), AnswersJson.Context.DoctorAnswer));
            return;
        }

        foreach (Diagnostic finding in findings.OrderByDescending(f => f.Severity))
        {
            output.WriteLine(finding with { Fix = null });
            output.WriteLine($"    {finding.Fix}");
        }

        int errors = findings.Count(f => f.IsError), warnings = findings.Count(f => f.Severity == Severity.Warning);
        string about = options is null ? "this system" : Path.GetFileName(options.Game.Replace('\\', '/'));
        output.WriteLine(errors + warnings == 0 ? $"Nothing stands in the way of {about}." : $"{errors} {(errors == 1 ? "error" : "errors")}, {warnings} {(warnings == 1 ? "warning" : "warnings")}.");
    }
}
