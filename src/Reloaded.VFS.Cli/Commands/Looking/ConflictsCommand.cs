using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs conflicts</c>, which shows what mods conflict about.</summary>
internal static class ConflictsCommand
{
    private const string Examples = """
        The mod that comes later in order.txt wins. To let another one win, move its line down, or say rvfs prefer MOD PATH.
        Files that are the same in both mods, byte by byte, are counted apart: it doesn't matter who wins them.

        Examples:
          rvfs conflicts                    Who wins over whom, and how many files
          rvfs conflicts "Better Hero"      The files of this mod's conflicts
          rvfs conflicts --all              Each file, with the path of all who have it
          rvfs conflicts --json > conflicts.json
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string?> mod = Syntax.Optional("MOD", "List the files of this mod's conflicts alone");
        Option<bool> files = Syntax.Flag("--all", "List file by file, with all who have it");
        CommandWithExamples command = new(Examples, "conflicts", "Show who wins where more than one mod has the same files.") { mod, files };
        question.AddTo(command);
        command.SetAction(result =>
        {
            using GameView view = question.Open(result);
            string? only = result.GetValue(mod) is { } name ? Find(view, name) : null;
            IReadOnlyList<ResolvedName> conflicts = [
                .. view.Resolver.GetConflicts().Where(conflict => only is null || conflict.Providers.Any(provider => provider.Mod == only))];
            List<ConflictPair> pairs = [
                .. Progress.Of("comparing files", () => ConflictPairs.Of(conflicts))
                    .Where(pair => only is null || pair.Winner == only || pair.Loser == only)];
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
            {
                var list = new ConflictsOutput([.. conflicts.Select(NameOutput.Of)], pairs, view.Diagnostics);
                OutputJson.Write(output, list);
                return;
            }

            if (result.GetValue(files))
                conflicts.ToList().ForEach(conflict => ResolvedNameText.Write(output, conflict));
            else
                Write(output, conflicts, pairs, withFiles: only is not null);
            WriteCount(output, conflicts, pairs, only);
        });
        return command;
    }

    /// <summary>Returns a mod's name, or that of the overwrite folder, as it stands in the answer.</summary>
    private static string Find(GameView view, string name)
    {
        string[] names = [.. view.Resolver.LayerNames];
        return names.FirstOrDefault(other => NameComparer.Instance.Equals(other, name))
            ?? throw new CliException(ExitCodes.NothingFound, $"There is no mod '{name}'.",
                NearestName.Find(name, names) is { } near ? $"Did you mean '{near}'?" : "rvfs mods lists the mods.");
    }

    private static void Write(TextWriter output, IReadOnlyList<ResolvedName> conflicts, List<ConflictPair> pairs, bool withFiles)
    {
        foreach (ConflictPair pair in pairs)
        {
            string count = pair.Identical.Count == 0 ? Counted.Of(pair.Files.Count, "file")
                : $"{Counted.Of(pair.Files.Count, "file")}, and {Counted.Of(pair.Identical.Count, "file")} with the same content in both";
            output.WriteLine(pair.Files.Count == 0
                ? $"{pair.Winner} and {pair.Loser}: {Counted.Of(pair.Identical.Count, "file")} with the same content in both"
                : $"{pair.Winner} wins over {pair.Loser}: {count}");
            foreach (string file in withFiles ? pair.Files : [])
                output.WriteLine($"  {file}");
            foreach (string file in withFiles ? pair.Identical : [])
                output.WriteLine($"  = {file}");
        }

        foreach (ResolvedName clash in conflicts.Where(conflict => conflict.IsClash))
            ResolvedNameText.Write(output, clash);
    }

    /// <summary>Writes the number of names that several mods have, and the number of those for which the winner matters.</summary>
    private static void WriteCount(TextWriter output, IReadOnlyList<ResolvedName> conflicts, List<ConflictPair> pairs, string? only)
    {
        string who = only is null ? "more than one mod" : $"'{only}' and another mod";
        if (conflicts.Count == 0)
        {
            output.WriteLine(only is null
                ? "No conflicts: no two mods have the same file."
                : $"No conflicts: no other mod has a file of '{only}'.");
            return;
        }

        HashSet<string> different = [.. pairs.SelectMany(pair => pair.Files)];
        int same = pairs.SelectMany(pair => pair.Identical).Distinct().Count(file => !different.Contains(file));
        string identical = same == 0 ? "" : $", {(same == conflicts.Count ? "all" : same)} of them the same in all";
        output.WriteLine($"{Counted.Of(conflicts.Count, "file")} in {who}{identical}.");
        if (pairs.Count > 0 && only is null)
            output.WriteLine("rvfs conflicts MOD lists the files.");
    }
}
