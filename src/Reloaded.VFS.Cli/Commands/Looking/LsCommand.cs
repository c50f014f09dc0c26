using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs ls</c>, which shows what the game would see.</summary>
internal static class LsCommand
{
    private const string Examples = """
        The first column is the mod that a file comes from, or a dot for the game's own files.
        '=' marks a file that takes the place of one of the game.

        Examples:
          rvfs ls                                 The game in this folder, with its mods
          rvfs ls --only-mods --game game.exe     Only what comes from mods
          rvfs ls --flat data/textures            One folder, without what is in its folders
          rvfs ls --hidden                        What mods hide, and which mod hides it
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string?> path = Syntax.Optional("PATH",
            "A folder of the game, as a path of this system or of Windows. Default: the whole game");
        Option<bool> flat = Syntax.Flag("--flat", "Don't go into folders");
        Option<bool> onlyMods = Syntax.Flag("--only-mods", "Leave out what only the game has");
        Option<bool> hidden = Syntax.Flag("--hidden", "List instead what mods hide, and which mod");
        CommandWithExamples command = new(Examples, "ls",
            "List what the game would see, and which mod each file comes from.") { path, flat, onlyMods, hidden };
        question.AddTo(command);
        command.SetAction(result =>
        {
            if (result.GetValue(hidden) && (result.GetValue(flat) || result.GetValue(onlyMods)))
                throw new CliException("--hidden goes with neither --flat nor --only-mods.");
            using GameView view = question.Open(result);
            string? asked = result.GetValue(path);
            string located = asked is null ? "" : view.Locate(asked);
            TextWriter output = result.InvocationConfiguration.Output;
            if (asked is not null && view.Resolver.Which(located) is not { IsFolder: true } && !IsTarget(view, located))
            {
                ResolvedName? file = view.Resolver.Which(located);
                throw new CliException(ExitCodes.NothingFound, file is null ? $"The game sees no '{asked}'" : $"'{asked}' is a file",
                    file is null ? null : $"rvfs which {asked} says where it comes from.");
            }

            if (!question.WantsJson(result) && result.GetValue(hidden))
            {
                Write(output, view.Resolver.ListHidden(located), view);
                return;
            }

            IEnumerable<SeenName> names = view.Resolver.List(located, !result.GetValue(flat), result.GetValue(onlyMods));
            if (question.WantsJson(result))
            {
                ListOutput list = new([.. view.Resolver.Applied.Targets.Select(t => t.Folder)], view.Set.Configuration.Mods, [.. names],
                    [.. view.Resolver.ListHidden(located).Select(UnseenOutput.Of)], view.Diagnostics);
                OutputJson.Write(output, list);
                return;
            }

            int width = WidthOf(view);
            foreach (SeenName name in names)
            {
                string end = name.LeadsBack ? "\\  (a link to a folder around it, not listed again)" : name.IsFolder ? "\\" : "";
                output.WriteLine($"{(name.Mod ?? ".").PadRight(width)} {(name.ReplacesGame ? '=' : ' ')} {name.Path}{end}");
            }
        });
        return command;
    }

    private static void Write(TextWriter output, IEnumerable<UnseenName> hidden, GameView view)
    {
        int width = WidthOf(view);
        foreach (UnseenName name in hidden)
            output.WriteLine($"{(name.Reasons[0].Mod ?? ".").PadRight(width)}   {name.Path}{(name.Providers[0].IsFolder ? "\\" : "")}");
    }

    private static int WidthOf(GameView view) => Math.Min(30, view.Resolver.LayerNames.Select(name => name.Length).DefaultIfEmpty().Max());

    private static bool IsTarget(GameView view, string path) =>
        view.Resolver.Applied.Targets.Any(t =>
            Path.TrimEndingDirectorySeparator(path).Equals(t.Folder, StringComparison.OrdinalIgnoreCase));
}
