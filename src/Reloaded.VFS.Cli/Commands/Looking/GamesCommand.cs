namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs games</c>, which lists the games that can be named without a path.</summary>
internal static class GamesCommand
{
    private const string Examples = """
        Every command understands these names in place of a path, and a part of one that only one game has.

        Examples:
          rvfs games                     What Steam's libraries hold, and what was started before
          rvfs run "Elden Ring"
          rvfs --game elden conflicts
        """;

    public static Command Create()
    {
        Option<bool> json = Syntax.Flag("--json", "Print the answer as JSON");
        CommandWithExamples command = new(Examples, "games", "List the games that are known here: Steam's, and those started before.") { json };
        command.SetAction(result =>
        {
            IReadOnlyList<KnownGame> games = KnownGames.List();
            TextWriter output = result.InvocationConfiguration.Output;
            if (result.GetValue(json))
                OutputJson.Write(output, new GamesOutput([.. games.Select(GameOutput.Of)]));
            else
                Write(output, games);
        });
        return command;
    }

    private static void Write(TextWriter output, IReadOnlyList<KnownGame> games)
    {
        if (games.Count == 0)
        {
            output.WriteLine("No games are known: no Steam library is here, and none was started. 'rvfs run GAME.EXE' starts one.");
            return;
        }

        int width = Math.Min(40, games.Max(game => game.Name.Length));
        foreach (KnownGame game in games)
        {
            string started = game.Started is { } time
                ? time.ToLocalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
                : GameFolders.HasMods(game.Folder) ? "has mods" : "";
            output.WriteLine($"{game.Name.PadRight(width)}  {started,-10}  {game.Folder}");
        }
    }
}
