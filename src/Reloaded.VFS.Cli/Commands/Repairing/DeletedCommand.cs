using Reloaded.VFS.Cli.Commands.Looking;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs deleted</c>, which shows what the game has deleted in mods, and what that hides.</summary>
internal static class DeletedCommand
{
    private const string Examples = """
        Where the game deletes a mod's file, and a lower mod or the game itself has the name, too, the mod hides the name from then on.

        Examples:
          rvfs deleted                         What the game has deleted in mods
          rvfs deleted clear data/intro.bik    Make the name visible again, as lower mods or the game have it
          rvfs deleted clear --yes             Make all names visible again, without a question
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        CommandWithExamples command = new(Examples, "deleted",
            "List the names that the game has deleted in mods, or make them visible again.")
        {
            Clear(question),
        };
        question.AddTo(command);
        command.SetAction(result =>
        {
            List<DeletedName> names = Find(question, result, out _);
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
            {
                DeletedNameOutput[] list = [.. names.Select(name => new DeletedNameOutput(name.Mod, name.Path))];
                OutputJson.Write(output, new DeletedOutput(list));
                return;
            }

            foreach (IGrouping<string, DeletedName> mod in names.GroupBy(name => name.Mod))
            {
                output.WriteLine(mod.Key);
                foreach (DeletedName name in mod)
                    output.WriteLine($"  {name.Path}");
            }

            if (names.Count == 0)
                output.WriteLine("No deleted names.");
        });
        return command;
    }

    private static Command Clear(GameQuestion question)
    {
        Argument<string[]> paths = new("PATH")
        {
            Arity = ArgumentArity.ZeroOrMore,
            Description = "A file or folder, from the mod's folder on; all if none is given",
        };
        Option<bool> yes = Syntax.Flag("--yes", "Don't ask");
        Command command = new("clear", "Make deleted names visible again.") { paths, yes };
        command.SetAction(result =>
        {
            string[] given = result.GetValue(paths) ?? [];
            List<DeletedName> all = Find(question, result, out string about);
            List<DeletedName> names = given.Length == 0 ? all : all.FindAll(name => given.Any(name.IsIn));
            TextWriter output = result.InvocationConfiguration.Output;
            if (names.Count == 0)
            {
                output.WriteLine(given.Length == 0 ? "No deleted names." : "No deleted name is called that.");
                return given.Length == 0 ? ExitCodes.Ok : ExitCodes.NothingFound;
            }

            string what = names.Count == 1 ? $"'{names[0].Path}' in '{names[0].Mod}'" : $"{names.Count} names";
            Confirmation.Ask(about, $"Forget that the game has deleted {what}?", result.GetValue(yes));
            // What a mod has put there meanwhile is the mod's.
            foreach (DeletedName name in names.Where(name => HideMarker.IsOfDeleted(name.Marker)))
                DiskRemoval.DeleteFile(name.Marker);
            output.WriteLine(names.Count == 1 ? "The name is visible again." : "The names are visible again.");
            return ExitCodes.Ok;
        });
        return command;
    }

    private static List<DeletedName> Find(GameQuestion question, ParseResult result, out string about)
    {
        using GameView view = question.Open(result);
        about = GameQuestion.NameOf(view.Set.Configuration);
        return DeletedName.Find(view.Set.Mods.Select(mod => mod.Mod));
    }
}

/// <summary>A name that the game has deleted in a mod, whose marker hides what a lower mod or the game has under it.</summary>
/// <param name="Path">The name's path in the mod, with forward slashes.</param>
/// <param name="Marker">The marker, a host path.</param>
internal sealed record DeletedName(string Mod, string Path, string Marker)
{
    /// <summary>Returns all such names, by mod and path. A mod's own markers don't count.</summary>
    /// <param name="mods">The mods, including those that are switched off.</param>
    public static List<DeletedName> Find(IEnumerable<Mod> mods)
    {
        // What a link leads to lies elsewhere.
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        return [
            .. mods.Where(mod => Directory.Exists(mod.Folder))
                .SelectMany(mod => Directory.EnumerateFiles(mod.Folder, "*" + HideMarker.Ending, options)
                    .Where(marker => HideMarker.IsOfDeleted(marker) && !HasOwnFile(marker))
                    .Select(marker => new DeletedName(mod.Name,
                        System.IO.Path.GetRelativePath(mod.Folder, marker[..^HideMarker.Ending.Length]).Replace('\\', '/'), marker)))
                .OrderBy(name => name.Mod, NameComparer.Instance).ThenBy(name => name.Path, NameComparer.Instance),
        ];
    }

    /// <summary>
    /// Determines whether the mod has a file of the name. The marker then hides only the letter case that lower mods, or the game, give the
    /// name.
    /// </summary>
    private static bool HasOwnFile(string marker) => Directory.EnumerateFiles(System.IO.Path.GetDirectoryName(marker)!,
        System.IO.Path.GetFileName(marker)[..^HideMarker.Ending.Length],
        new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive, MatchType = MatchType.Simple, AttributesToSkip = 0 }).Any();

    /// <summary>Determines whether a path that was typed is this name or a folder that contains it.</summary>
    public bool IsIn(string path)
    {
        string folder = path.Replace('\\', '/').Trim('/');
        return NameComparer.Instance.Equals(Path, folder)
            || (Path.Length > folder.Length && Path[folder.Length] == '/' && NameComparer.Instance.Equals(Path[..folder.Length], folder));
    }
}
