using System.CommandLine;
using System.Text.Json;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs conflicts</c>: what mods fight about.</summary>
internal static class ConflictsCommand
{
    /// <summary>Shown below the help.</summary>
    public const string Examples = """
        The mod that comes later in order.txt wins. To let another one win, move its line down.

        Examples:
          rvfs conflicts                    The game in this folder
          rvfs conflicts --game game.exe
          rvfs conflicts --json > conflicts.json
        """;

    /// <summary>Makes the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        Command command = new("conflicts", "List the files that more than one mod has, and who wins.");
        question.AddTo(command);
        command.SetAction(result =>
        {
            using GameView view = question.Open(result);
            IReadOnlyList<ResolvedName> conflicts = view.Resolver.GetConflicts();
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
            {
                output.WriteLine(JsonSerializer.Serialize(new ConflictsAnswer([.. conflicts.Select(NameAnswer.Of)], view.Diagnostics),
                    AnswersJson.Context.ConflictsAnswer));
                return ExitCodes.Ok;
            }

            foreach (ResolvedName conflict in conflicts)
                ResolvedNameText.Write(output, conflict);
            output.WriteLine(conflicts.Count switch
            {
                0 => "No conflicts: no two mods have the same file.",
                1 => "1 conflict.",
                _ => $"{conflicts.Count} conflicts.",
            });
            return ExitCodes.Ok;
        });
        return command;
    }
}
