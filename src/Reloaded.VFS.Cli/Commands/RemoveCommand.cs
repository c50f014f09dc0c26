using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Commands.Looking;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs remove</c>, which takes mods out of the mods folder.</summary>
internal static class RemoveCommand
{
    private const string Examples = """
        A removed mod is moved to rvfs/removed. Nothing of it is deleted until you say --forever.

        Examples:
          rvfs remove "Old Hero"
          rvfs remove --undo                   The last one comes back, to its place in each order
          rvfs remove --undo "Old Hero"        In exchange for the one that has the name now, if there is one
          rvfs remove --list
          rvfs remove --forever "Old Hero"     Deletes a removed mod
          rvfs remove --forever                Deletes all removed mods
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string[]> names = new("MOD") { Arity = ArgumentArity.ZeroOrMore, Description = "The names of mods" };
        Option<bool> undo = Syntax.Flag("--undo", "Put removed mods back; without a name the last one"),
            list = Syntax.Flag("--list", "List the removed mods"),
            forever = Syntax.Flag("--forever", "Delete removed mods; without a name all of them"),
            yes = Syntax.Flag("--yes", "Don't ask");
        CommandWithExamples command = new(Examples, "remove", "Take mods out of the mods folder, and put them back.")
        {
            names, undo, list, forever, yes,
        };
        question.AddTo(command);
        command.SetAction(result =>
        {
            string[] given = result.GetValue(names) ?? [];
            bool isUndo = result.GetValue(undo), isList = result.GetValue(list), isForever = result.GetValue(forever);
            if ((isUndo ? 1 : 0) + (isList ? 1 : 0) + (isForever ? 1 : 0) > 1)
                throw new CliException("--undo, --list and --forever don't go together.");
            if (question.WantsJson(result) && !isList)
                throw new CliException("--json goes with --list only.");
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            TextWriter output = result.InvocationConfiguration.Output;
            var removed = new RemovedMods(configuration.Mods!);
            if (isList)
                return List(removed, question.WantsJson(result), output);
            if (isUndo)
                return PutBack(removed, given, configuration, output);
            if (isForever)
                return Delete(removed, given, GameQuestion.NameOf(configuration), result.GetValue(yes), output);
            return given.Length > 0
                ? Remove(removed, given, configuration, output)
                : throw new CliException("Say which mod: rvfs remove MOD.", "rvfs mods lists the mods.");
        });
        return command;
    }

    private static int Remove(RemovedMods removed, string[] given, VfsConfiguration configuration, TextWriter output)
    {
        OrderChange change = GameQuestion.Change(configuration);
        Mod[] mods = [.. given.Select(change.Find).DistinctBy(mod => mod.Name)];
        foreach (Mod mod in mods)
        {
            string path = mod.Archive?.Path ?? mod.Folder;
            bool isThere = Path.Exists(path);
            IReadOnlyList<RemovedLine> lines = [];
            ModLines.Remove(mod.Name, configuration, change, found =>
            {
                lines = found;
                if (isThere)
                    Put(removed, path, mod.Name, found);
            });
            string others = ModLines.Describe(lines, change.File, configuration.Mods!) is { } also ? $", with {also}" : "";
            output.WriteLine(isThere
                ? $"{mod.Name}: removed{others}; rvfs remove --undo puts it back"
                : $"{mod.Name}: wasn't there; its line is out of the order{others}");
        }

        return ExitCodes.Ok;
    }

    private static void Put(RemovedMods removed, string path, string name, IReadOnlyList<RemovedLine> lines)
    {
        try
        {
            removed.Put(path, name, lines);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"'{path}' can't be moved: {ErrorCause.Of(e)}.",
                "If the game runs, end it first: it may have the mod's files open.");
        }
    }

    private static int PutBack(RemovedMods removed, string[] given, VfsConfiguration configuration, TextWriter output)
    {
        RemovedMod[] mods = given.Length > 0
            ? [.. given.Select(nameOrPath => Find(removed, nameOrPath)[0]).DistinctBy(mod => mod.Number)]
            : [.. removed.List().Take(1)];
        if (mods.Length == 0)
            return Nothing(output);
        foreach (RemovedMod mod in mods)
        {
            RemovedMod? exchanged;
            try
            {
                exchanged = removed.PutBack(mod);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new CliException($"'{mod.Path}' can't be moved: {ErrorCause.Of(e)}.");
            }

            // In an exchange the lines of the name have stayed.
            if (exchanged is null)
                ModLines.PutBack(mod.Name, mod.Lines, configuration.Mods!);
            output.WriteLine(exchanged is null
                ? $"{mod.Name}: is back"
                : $"{mod.Name}: is back; the one that was there is removed, and rvfs remove --undo \"{mod.Name}\" brings it back");
        }

        return ExitCodes.Ok;
    }

    private static int Delete(RemovedMods removed, string[] given, string game, bool isSure, TextWriter output)
    {
        RemovedMod[] mods = given.Length > 0
            ? [.. given.SelectMany(nameOrPath => Find(removed, nameOrPath)).DistinctBy(mod => mod.Number)]
            : [.. removed.List()];
        if (mods.Length == 0)
            return Nothing(output);
        Write(mods, "  ", output);
        Confirmation.Ask(game, mods.Length == 1 ? "Delete this mod for good?" : $"Delete these {mods.Length} mods for good?", isSure);
        foreach (RemovedMod mod in mods)
            RemovedMods.Delete(mod);
        output.WriteLine($"{Counted.Of(mods.Length, "mod")} deleted.");
        return ExitCodes.Ok;
    }

    private static int List(RemovedMods removed, bool json, TextWriter output)
    {
        IReadOnlyList<RemovedMod> mods = removed.List();
        if (json)
        {
            RemovedModsOutput answer = new([.. mods.Select(mod => new RemovedModOutput(mod.Name, mod.Path))]);
            OutputJson.Write(output, answer);
            return mods.Count == 0 ? ExitCodes.NothingFound : ExitCodes.Ok;
        }

        if (mods.Count == 0)
            return Nothing(output);
        Write(mods, "", output);
        return ExitCodes.Ok;
    }

    private static void Write(IReadOnlyList<RemovedMod> mods, string indentation, TextWriter output)
    {
        int width = mods.Max(mod => mod.Name.Length);
        foreach (RemovedMod mod in mods)
            output.WriteLine($"{indentation}{mod.Name.PadRight(width)}  {mod.Path}");
    }

    private static int Nothing(TextWriter output)
    {
        output.WriteLine("No mod has been removed.");
        return ExitCodes.NothingFound;
    }

    private static IReadOnlyList<RemovedMod> Find(RemovedMods removed, string nameOrPath) =>
        removed.Find(nameOrPath) is { Count: > 0 } found
            ? found
            : throw new CliException(ExitCodes.NothingFound, $"There is no removed mod '{ModName.Show(nameOrPath)}'.",
                "rvfs remove --list shows them.");
}
