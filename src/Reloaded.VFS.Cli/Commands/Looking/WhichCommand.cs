using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs which</c>, which shows where a file comes from.</summary>
internal static class WhichCommand
{
    private const string Examples = """
        PATH is in the game's folder, with / or \, in any letter case; a whole Windows path as the game uses it works too.
        Of what somebody has and the game doesn't see, it says who hides, deletes or moves it. Returns 1 if the game doesn't see it.

        Examples:
          rvfs which data/textures/wall.dds
          rvfs which --game game.exe 'C:\Games\Game\data\textures\wall.dds'
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string> path = new("PATH") { Description = "A file or folder, as the game would open it" };
        CommandWithExamples command = new(Examples, "which", "Say which mod a file comes from, and who else has it.") { path };
        question.AddTo(command);
        command.SetAction(result =>
        {
            using GameView view = question.Open(result);
            string asked = result.GetValue(path)!;
            string located = view.Locate(asked);
            ResolvedName? name = view.Resolver.Which(located) is { } found ? found with { Path = Spell(found, view) } : null;
            UnseenName? unseen = name is null ? view.Resolver.FindUnseen(located) : null;
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
                OutputJson.Write(output, new WhichOutput(asked, name is null ? null : NameOutput.Of(name),
                    unseen is null ? null : UnseenOutput.Of(unseen), view.Diagnostics));
            else if (name is not null)
                ResolvedNameText.Write(output, name);
            else if (unseen is not null)
                ResolvedNameText.Write(output, unseen);
            else
                Messages.Error($"the game sees no '{asked}': neither a mod nor the game has it.");
            return name is null ? ExitCodes.NothingFound : ExitCodes.Ok;
        });
        return command;
    }

    /// <summary>Returns a path whose folders, too, have the spelling that the game sees.</summary>
    private static string Spell(ResolvedName name, GameView view)
    {
        string[] parts = name.Path.Split('\\');
        string above = name.Target;
        for (int i = 0; i < parts.Length - 1; i++)
        {
            above = Path.Join(above, parts[i]);
            if (view.Resolver.Which(above) is { } folder)
                parts[i] = folder.Path[(folder.Path.LastIndexOf('\\') + 1)..];
        }

        return string.Join('\\', parts);
    }
}
