namespace Reloaded.VFS.Mods.Laying;

/// <summary>
/// Finds mods that were unpacked one or more folders too deep or one too high, so that the game would never look for their files. Not
/// thread-safe.
/// </summary>
/// <remarks>
/// Too deep is <c>MyMod/MyMod-1.2/data</c> if the game has <c>data</c>; too high is <c>MyMod/a.dds</c> if the game has <c>data/a.dds</c>.
/// This is a guess from names, hence a warning; a mod that matches nothing at any depth only adds files and is fine. The game's folders are
/// read as needed.
/// </remarks>
internal sealed class DepthCheck(IReadOnlyList<string> targets)
{
    /// <summary>The number of nested folders that are searched for the game's names.</summary>
    private const int MostLevels = 4;

    private readonly List<Content> _roots = [.. targets.Select(target => new Content(target, Visible(NameSet.Read(target))))];
    private List<Content>? _subfolders;

    /// <summary>Gets the content of the targets' folders, except what belongs to the VFS.</summary>
    public IReadOnlyDictionary<string, NameSet> TargetNames =>
        _roots.DistinctBy(root => root.Folder).ToDictionary(root => root.Folder, root => root.Names);

    /// <summary>Returns the problem with a mod's depth, or null if there seems to be none.</summary>
    public Diagnostic? Check(Mod mod, FolderListing listing)
    {
        WrongDepth? wrong = Find(listing);
        return wrong is { IsTooDeep: true } || !IsUnwrapped(mod, listing) ? wrong?.Describe(mod) : DescribeUnwrapped(mod);
    }

    /// <summary>Returns how far a mod's files are from their right depth, or null if nothing seems to be wrong.</summary>
    public WrongDepth? Find(FolderListing listing)
    {
        NameSet own = NameSet.Of(listing, 0);
        if (_roots.All(r => r.Names.Count == 0) || _roots.Any(r => r.Names.CountCommon(own) > 0))
            return null;
        return FindTooDeep(listing) ?? FindTooHigh(own);
    }

    /// <summary>
    /// Determines whether a folder of the game was put into the mods folder without a folder of the mod's own around it, so that its name
    /// is taken for that of a mod.
    /// </summary>
    private bool IsUnwrapped(Mod mod, FolderListing listing)
    {
        NameSet own = NameSet.Of(listing, 0);
        return mod.Archive is null && _roots.Any(root => root.Names.Folders.Any(folder => NameComparer.Instance.Equals(folder, mod.Name)))
            && !_roots.Any(root => root.Names.CountCommon(own) > 0);
    }

    private static Diagnostic DescribeUnwrapped(Mod mod) => Diagnostic.Warning(
        $"the files in '{mod.Name}' lie directly in the mods folder: '{mod.Name}' is a folder of the game, and no mod's name",
        file: mod.Folder, mod: mod.Name,
        fix: $"make a folder for the mod, and move '{mod.Name}' into it: {mod.Name} becomes My Mod/{mod.Name}");

    private WrongDepth? FindTooDeep(FolderListing listing)
    {
        string passed = "";
        int folder = 0;
        for (int level = 1; level <= MostLevels && NameSet.SoleFolder(listing, folder) is int inner and > 0; level++)
        {
            folder = inner;
            passed = passed.Length == 0 ? listing.GetFolderName(inner).ToString() : passed + "/" + listing.GetFolderName(inner).ToString();
            NameSet names = NameSet.Of(listing, inner);
            if (_roots.Select(r => r.Names.FirstCommon(names)).FirstOrDefault(n => n is not null) is string example)
                return new WrongDepth(level, passed, example);
        }

        return null;
    }

    private WrongDepth? FindTooHigh(NameSet own)
    {
        _subfolders ??= [.. _roots.SelectMany(
            root => root.Names.Folders.Select(folder => new Content(folder, NameSet.Read(Path.Join(root.Folder, folder)))))];
        var matches = _subfolders.Where(s => s.Names.CountCommon(own) > 0).ToList();
        return matches.Count == 1 ? new WrongDepth(-1, matches[0].Folder, own.FirstCommon(matches[0].Names)!) : null;
    }

    /// <summary>A folder of the game and the names in it.</summary>
    /// <remarks>A class: code for LINQ over any class is compiled ahead of time, but not over each structure.</remarks>
    private sealed record Content(string Folder, NameSet Names);

    /// <summary>Removes what belongs to the VFS, which isn't part of the game.</summary>
    private static NameSet Visible(NameSet names)
    {
        names.Remove(VfsConfiguration.FolderName);
        return names;
    }
}

/// <summary>The distance of a mod's files from their right depth. Immutable.</summary>
/// <param name="Levels">The number of folders that the files are too deep; -1 if they are one folder too high.</param>
/// <param name="Folder">
/// If the files are too deep, the folder in the mod that contains the right ones, with <c>/</c>; if they are too high, the folder of the
/// game in which they belong.
/// </param>
/// <param name="Example">A name that the game has, too, as an example.</param>
internal sealed record WrongDepth(int Levels, string Folder, string Example)
{
    public bool IsTooDeep => Levels > 0;

    public Diagnostic Describe(Mod mod)
    {
        if (!IsTooDeep)
            return Diagnostic.Warning($"the files of the mod '{mod.Name}' are one folder too high: the game has '{Example}' in '{Folder}'",
                file: mod.Folder, mod: mod.Name,
                fix: $"make a folder '{Folder}' in the mod and move its contents there: {mod.Name}/{Example} becomes "
                    + $"{mod.Name}/{Folder}/{Example}");
        (string depth, string up) = Levels == 1 ? ("one folder", "one level") : ($"{Levels} folders", $"{Levels} levels");
        return Diagnostic.Warning(
            $"the files of the mod '{mod.Name}' are {depth} too deep: '{Example}', which the game has at its top, is in '{Folder}'",
            file: mod.Folder, mod: mod.Name,
            fix: $"move the contents of '{Folder}' up {up}: {mod.Name}/{Folder}/{Example} becomes {mod.Name}/{Example}");
    }
}
