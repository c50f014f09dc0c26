using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs mods</c>, which lists the mods and shows which of them are on.</summary>
internal static class ModsCommand
{
    private const string Examples = """
        Later mods win. A game that runs follows every change at once.

        Examples:
          rvfs mods                                    The mods of the game in this folder
          rvfs mods disable "Old Hero"
          rvfs mods move "Better Hero" --after "Old Hero"
          rvfs mods move Patches --last --game game.exe
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        CommandWithExamples command = new(Examples, "mods",
            "List the mods with their files, conflicts and state; switch them on and off, and move them.")
        {
            Switch(question, "enable", "Switch mods on.", enabled: true), Switch(question, "disable", "Switch mods off.", enabled: false),
            Move(question),
        };
        question.AddTo(command);
        command.SetAction(result =>
        {
            using GameView view = question.Open(result);
            ModOutput[] mods = Describe(view);
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result))
                OutputJson.Write(output, new ModsOutput(mods, view.Diagnostics));
            else
                Write(output, mods);
        });
        return command;
    }

    private static ModOutput[] Describe(GameView view)
    {
        var conflicts = new Dictionary<string, int>();
        foreach (string mod in view.Resolver.GetConflicts()
            .SelectMany(conflict => conflict.Providers.Select(provider => provider.Mod).OfType<string>().Distinct()))
            conflicts[mod] = conflicts.GetValueOrDefault(mod) + 1;
        int place = 0;
        return [.. view.Set.Mods.Select(mod => new ModOutput(mod.Mod.Name, mod.Mod.State, mod.Mod.IsLoaded ? ++place : null,
            mod.Listing?.FileCount ?? 0, CountHides(mod), conflicts.GetValueOrDefault(mod.Mod.Name), mod.Mod.Metadata.Id,
            mod.Mod.Metadata.Name, mod.Mod.Metadata.Version, mod.Mod.Archive is { } archive ? archive.Path : mod.Mod.Folder))];
    }

    private static int CountHides(LoadedMod mod) =>
        mod.Listing?.Hides is { } hides ? hides.Names.Count + hides.Paths.Count + hides.Patterns.Count : 0;

    private static void Write(TextWriter output, ModOutput[] mods)
    {
        if (mods.Length == 0)
        {
            output.WriteLine("No mods. 'rvfs add FILE' makes one of an archive or a folder.");
            return;
        }

        output.WriteLine("place  state      files  conflicts  mod");
        foreach (ModOutput mod in mods)
        {
            // What is off wasn't read.
            string files = mod.Place is null ? "-" : $"{mod.Files}", conflicts = mod.Place is null ? "-" : $"{mod.Conflicts}";
            string name = mod.Name is null || NameComparer.Instance.Equals(mod.Name, mod.Mod) ? "" : $"  {mod.Name}";
            string version = mod.Version is null ? "" : $"  {mod.Version}";
            string hides = mod.Hides == 0 ? "" : $"  (hides {Counted.Of(mod.Hides, "name")})";
            string place = mod.Place is { } number ? $"{number}" : "-";
            output.WriteLine($"{place,5}  {StateOf(mod.State),-8} {files,7}  {conflicts,9}  {mod.Mod}{version}{name}{hides}");
        }
    }

    private static string StateOf(ModState state) => state switch
    {
        ModState.Active => "on",
        ModState.New => "on, new",
        ModState.Disabled => "off",
        ModState.Missing => "missing",
        _ => "error",
    };

    private static Command Switch(GameQuestion question, string name, string description, bool enabled)
    {
        Argument<string[]> names = new("MOD") { Arity = ArgumentArity.OneOrMore, Description = "The name of a mod's folder" };
        Command command = new(name, description) { names };
        command.SetAction(result =>
        {
            OrderChange change = question.Change(result);
            foreach (Mod mod in result.GetValue(names)!.Select(change.Find).ToList())
                change.SetEnabled(mod, enabled);
            change.Save();
            result.InvocationConfiguration.Output.WriteLine($"{string.Join(", ", result.GetValue(names)!)}: {(enabled ? "on" : "off")}.");
        });
        return command;
    }

    private static Command Move(GameQuestion question)
    {
        Argument<string> name = new("MOD") { Description = "The name of a mod's folder" };
        Option<string?> before = Syntax.Text("--before", "MOD", "Directly before another mod, which wins over it");
        Option<string?> after = Syntax.Text("--after", "MOD", "Directly after another mod, over which it wins");
        Option<bool> first = Syntax.Flag("--first", "Before all: every other mod wins over it");
        Option<bool> last = Syntax.Flag("--last", "After all: it wins over every other mod");
        Command command = new("move", "Move a mod in the load order.") { name, before, after, first, last };
        command.SetAction(result =>
        {
            string? other = result.GetValue(before) ?? result.GetValue(after);
            int given = (result.GetValue(before) is null ? 0 : 1) + (result.GetValue(after) is null ? 0 : 1)
                + (result.GetValue(first) ? 1 : 0) + (result.GetValue(last) ? 1 : 0);
            if (given != 1)
                throw new CliException("Say where to with one of --before MOD, --after MOD, --first and --last.");
            OrderChange change = question.Change(result);
            Mod mod = change.Find(result.GetValue(name)!);
            if (other is not null)
                change.MoveBeside(mod, change.Find(other), behind: result.GetValue(after) is not null);
            else
                change.Move(mod, result.GetValue(first) ? 0 : int.MaxValue);
            change.Save();
            Mod[] loaded = [.. question.Change(result).Order.Mods.Where(one => one.IsLoaded)];
            int place = Array.FindIndex(loaded, one => one.Name == mod.Name);
            result.InvocationConfiguration.Output.WriteLine(place >= 0 ? $"{mod.Name} is at place {place + 1} of {loaded.Length}."
                : mod.State == ModState.Error ? $"{mod.Name} is moved."
                : $"{mod.Name} is moved; it is off.");
        });
        return command;
    }
}
