using Reloaded.VFS.Cli.Archives.Unpacking;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>A condition of an installer. Immutable.</summary>
internal abstract record FomodCondition
{
    public abstract bool Holds(IReadOnlyDictionary<string, string> flags, FomodGame game);
    public abstract string Describe();

    /// <summary>Reads the conditions of an element, all of which must hold, or one of which.</summary>
    /// <exception cref="FomodException">A condition can't be understood.</exception>
    public static FomodCondition Read(FomodElement element)
    {
        bool isOr = element["operator"] is { } word && (word.Equals("Or", StringComparison.OrdinalIgnoreCase)
            || (word.Equals("And", StringComparison.OrdinalIgnoreCase)
                ? false
                : throw new FomodException(element.Line, $"'{word}' is no operator: And or Or")));
        return new FomodConditions(isOr, [.. element.Children.Select(ReadOne).OfType<FomodCondition>()]);
    }

    /// <summary>Reads the conditions in an element's <c>dependencies</c>, which hold if there are none.</summary>
    /// <exception cref="FomodException">A condition can't be understood.</exception>
    public static FomodCondition ReadIn(FomodElement element) =>
        element.Child("dependencies") is { } dependencies ? Read(dependencies) : new FomodConditions(false, []);

    private static FomodCondition? ReadOne(FomodElement element) => element.Name.ToUpperInvariant() switch
    {
        "DEPENDENCIES" or "MODULEDEPENDENCIES" => Read(element),
        "FLAGDEPENDENCY" => new FomodFlagCondition(element["flag"] ?? "", element["value"] ?? ""),
        "FILEDEPENDENCY" => new FomodFileCondition(
            string.Join('/', EntryName.Split((element["file"] ?? "").Trim(), out _)), FomodScript.One<FomodFileState>(element, "state")),
        "GAMEDEPENDENCY" => new FomodVersionCondition(VersionOf(element), IsGame: true),
        "FOSEDEPENDENCY" => new FomodVersionCondition(VersionOf(element), IsGame: false),
        // The version of the program that runs the installer.
        "FOMMDEPENDENCY" => null,
        _ => throw new FomodException(element.Line, $"'{element.Name}' is no condition"),
    };

    private static Version VersionOf(FomodElement element) => ParseVersion(element["version"] ?? "")
        ?? throw new FomodException(element.Line, $"'{element["version"]}' is no version");

    /// <summary>Parses a version of one to four numbers; null if it is none.</summary>
    public static Version? ParseVersion(string text)
    {
        string[] parts = text.Trim().Split('.', ',');
        int[] numbers = new int[4];
        if (parts.Length > numbers.Length)
            return null;
        for (int i = 0; i < parts.Length; i++)
        {
            if (!int.TryParse(parts[i].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i]))
                return null;
        }

        return new Version(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}

/// <summary>Several conditions in one. Immutable.</summary>
/// <param name="IsOr">True if one of the conditions is enough.</param>
/// <param name="All">The conditions; an empty list holds.</param>
internal sealed record FomodConditions(bool IsOr, IReadOnlyList<FomodCondition> All) : FomodCondition
{
    public override bool Holds(IReadOnlyDictionary<string, string> flags, FomodGame game) => IsOr && All.Count > 0
        ? All.Any(one => one.Holds(flags, game))
        : All.All(one => one.Holds(flags, game));

    public override string Describe() => string.Join(IsOr ? " or " : " and ",
        All.Select(one => one is FomodConditions { All.Count: > 1 } ? $"({one.Describe()})" : one.Describe()));
}

/// <summary>A flag that must have a value; one that isn't set has an empty one. Immutable.</summary>
internal sealed record FomodFlagCondition(string Flag, string Value) : FomodCondition
{
    public override bool Holds(IReadOnlyDictionary<string, string> flags, FomodGame game) => flags.GetValueOrDefault(Flag, "") == Value;
    public override string Describe() => $"the flag '{Flag}' as '{Value}'";
}

/// <summary>A file of the game, or of a mod, that must be there or not. Immutable.</summary>
/// <param name="File">The path from the folder of mods' files on, with <c>/</c>.</param>
internal sealed record FomodFileCondition(string File, FomodFileState State) : FomodCondition
{
    public override bool Holds(IReadOnlyDictionary<string, string> flags, FomodGame game) => game.StateOf(File) == State;
    public override string Describe() => State switch
    {
        FomodFileState.Active => $"'{File}'",
        FomodFileState.Inactive => $"'{File}' in a mod that is off",
        _ => $"no '{File}'",
    };
}

/// <summary>The lowest version that the game, or its script extender, must have. An unknown version is accepted. Immutable.</summary>
/// <param name="IsGame">True if it is the game's; otherwise its script extender's.</param>
internal sealed record FomodVersionCondition(Version Version, bool IsGame) : FomodCondition
{
    public override bool Holds(IReadOnlyDictionary<string, string> flags, FomodGame game) =>
        (IsGame ? game.GameVersion : game.ExtenderVersion) is not { } version || version >= Version;

    public override string Describe() => $"version {Version} of the {(IsGame ? "game" : "script extender")} or a later one";
}

/// <summary>The states of a file that an installer can ask for. The names are those of the format.</summary>
internal enum FomodFileState
{
    /// <summary>Neither the game nor a mod has it.</summary>
    Missing,

    /// <summary>A mod that is switched off has it.</summary>
    Inactive,

    /// <summary>The game sees it.</summary>
    Active,
}
