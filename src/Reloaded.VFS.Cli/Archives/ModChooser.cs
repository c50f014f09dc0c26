using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Spectre.Console;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The one who chooses among the options and parts of an archive.</summary>
internal interface IModChooser
{
    /// <summary>Goes through an installer.</summary>
    /// <exception cref="ArchiveException">Nobody can choose, or what was chosen can't be.</exception>
    FomodSelection Choose(ModSource source, FomodScript script, FomodGame game);

    /// <summary>Chooses among the numbered folders of an archive. Returns null if nobody can.</summary>
    IReadOnlyList<string>? ChooseParts(string archive, IReadOnlyList<string> parts);
}

/// <summary>The terminal of this process, if someone sits at it.</summary>
internal static class AskingTerminal
{
    /// <summary>Returns the terminal, or null if input or output isn't one.</summary>
    public static IAnsiConsole? Find() => Console.IsInputRedirected || Console.IsOutputRedirected
        ? null
        : AnsiConsole.Create(new AnsiConsoleSettings
        {
            Interactive = InteractionSupport.Yes,
            // Past the writer that lets no control character through: what comes from archives has none.
            Out = new AnsiConsoleOutput(new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true }),
        });
}

/// <summary>Chooses what the command line says, or asks in the terminal.</summary>
/// <param name="file">The file with the choices, or null.</param>
/// <param name="takesDefaults">Whether nobody is asked, and what the installer recommends is taken.</param>
/// <param name="console">The terminal, or null if there is none.</param>
/// <param name="program">The program that asks instead of a terminal, or null if there is none.</param>
internal sealed class ModChooser(string? file, bool takesDefaults, IAnsiConsole? console, AskingProgram? program = null) : IModChooser
{
    private const int PageSize = 15;
    private const string Install = "Install these", Again = "Choose again", Cancel = "Cancel";

    // What was chosen when the mod was added before.
    private FomodChoices? _earlier;

    /// <inheritdoc/>
    public FomodSelection Choose(ModSource source, FomodScript script, FomodGame game)
    {
        if (script.Needs is { } needs && !needs.Holds(new Dictionary<string, string>(), game))
            throw source.Refuse($"its installer wants {needs.Describe()}", "see whether it is for this game, and what it needs");
        if (file is not null)
            return FromFile(source, script, game);
        _earlier = ReadEarlier(source);
        if (takesDefaults || !HasQuestions(script, game))
            return FomodSelection.Make(script, game, DefaultsOf, static (_, _) => { });
        if (program is not null)
            return FomodSelection.Make(script, game, question => program.Ask(source, script, question, DefaultsOf(question)), static (_, _) => { });
        if (console is null)
            throw source.Refuse("it has an installer that lets you choose (FOMOD), and there is no terminal to ask in",
                $"{source.LineWith("--defaults")} takes what it recommends; {source.LineWith("--choices FILE")} what a file says");
        return Ask(source, script, game);
    }

    /// <inheritdoc/>
    public IReadOnlyList<string>? ChooseParts(string archive, IReadOnlyList<string> parts)
    {
        if (takesDefaults)
            return [parts[0]];
        if (program is not null)
            return program.AskParts(archive, parts);
        if (console is null)
            return null;
        var prompt = new MultiSelectionPrompt<string>
        {
            Title = $"{Shown(archive)} has parts. Which? A later one wins.",
            Converter = Shown,
            PageSize = PageSize,
        };
        prompt.AddChoices(parts);
        prompt.Select(parts[0]);
        List<string> chosen = prompt.Show(console);
        return [.. parts.Where(chosen.Contains)];
    }

    private IReadOnlyList<int> DefaultsOf(FomodQuestion question) =>
        _earlier?.Find(question, out _) is { } earlier
            && question.Complete([.. earlier.Intersect(question.Usable)], out string? fault) is var kept && fault is null
            ? kept
            : question.Defaults();

    private static bool HasQuestions(FomodScript script, FomodGame game)
    {
        bool has = false;
        FomodSelection.Make(script, game, question =>
        {
            has |= !question.IsDecided;
            return question.Defaults();
        }, static (_, _) => { });
        return has;
    }

    private static FomodChoices? ReadEarlier(ModSource source)
    {
        try
        {
            string saved = Path.Combine(source.Configuration.Mods!, source.Name, DefaultExcludes.ChoicesFile);
            return File.Exists(saved) ? FomodChoices.Parse(File.ReadAllBytes(saved)) : null;
        }
        catch (Exception e) when (e is FomodException or IOException or UnauthorizedAccessException)
        {
            // What can't be read isn't offered.
            return null;
        }
    }

    private FomodSelection FromFile(ModSource source, FomodScript script, FomodGame game)
    {
        try
        {
            FomodChoices choices = FomodChoices.Parse(File.ReadAllBytes(file!));
            return FomodSelection.Make(script, game, question =>
            {
                if (choices.Find(question, out string? unknown) is not { } chosen)
                    return question.Defaults();
                return unknown is null ? chosen : throw Wrong(question, $"it has no option '{unknown}'");
            }, (question, fault) => throw Wrong(question, fault));
        }
        catch (FomodException e)
        {
            throw new CliException(ExitCodes.Failed, FormattableString.Invariant($"'{file}', line {e.Line}: {e.OwnText}."));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.NotFound, $"'{file}' can't be read: {ErrorCause.Of(e)}.");
        }

        CliException Wrong(FomodQuestion question, string fault) => new(ExitCodes.Failed,
            $"'{file}': '{question.Group.Name}' on the page '{question.Step.Name}' of '{source.FileName}': {fault}.",
            "It has " + string.Join(", ", question.Usable.Select(i => $"'{question.Group.Options[i].Name}'")) + ".");
    }

    private FomodSelection Ask(ModSource source, FomodScript script, FomodGame game)
    {
        IAnsiConsole terminal = console!;
        terminal.MarkupLine($"{Shown(script.Name.Length > 0 ? script.Name : source.Name)} lets you choose:");
        while (true)
        {
            FomodStep? shown = null;
            FomodSelection selection = FomodSelection.Make(script, game, question =>
            {
                if (!ReferenceEquals(shown, question.Step))
                {
                    shown = question.Step;
                    terminal.WriteLine();
                    terminal.MarkupLine($"[bold]{Shown(question.Step.Name)}[/]");
                }

                return Ask(terminal, question);
            }, static (_, _) => { });
            terminal.WriteLine();
            terminal.MarkupLine(Shown(selection.Describe()));
            var end = new SelectionPrompt<string>();
            end.AddChoices(Install, Again, Cancel);
            string decided = end.Show(terminal);
            if (decided == Install)
                return selection;
            if (decided == Cancel)
                throw new CliException(ExitCodes.Failed, "Nothing was done.");
        }
    }

    private IReadOnlyList<int> Ask(IAnsiConsole terminal, FomodQuestion question)
    {
        IReadOnlyList<int> defaults = DefaultsOf(question);
        terminal.MarkupLine($"  {Shown(question.Group.Name)}");
        for (int i = 0; i < question.Types.Count; i++)
            Describe(terminal, question, i);
        if (question.IsDecided)
            return defaults;
        // Nothing is a choice as well.
        const int none = -1;
        string Name(int i) => i == none ? "none" : Shown(question.Group.Options[i].Name);
        if (!question.IsMultiple)
        {
            var one = new SelectionPrompt<int> { Converter = Name, PageSize = PageSize };
            // The first one is under the cursor.
            int[] choices = [.. defaults, .. question.Usable.Except(defaults)];
            if (question.Group.Kind == FomodGroupKind.SelectAtMostOne)
                choices = defaults.Count > 0 ? [.. choices, none] : [none, .. choices];
            one.AddChoices(choices);
            int chosen = one.Show(terminal);
            terminal.MarkupLine($"  > {Name(chosen)}");
            return chosen == none ? [] : [chosen];
        }

        var several = new MultiSelectionPrompt<int>
        {
            Converter = Name,
            PageSize = PageSize,
            Required = question.Group.Kind == FomodGroupKind.SelectAtLeastOne && !question.Usable.Any(question.IsRequired),
        };
        several.AddChoices(question.Usable.Where(i => !question.IsRequired(i)));
        foreach (int i in defaults.Where(i => !question.IsRequired(i)))
            several.Select(i);
        IReadOnlyList<int> taken = [.. several.Show(terminal), .. question.Usable.Where(question.IsRequired)];
        terminal.MarkupLine($"  > {(taken.Count == 0 ? "none" : string.Join(", ", taken.Select(Name)))}");
        return taken;
    }

    /// <summary>Returns a text of an archive as it can be shown: a terminal would obey control characters.</summary>
    private static string Shown(string text) => Markup.Escape(string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c)));

    private static void Describe(IAnsiConsole terminal, FomodQuestion question, int i)
    {
        FomodOption option = question.Group.Options[i];
        string kind = question.Types[i] switch
        {
            FomodOptionType.Required => " (always)",
            FomodOptionType.Recommended => " (recommended)",
            FomodOptionType.NotUsable => " (can't be chosen here)",
            FomodOptionType.CouldBeUsable => " (may not work)",
            _ => "",
        };
        string text = string.Join(' ', option.Description.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        terminal.Write(new Padder(new Markup(
            $"- [bold]{Shown(option.Name)}[/]{kind}{(text.Length == 0 ? "" : ": " + Shown(text))}"), new Padding(4, 0, 0, 0)));
    }
}
