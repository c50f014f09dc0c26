using System.CommandLine;
using System.Text.Json;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs conflicts</c>, which shows what mods conflict about.</summary>
internal static class ConflictsCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        The mod that comes later in order.txt wins. To let another one win, move its line down.

        Examples:
          rvfs conflicts                    The game in this folder
          rvfs conflicts --game game.exe
          rvfs conflicts --all              Each file, with the path of all who have it
          rvfs conflicts --json > conflicts.json
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        CommandWithExamples command = new(Examples, "conflicts", "List the files that more than one mod has, and who wins.");
        Option<bool> files = new("--all") { Arity = ArgumentArity.Zero, Description = "List file by file, with all who have it" };
        command.Add(files);
        question.AddTo(command);
        command.SetAction(result =>
        {
            using GameView view = question.Open(result);
            IReadOnlyList<ResolvedName> conflicts = view.Resolver.GetConflicts();
            List<ConflictPair> pairs = Progress.Of("comparing files", () => ConflictPairs.Of(conflicts));
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
            {
                var list = new ConflictsOutput([.. conflicts.Select(NameOutput.Of)], pairs, view.Diagnostics);
                output.WriteLine(JsonSerializer.Serialize(list, OutputJson.Context.ConflictsOutput));
                return ExitCodes.Ok;
            }

            bool byFile = result.GetValue(files);
            foreach (ConflictPair pair in byFile ? [] : pairs)
                Write(output, pair);
            foreach (ResolvedName conflict in conflicts.Where(conflict => byFile || conflict.IsClash))
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

    private static void Write(TextWriter output, ConflictPair pair)
    {
        output.WriteLine($"{pair.Winner} wins over {pair.Loser}: {Count(pair.Files.Count)}");
        foreach (string file in pair.Files)
            output.WriteLine($"  {file}");
        if (pair.Identical.Count == 0)
            return;
        output.WriteLine($"  {Count(pair.Identical.Count)} with the same content in both:");
        foreach (string file in pair.Identical)
            output.WriteLine($"  = {file}");
    }

    private static string Count(int files) => files == 1 ? "1 file" : $"{files} files";
}
