using Reloaded.VFS.Cli.Archives.Unpacking;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>A FOMOD installer, as its <c>ModuleConfig.xml</c> describes it. Immutable.</summary>
/// <param name="Name">The mod's name.</param>
/// <param name="Needs">The condition without which the mod can't be installed at all, or null.</param>
/// <param name="Required">The files that are always installed.</param>
/// <param name="Steps">The steps in the order in which they are shown.</param>
/// <param name="Conditional">The files that depend on what was chosen.</param>
internal sealed record FomodScript(string Name, FomodCondition? Needs, IReadOnlyList<FomodFile> Required, IReadOnlyList<FomodStep> Steps,
    IReadOnlyList<FomodPattern> Conditional)
{
    /// <summary>Gets the folder that the installer's paths begin at, or an empty text.</summary>
    public string Root { get; init; } = "";

    /// <summary>Reads an installer.</summary>
    /// <param name="content">The file's bytes.</param>
    /// <exception cref="FomodException">The file can't be understood.</exception>
    public static FomodScript Parse(ReadOnlySpan<byte> content)
    {
        FomodElement root = FomodElement.Parse(content);
        if (!root.Is("config"))
            throw new FomodException(root.Line, $"its first element is '{root.Name}', not 'config'");
        return new FomodScript(
            root.Child("moduleName")?.Text ?? "",
            root.Child("moduleDependencies") is { } needs ? FomodCondition.Read(needs) : null,
            FomodFile.ReadAll(root.Child("requiredInstallFiles")),
            Sorted(root.Child("installSteps"), "installStep", ReadStep, step => step.Name),
            [.. Patterns(root.Child("conditionalFileInstalls")).Select(pattern => new FomodPattern(
                FomodCondition.ReadIn(pattern), FomodFile.ReadAll(pattern.Child("files"))))]);
    }

    /// <summary>Returns the elements that contain conditions.</summary>
    public static IEnumerable<FomodElement> Patterns(FomodElement? element) => element?.Child("patterns")?.All("pattern") ?? [];

    private static FomodStep ReadStep(FomodElement element) => new(
        element["name"] ?? "",
        element.Child("visible") is { } visible ? FomodCondition.Read(visible) : null,
        Sorted(element.Child("optionalFileGroups"), "group", ReadGroup, group => group.Name));

    private static FomodGroup ReadGroup(FomodElement element) => new(
        element["name"] ?? "",
        One<FomodGroupKind>(element, "type"),
        Sorted(element.Child("plugins"), "plugin", ReadOption, option => option.Name));

    private static FomodOption ReadOption(FomodElement element)
    {
        FomodElement? type = element.Child("typeDescriptor");
        FomodElement? depends = type?.Child("dependencyType");
        FomodElement? simple = depends is null ? type?.Child("type") : depends.Child("defaultType");
        return new FomodOption(
            element["name"] ?? "",
            element.Child("description")?.Text ?? "",
            FomodFile.ReadAll(element.Child("files")),
            [.. (element.Child("conditionFlags")?.All("flag") ?? []).Select(flag => (flag["name"] ?? "", flag.Text))],
            simple is null ? FomodOptionType.Optional : One<FomodOptionType>(simple, "name"),
            [.. Patterns(depends).Select(pattern => (FomodCondition.ReadIn(pattern), One<FomodOptionType>(
                pattern.Child("type") ?? throw new FomodException(pattern.Line, "a 'pattern' has no 'type'"), "name")))])
        {
            Picture = PictureOf(element.Child("image")?["path"]),
        };
    }

    // A picture that can't be one is left out: nothing is installed from it.
    private static string? PictureOf(string? path)
    {
        if (path is null)
            return null;
        string[] parts = EntryName.Split(path.Trim(), out bool leadsOut);
        return parts.Length == 0 || leadsOut || EntryName.WhyImpossible(parts) is not null ? null : string.Join('/', parts);
    }

    /// <summary>Reads elements in the order that the installer requests; by name if it requests none.</summary>
    private static IReadOnlyList<T> Sorted<T>(FomodElement? list, string name, Func<FomodElement, T> read, Func<T, string> nameOf)
    {
        if (list is null)
            return [];
        IEnumerable<T> items = list.All(name).Select(read);
        return (list["order"] ?? "Ascending").ToUpperInvariant() switch
        {
            "EXPLICIT" => [.. items],
            "DESCENDING" => [.. items.OrderByDescending(nameOf, StringComparer.OrdinalIgnoreCase)],
            "ASCENDING" => [.. items.OrderBy(nameOf, StringComparer.OrdinalIgnoreCase)],
            _ => throw new FomodException(list.Line, $"'{list["order"]}' is no order: Ascending, Descending or Explicit"),
        };
    }

    /// <summary>Reads an attribute that must be one of several words.</summary>
    /// <exception cref="FomodException">It is none of them.</exception>
    public static T One<T>(FomodElement element, string attribute)
        where T : struct, Enum
    {
        string value = element[attribute] ?? throw new FomodException(element.Line, $"'{element.Name}' has no '{attribute}'");
        return Enum.TryParse(value, ignoreCase: true, out T one) && Enum.IsDefined(one) && !char.IsAsciiDigit(value[0])
            ? one
            : throw new FomodException(element.Line,
                $"'{value}' is no '{attribute}' of '{element.Name}': {string.Join(", ", Enum.GetNames<T>())}");
    }
}

/// <summary>A page of an installer. Immutable.</summary>
/// <param name="Name">The heading.</param>
/// <param name="Visible">The condition under which the page is shown; null for always.</param>
/// <param name="Groups">The groups of options.</param>
internal sealed record FomodStep(string Name, FomodCondition? Visible, IReadOnlyList<FomodGroup> Groups);

/// <summary>A group of options. Immutable.</summary>
/// <param name="Name">The heading.</param>
/// <param name="Kind">The number of options that may be chosen.</param>
internal sealed record FomodGroup(string Name, FomodGroupKind Kind, IReadOnlyList<FomodOption> Options);

/// <summary>The number of options of a group that may be chosen. The names are those of the format.</summary>
internal enum FomodGroupKind
{
    SelectAtLeastOne,

    /// <summary>One or none.</summary>
    SelectAtMostOne,

    SelectExactlyOne,
    SelectAll,
    SelectAny,
}

/// <summary>An option. Immutable.</summary>
/// <param name="Description">The description, which may have several lines.</param>
/// <param name="Files">The files that are installed if it is chosen.</param>
/// <param name="Flags">The flags that are set if it is chosen.</param>
/// <param name="Type">The type if no pattern holds.</param>
/// <param name="Types">The types by condition; the first condition that holds counts.</param>
internal sealed record FomodOption(string Name, string Description, IReadOnlyList<FomodFile> Files,
    IReadOnlyList<(string Name, string Value)> Flags, FomodOptionType Type, IReadOnlyList<(FomodCondition When, FomodOptionType Type)> Types)
{
    /// <summary>Gets the path of its picture in the archive, with <c>/</c>, or null.</summary>
    public string? Picture { get; init; }
}

/// <summary>The recommendation that an installer gives for an option. The names are those of the format.</summary>
internal enum FomodOptionType
{
    /// <summary>It is always chosen.</summary>
    Required,

    /// <summary>It is chosen or not.</summary>
    Optional,

    /// <summary>It is chosen unless the user decides otherwise.</summary>
    Recommended,

    /// <summary>It can't be chosen.</summary>
    NotUsable,

    /// <summary>It can be chosen, but may not work.</summary>
    CouldBeUsable,
}

/// <summary>Files that are installed if a condition holds. Immutable.</summary>
internal sealed record FomodPattern(FomodCondition When, IReadOnlyList<FomodFile> Files);

/// <summary>A file or folder to be installed. Immutable.</summary>
/// <param name="Source">The path in the archive, with <c>/</c>; empty for all of it.</param>
/// <param name="Destination">The path in the mod, with <c>/</c>; empty for the mod's folder.</param>
/// <param name="IsFolder">True if it is a folder.</param>
/// <param name="IsAlways">True if it is installed whatever is chosen.</param>
/// <param name="IsIfUsable">True if it is installed whatever is chosen, unless its option isn't usable.</param>
/// <param name="Priority">The priority; a higher one wins.</param>
/// <param name="Line">The line of the installer.</param>
internal sealed record FomodFile(string Source, string Destination, bool IsFolder, bool IsAlways, bool IsIfUsable, int Priority, int Line)
{
    /// <summary>Reads a list of files, which may be missing.</summary>
    /// <exception cref="FomodException">A file can't be understood.</exception>
    public static IReadOnlyList<FomodFile> ReadAll(FomodElement? list) => list is null
        ? []
        : [.. list.Children.Where(child => child.Is("file") || child.Is("folder")).Select(Read)];

    private static FomodFile Read(FomodElement element)
    {
        bool isFolder = element.Is("folder");
        string given = element["source"] ?? throw new FomodException(element.Line, $"'{element.Name}' has no 'source'");
        string source = PathOf(given, element);
        string? to = element["destination"];
        string destination = to is null ? source : PathOf(to, element);
        // A file's destination that is a folder, or nothing, keeps the file's name.
        if (!isFolder && to is not null && (destination.Length == 0 || to.TrimEnd() is [.., '/' or '\\']))
            destination = $"{destination}/{source[(source.LastIndexOf('/') + 1)..]}".TrimStart('/');
        if (!isFolder && source.Length == 0)
            throw new FomodException(element.Line, "a 'file' has an empty 'source'");
        return new FomodFile(source, destination, isFolder, IsTrue(element["alwaysInstall"]), IsTrue(element["installIfUsable"]),
            element["priority"] is not { } priority ? 0
                : int.TryParse(priority.Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number) ? number
                : throw new FomodException(element.Line, $"'{priority}' is no number for 'priority'"),
            element.Line);
    }

    private static string PathOf(string path, FomodElement element)
    {
        string[] parts = EntryName.Split(path.Trim().TrimStart('/', '\\'), out bool leadsOut);
        if (leadsOut)
            throw new FomodException(element.Line, $"'{path}' leads out of the mod");
        if (parts.Length > UnpackLimits.Deepest)
            throw new FomodException(element.Line,
                $"'{ModName.Show(path)}' lies {parts.Length - 1:N0} folders deep, {UnpackLimits.Deepest - 1} are allowed");
        return EntryName.WhyImpossible(parts) is { } cause
            ? throw new FomodException(element.Line, $"Windows can't have '{path}': {cause}")
            : string.Join('/', parts);
    }

    private static bool IsTrue(string? value) => value?.Trim() is "1" || "true".Equals(value?.Trim(), StringComparison.OrdinalIgnoreCase);
}
