namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>A choice among the options of one group.</summary>
/// <param name="question">The group, and what may be chosen.</param>
/// <returns>The numbers of the chosen options, in any order. Options that must be chosen may be missing.</returns>
internal delegate IReadOnlyCollection<int> FomodAnswer(FomodQuestion question);

/// <summary>A group of options to choose from. Immutable.</summary>
/// <param name="Step">The page.</param>
/// <param name="Types">The type of each option, under the flags that are set.</param>
internal sealed record FomodQuestion(FomodStep Step, FomodGroup Group, IReadOnlyList<FomodOptionType> Types)
{
    /// <summary>Gets a value indicating whether more than one option may be chosen.</summary>
    public bool IsMultiple => Group.Kind is not (FomodGroupKind.SelectExactlyOne or FomodGroupKind.SelectAtMostOne);

    /// <summary>Gets a value indicating whether there is nothing to decide.</summary>
    public bool IsDecided => Group.Kind == FomodGroupKind.SelectAll || Usable.All(IsRequired)
        || (!IsMultiple && Usable.Any(IsRequired)) || (Group.Kind == FomodGroupKind.SelectExactlyOne && Usable.Count() == 1);

    /// <summary>Gets the numbers of the options that can be chosen.</summary>
    public IEnumerable<int> Usable => Enumerable.Range(0, Types.Count).Where(i => Types[i] != FomodOptionType.NotUsable);

    /// <summary>Determines whether an option is always chosen.</summary>
    public bool IsRequired(int option) => Types[option] == FomodOptionType.Required;

    /// <summary>Returns the default choice: the required and the recommended options, and the first option if one must be chosen.</summary>
    public IReadOnlyList<int> Defaults()
    {
        int[] usable = [.. Usable];
        if (Group.Kind == FomodGroupKind.SelectAll)
            return usable;
        int[] wanted = [.. usable.Where(IsRequired), .. usable.Where(i => Types[i] == FomodOptionType.Recommended)];
        if (wanted.Length == 0 && Group.Kind is FomodGroupKind.SelectExactlyOne or FomodGroupKind.SelectAtLeastOne)
            wanted = [.. usable.Where(i => Types[i] == FomodOptionType.Optional).Concat(usable).Take(1)];
        return IsMultiple ? wanted : [.. wanted.Take(1)];
    }

    /// <summary>Adds the options that must be chosen to a choice, and returns it in the order of the options.</summary>
    /// <param name="chosen">The choice.</param>
    /// <param name="fault">The fault of the choice, or null.</param>
    public IReadOnlyList<int> Complete(IReadOnlyCollection<int> chosen, out string? fault)
    {
        int[] usable = [.. Usable];
        fault = null;
        if (Group.Kind == FomodGroupKind.SelectAll)
            return usable;
        if (chosen.FirstOrDefault(i => !usable.Contains(i), -1) is >= 0 and var bad)
            fault = $"'{Group.Options[bad].Name}' can't be chosen here";
        int[] all = [.. usable.Where(i => chosen.Contains(i) || (IsMultiple && IsRequired(i)))];
        if (!IsMultiple && Array.FindIndex(usable, IsRequired) is >= 0 and var must)
            all = [usable[must]];
        if (!IsMultiple && all.Length > 1)
            fault ??= "only one may be chosen";
        if (all.Length == 0 && usable.Length > 0 && Group.Kind is FomodGroupKind.SelectExactlyOne or FomodGroupKind.SelectAtLeastOne)
            fault ??= "one must be chosen";
        return all;
    }
}

/// <summary>The choices made in an installer. Immutable.</summary>
/// <param name="Script">The installer.</param>
/// <param name="Groups">The groups that were shown, in order, each with the numbers of its chosen options.</param>
/// <param name="Flags">The flags that are set after the last page.</param>
/// <param name="Files">The files to be installed, in the order in which they are: a later one wins.</param>
internal sealed record FomodSelection(FomodScript Script, IReadOnlyList<(FomodStep Step, FomodGroup Group, IReadOnlyList<int> Chosen)> Groups,
    IReadOnlyDictionary<string, string> Flags, IReadOnlyList<FomodFile> Files)
{
    /// <summary>Goes through an installer's pages.</summary>
    /// <param name="answer">Chooses in each group.</param>
    /// <param name="fault">Is told what is wrong with a choice, which may then throw; otherwise the defaults are taken.</param>
    public static FomodSelection Make(FomodScript script, FomodGame game, FomodAnswer answer, Action<FomodQuestion, string> fault)
    {
        var flags = new Dictionary<string, string>(StringComparer.Ordinal);
        var groups = new List<(FomodStep, FomodGroup, IReadOnlyList<int>)>();
        List<FomodFile> files = [.. script.Required];
        foreach (FomodStep step in script.Steps)
        {
            bool isVisible = step.Visible?.Holds(flags, game) != false;
            var set = new List<(string Name, string Value)>();
            foreach (FomodGroup group in step.Groups)
            {
                var question = new FomodQuestion(step, group, [.. group.Options.Select(option => TypeOf(option, flags, game))]);
                IReadOnlyList<int> chosen = isVisible ? Ask(question, answer, fault) : [];
                if (isVisible)
                    groups.Add((step, group, chosen));
                for (int i = 0; i < group.Options.Count; i++)
                {
                    bool isChosen = chosen.Contains(i), isUsable = question.Types[i] != FomodOptionType.NotUsable;
                    files.AddRange(group.Options[i].Files.Where(file => isChosen || file.IsAlways || (file.IsIfUsable && isUsable)));
                    if (isChosen)
                        set.AddRange(group.Options[i].Flags);
                }
            }

            // The options of a page don't see each other's flags.
            foreach ((string name, string value) in set)
                flags[name] = value;
        }

        files.AddRange(script.Conditional.Where(pattern => pattern.When.Holds(flags, game)).SelectMany(pattern => pattern.Files));
        return new FomodSelection(script, groups, flags, [.. files.OrderBy(file => file.Priority)]);
    }

    /// <summary>Describes the choices in a sentence.</summary>
    public string Describe()
    {
        string[] chosen = [.. Groups.Where(group => group.Chosen.Count > 0).Select(group =>
            $"{group.Group.Name}: {string.Join(", ", group.Chosen.Select(i => group.Group.Options[i].Name))}")];
        return chosen.Length == 0 ? "its installer has nothing to choose" : "chosen in its installer: " + string.Join("; ", chosen);
    }

    private static IReadOnlyList<int> Ask(FomodQuestion question, FomodAnswer answer, Action<FomodQuestion, string> fault)
    {
        IReadOnlyList<int> chosen = question.Complete(answer(question), out string? wrong);
        if (wrong is null)
            return chosen;
        fault(question, wrong);
        return question.Defaults();
    }

    private static FomodOptionType TypeOf(FomodOption option, IReadOnlyDictionary<string, string> flags, FomodGame game) =>
        option.Types.Where(one => one.When.Holds(flags, game)).Select(one => one.Type).FirstOrDefault(option.Type);
}
