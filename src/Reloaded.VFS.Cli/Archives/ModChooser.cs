using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The terminal of this process, if a user can answer in it.</summary>
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

/// <summary>A chooser among the options and parts of an archive, which follows the command line, or asks in the terminal.</summary>
/// <param name="file">The file with the choices, or null.</param>
/// <param name="takesDefaults">True to ask nobody and take the installer's recommendations.</param>
/// <param name="console">The terminal, or null if there is none.</param>
/// <param name="program">The program that asks instead of a terminal, or null if there is none.</param>
internal sealed class ModChooser(string? file, bool takesDefaults, IAnsiConsole? console, AskingProgram? program = null)
{
    private const int PageSize = 15;
    private const string Install = "Install these", Again = "Choose again", Cancel = "Cancel";

    // What was chosen when the mod was added before.
    private FomodChoices? _earlier;

    /// <summary>Goes through an installer.</summary>
    /// <exception cref="ArchiveException">Nobody can choose, or what was chosen can't be.</exception>
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
            return Ask(program, source, script, game);
        if (console is null)
            throw source.Refuse("it has an installer that lets you choose (FOMOD), and there is no terminal to ask in",
                $"{source.LineWith("--defaults")} takes what it recommends; {source.LineWith("--choices FILE")} what a file says");
        return Ask(source, script, game);
    }

    /// <summary>Chooses among the numbered folders of an archive. Returns null if nobody can choose.</summary>
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
        StillPossible(question, _earlier?.Find(question, out _)) ?? question.Defaults();

    /// <summary>Returns the earlier choice without options that can't be chosen any more, or null if the rest isn't a valid choice.</summary>
    private static IReadOnlyList<int>? StillPossible(FomodQuestion question, IReadOnlyList<int>? chosen) =>
        chosen is not null && question.Complete([.. chosen.Intersect(question.Usable)], out string? fault) is var whole && fault is null
            ? whole
            : null;

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
            throw new CliException($"'{file}', line {e.Line}: {e.OwnText}.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.NotFound, $"'{file}' can't be read: {ErrorCause.Of(e)}.");
        }

        CliException Wrong(FomodQuestion question, string fault) => new(
            $"'{file}': '{question.Group.Name}' on the page '{question.Step.Name}' of '{source.FileName}': {fault}.",
            "It has " + string.Join(", ", question.Usable.Select(i => $"'{question.Group.Options[i].Name}'")) + ".");
    }

    private FomodSelection Ask(AskingProgram asking, ModSource source, FomodScript script, FomodGame game)
    {
        return GoThrough(script, game, static _ => { }, Answer, static _ => true);

        (IReadOnlyList<int>? Chosen, bool IsBack) Answer(FomodQuestion question, IReadOnlyList<int> before, bool isFirst) =>
            asking.Ask(source, script, question, before, isFirst) is { } chosen ? (chosen, false) : (null, true);
    }

    private FomodSelection Ask(ModSource source, FomodScript script, FomodGame game)
    {
        var terminal = new BackTerminal(console!);
        terminal.MarkupLine($"{Shown(script.Name.Length > 0 ? script.Name : source.Name)} lets you choose (Esc: one question back):");
        FomodStep? shown = null;
        return GoThrough(script, game, Show, Answer, Confirm);

        void Show(FomodQuestion question)
        {
            if (!ReferenceEquals(shown, question.Step))
            {
                shown = question.Step;
                terminal.WriteLine();
                terminal.MarkupLine($"[bold]{Shown(question.Step.Name)}[/]");
            }

            Describe(terminal, question);
        }

        (IReadOnlyList<int>? Chosen, bool IsBack) Answer(FomodQuestion question, IReadOnlyList<int> before, bool isFirst)
        {
            while (true)
            {
                IReadOnlyList<int> chosen = Ask(terminal, question, before, out bool isBack);
                if (isBack && !isFirst)
                {
                    shown = null;
                    return (question.IsMultiple ? chosen : null, true);
                }

                if (!isBack && question.Complete(chosen, out string? wrong) is var complete && wrong is null)
                    return (complete, false);
            }
        }

        bool Confirm(FomodSelection selection)
        {
            shown = null;
            terminal.WriteLine();
            terminal.MarkupLine(Shown(selection.Describe()));
            var end = new SelectionPrompt<string>();
            end.AddChoices(Install, Again, Cancel);
            string decided = end.Show(terminal);
            if (terminal.TakeBack())
                throw new StepBackException();
            return decided == Cancel ? throw new CliException("Nothing was done.") : decided == Install;
        }
    }

    /// <summary>Goes through the pages until the choices are confirmed.</summary>
    /// <param name="show">Shows a question, even one without a choice, unless it was answered before the user went back.</param>
    /// <param name="answer">
    /// Asks a question, and receives the options that are chosen at first, and whether it is the first question. Returns the chosen
    /// options, or null for those from before, and whether the user wants to return to the previous question.
    /// </param>
    /// <param name="confirm">
    /// Returns true if the choices are final, and false to begin again. Throws a <see cref="StepBackException"/> to return to the last
    /// question.
    /// </param>
    private FomodSelection GoThrough(FomodScript script, FomodGame game, Action<FomodQuestion> show,
        Func<FomodQuestion, IReadOnlyList<int>, bool, (IReadOnlyList<int>? Chosen, bool IsBack)> answer, Func<FomodSelection, bool> confirm)
    {
        // What has been chosen of each group stays its choice, however often the pages are gone through.
        var kept = new Dictionary<FomodGroup, IReadOnlyList<int>>(ReferenceEqualityComparer.Instance);
        int answered = 0;
        while (true)
        {
            int asked = 0;
            try
            {
                FomodSelection selection = FomodSelection.Make(script, game, Answer, static (_, _) => { });
                if (confirm(selection))
                    return selection;
                answered = 0;
            }
            catch (StepBackException)
            {
                answered = asked - 1;
            }

            IReadOnlyList<int> Answer(FomodQuestion question)
            {
                bool isNew = asked >= answered;
                if (isNew)
                    show(question);
                if (question.IsDecided)
                    return DefaultsOf(question);
                if (isNew)
                {
                    IReadOnlyList<int>? before = StillPossible(question, kept.GetValueOrDefault(question.Group));
                    (IReadOnlyList<int>? chosen, bool isBack) = answer(question, before ?? DefaultsOf(question), asked == 0);
                    if (chosen is not null)
                        kept[question.Group] = chosen;
                    if (isBack)
                        throw new StepBackException();
                }

                asked++;
                return kept[question.Group];
            }
        }
    }

    /// <summary>Asks about one group.</summary>
    /// <param name="before">The options that are chosen at first.</param>
    /// <param name="isBack">True if the user wants to return to the previous question.</param>
    private static IReadOnlyList<int> Ask(BackTerminal terminal, FomodQuestion question, IReadOnlyList<int> before, out bool isBack)
    {
        // Nothing is a choice as well.
        const int none = -1;
        string Name(int i) => i == none ? "none" : Shown(question.Group.Options[i].Name);
        IReadOnlyList<int> taken;
        if (question.IsMultiple)
        {
            // What goes back must get out of a question without a choice, so what must be chosen is checked afterwards.
            var several = new MultiSelectionPrompt<int> { Converter = Name, PageSize = PageSize, Required = false };
            several.AddChoices(question.Usable.Where(i => !question.IsRequired(i)));
            foreach (int i in before.Where(i => !question.IsRequired(i)))
                several.Select(i);
            taken = [.. several.Show(terminal), .. question.Usable.Where(question.IsRequired)];
        }
        else
        {
            var one = new SelectionPrompt<int> { Converter = Name, PageSize = PageSize };
            // The first one is under the cursor.
            int[] choices = [.. before, .. question.Usable.Except(before)];
            if (question.Group.Kind == FomodGroupKind.SelectAtMostOne)
                choices = before.Count > 0 ? [.. choices, none] : [none, .. choices];
            one.AddChoices(choices);
            int chosen = one.Show(terminal);
            taken = chosen == none ? [] : [chosen];
        }

        isBack = terminal.TakeBack();
        terminal.MarkupLine(isBack ? "  > (back)" : $"  > {(taken.Count == 0 ? "none" : string.Join(", ", taken.Select(Name)))}");
        return taken;
    }

    /// <summary>Returns a text of an archive without control characters, which a terminal would obey.</summary>
    private static string Shown(string text) => Markup.Escape(string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c)));

    private static void Describe(IAnsiConsole terminal, FomodQuestion question)
    {
        terminal.MarkupLine($"  {Shown(question.Group.Name)}");
        for (int i = 0; i < question.Types.Count; i++)
            Describe(terminal, question, i);
    }

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

/// <summary>The exception for a return to the previous question.</summary>
internal sealed class StepBackException : Exception;

/// <summary>A terminal in which the key Esc ends a prompt like Enter, and requests a return to the previous question.</summary>
/// <param name="inner">The terminal.</param>
internal sealed class BackTerminal(IAnsiConsole inner) : IAnsiConsole, IAnsiConsoleInput
{
    private static readonly ConsoleKeyInfo s_enter = new('\r', ConsoleKey.Enter, shift: false, alt: false, control: false);

    private bool _isBack;

    public Profile Profile => inner.Profile;
    public IAnsiConsoleCursor Cursor => inner.Cursor;
    public IAnsiConsoleInput Input => this;
    public IExclusivityMode ExclusivityMode => inner.ExclusivityMode;
    public RenderPipeline Pipeline => inner.Pipeline;

    /// <summary>Determines whether the key was pressed since the last call.</summary>
    public bool TakeBack()
    {
        bool isBack = _isBack;
        _isBack = false;
        return isBack;
    }

    public void Clear(bool home) => inner.Clear(home);
    public void Write(IRenderable renderable) => inner.Write(renderable);
    public bool IsKeyAvailable() => inner.Input.IsKeyAvailable();
    public ConsoleKeyInfo? ReadKey(bool intercept) => Take(inner.Input.ReadKey(intercept));
    public async Task<ConsoleKeyInfo?> ReadKeyAsync(bool intercept, CancellationToken cancellationToken) =>
        Take(await inner.Input.ReadKeyAsync(intercept, cancellationToken));

    private ConsoleKeyInfo? Take(ConsoleKeyInfo? key)
    {
        if (key is not { Key: ConsoleKey.Escape })
            return key;
        _isBack = true;
        return s_enter;
    }
}
