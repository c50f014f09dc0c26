using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs add</c>, which makes mods from archives or folders.</summary>
internal static class AddCommand
{
    private const string Mine = "mine", New = "new";

    private const string Examples = """
        FILE is a zip, 7z or rar archive, or a folder. A new mod comes last in the order, where it wins. The same mod again, by its name, is
        an update: it keeps its place, what was chosen in its installer, and what the game has written into it.

        Examples:
          rvfs add ~/Downloads/better-hero.7z
          rvfs add ~/Downloads/*.zip
          rvfs add --game game.exe --name "Better Hero" hero-1.2.zip
          rvfs add --defaults big-installer.7z           What its installer recommends
          rvfs add --part "00 Core" --part "02 Ultra" textures.7z
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string[]> files = new("FILE") { Arity = ArgumentArity.OneOrMore, Description = "Archives (zip, 7z, rar) or folders" };
        Option<string?> name = Syntax.Text("--name", "NAME", "The mod's name. Default: that of the file");
        Option<string[]> part = Syntax.Texts("--part", "NAME",
            "Only this folder of the archive, or this archive in it. May be given several times; a later one wins");
        Option<string?> choices = Syntax.Text("--choices", "FILE",
            "What to choose in an installer (FOMOD): an rvfs-choices.json of a mod, or the choices of a collection");
        Option<bool> defaults = Syntax.Flag("--defaults", "Ask nothing: choose what was chosen before, or what the installer recommends");
        Option<string?> changed = Syntax.Text("--changed", "mine|new",
            "Files that were changed here and that an update changes, too: keep mine, or take the new ones. Default: ask");
        Option<bool> byJson = Syntax.HiddenFlag(AskingProgram.Option);
        Option<double?> limit = Syntax.Number("--limit", "GB", "The most that an archive may become when it is unpacked. Default: 64");
        CommandWithExamples command = new(Examples, "add", "Make mods of archives or folders.")
        {
            files, name, part, choices, defaults, changed, byJson, limit,
        };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            string[] given = result.GetValue(files)!;
            string? mod = result.GetValue(name), decision = result.GetValue(changed);
            if (mod is not null && given.Length > 1)
                throw new CliException($"--name is for one mod, and {given.Length} are given.");
            if (mod is not null && ModName.WhyNoMod(mod) is { } cause)
                throw NoName(mod, cause);
            if (decision is not (null or Mine or New))
                throw new CliException($"--changed {decision}: it is '{Mine}' or '{New}'.");
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            string[] sources = [.. given.Select(GameQuestion.HostPath)];
            if (Array.Find(sources, source => !Path.Exists(source)) is { } missing)
                throw new CliException(ExitCodes.NotFound, $"There is no file '{missing}'.");
            string? chosen = result.GetValue(choices) is { } file ? GameQuestion.HostPath(file) : null;
            if (chosen is not null && !File.Exists(chosen))
                throw new CliException(ExitCodes.NotFound, $"There is no file '{chosen}'.");
            GameQuestion.WarnOfNoGame(configuration);
            AskingProgram? program = result.GetValue(byJson) ? new AskingProgram() : null;
            var chooser = new ModChooser(chosen, result.GetValue(defaults), AskingTerminal.Find(), program);
            int code = ExitCodes.Ok;
            foreach (string source in sources)
            {
                ModSource from = new(source, mod ?? NameOf(source), configuration, UnpackLimits.Of(result.GetValue(limit)))
                {
                    IsNamed = mod is not null,
                    Parts = result.GetValue(part) ?? [],
                    Chooser = chooser,
                };
                if (!TryAdd(from, decision, program, sources.Length > 1, result.InvocationConfiguration.Output))
                    code = ExitCodes.Failed;
            }

            return code;
        });
        return command;
    }

    private static string NameOf(string source) => Directory.Exists(source)
        ? ArchiveModName.WithoutSuffix(Path.GetFileName(Path.TrimEndingDirectorySeparator(source)))
        : ArchiveModName.Of(source);

    private static CliException NoName(string mod, string cause) => new(
        $"A mod can't have the name '{ModName.Show(mod)}': {cause}.", "Give it another one with --name NAME.");

    private static bool TryAdd(ModSource source, string? decision, AskingProgram? program, bool goesOn, TextWriter output)
    {
        try
        {
            if (ModName.WhyNoMod(source.Name) is { } cause)
                throw NoName(source.Name, cause);
            Show(AddedMod.Put(source, paths => KeepsMine(source, paths, decision, program)), source.Configuration, output);
            return true;
        }
        catch (ArchiveException e)
        {
            Messages.Show(e.Diagnostic);
            return false;
        }
        catch (CliException e) when (goesOn)
        {
            // The others may be fine.
            Messages.Error(e.OwnText.TrimEnd('.') + ".", e.Cure);
            return false;
        }
    }

    private static void Show(AddedMod added, VfsConfiguration configuration, TextWriter output)
    {
        Messages.Show(added.Diagnostics);
        foreach (string note in added.Notes)
            Messages.Say(note);
        if (added.Kept.Count > 0)
            Messages.Say($"kept what was written into the mod: {Counted.List(added.Kept)}");
        if (added.SetAside is not null)
            Messages.Say("the version that was there is kept: rvfs remove --list shows it, "
                + $"rvfs remove --undo \"{added.Name}\" brings it back");
        string place = "";
        Attempt.Make(() => place = PlaceIn(added, configuration), "the order isn't changed");
        output.WriteLine($"{added.Name}: {(added.IsUpdate ? "updated" : "added")}{place} ({added.Folder})");
    }

    /// <summary>Lists a new mod last in the order. Returns the words for its place.</summary>
    private static string PlaceIn(AddedMod added, VfsConfiguration configuration)
    {
        OrderChange change = new(configuration);
        Mod mod = change.Find(added.Name);
        if (mod.Line is null && !added.IsUpdate)
        {
            change.Move(mod, int.MaxValue);
            change.Save();
            change = new OrderChange(configuration);
            mod = change.Find(added.Name);
        }

        Messages.Show(change.Order.Diagnostics.Where(one => one.Mod == mod.Name));
        Mod[] loaded = [.. change.Order.Mods.Where(one => one.IsLoaded)];
        int place = Array.FindIndex(loaded, one => one.Name == mod.Name);
        return place < 0 ? ", and is off" : $", place {place + 1} of {loaded.Length}; the last one wins";
    }

    /// <summary>Asks whether files that were changed here and by the update stay as they are.</summary>
    private static bool KeepsMine(ModSource source, IReadOnlyList<string> paths, string? decision, AskingProgram? program)
    {
        decision ??= program?.AskChanged(source, paths);
        if (decision is not null)
            return decision == Mine;
        Messages.Say($"'{source.Name}': changed here, and by the update: {Counted.List(paths)}");
        string? answer = Messages.Ask("Keep these files as they are here (k), or take the new ones (n)? [k/n]");
        return answer?.Trim().ToUpperInvariant() switch
        {
            "K" or "KEEP" => true,
            "N" or "NEW" => false,
            _ => throw new CliException("Nothing was done.",
                answer is null ? "Standard input gave no answer: give --changed mine, or --changed new." : null),
        };
    }
}
