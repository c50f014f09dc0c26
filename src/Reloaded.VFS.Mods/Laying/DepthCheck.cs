using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>
/// Finds mods that were unpacked one folder too deep (<c>MyMod/MyMod-1.2/data</c> where the game has <c>data</c>) or too high
/// (<c>MyMod/a.dds</c> where the game has <c>data/a.dds</c>): their files would be somewhere where the game never looks. A guess from
/// names, hence a warning; a mod that matches nothing at any depth only adds files and is fine. Reads the game's folders as needed.
/// Not thread-safe.
/// </summary>
internal sealed class DepthCheck(IReadOnlyList<string> targets)
{
    /// <summary>How many folders one in another are looked through for the game's names.</summary>
    private const int MostLevels = 4;

    private readonly List<(string Folder, NameSet Names)> _roots = [.. targets.Select(t => (t, Visible(NameSet.Read(t))))];
    private List<(string Name, NameSet Names)>? _subfolders;

    /// <summary>What the targets' folders have, but for what is the VFS's.</summary>
    public IReadOnlyDictionary<string, NameSet> TargetNames =>
        _roots.DistinctBy(root => root.Folder).ToDictionary(root => root.Folder, root => root.Names);

    /// <summary>What is wrong with a mod's depth; null where nothing seems to be.</summary>
    public Diagnostic? Check(Mod mod, FolderListing listing) => Find(listing)?.Describe(mod);

    /// <summary>How far from their right depth a mod's files are; null where nothing seems to be wrong.</summary>
    public WrongDepth? Find(FolderListing listing)
    {
        NameSet own = NameSet.Of(listing, 0);
        if (_roots.All(r => r.Names.Count == 0) || _roots.Any(r => r.Names.CountCommon(own) > 0))
            return null;
        return FindTooDeep(listing) ?? FindTooHigh(own);
    }

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
        _subfolders ??= ReadSubfolders();
        var matches = _subfolders.Where(s => s.Names.CountCommon(own) > 0).ToList();
        return matches.Count == 1 ? new WrongDepth(-1, matches[0].Name, own.FirstCommon(matches[0].Names)!) : null;
    }

    private List<(string Name, NameSet Names)> ReadSubfolders() =>
        [.. from root in _roots from folder in root.Names.Folders select (folder, NameSet.Read(Path.Join(root.Folder, folder)))];

    /// <summary>What is the VFS's is no part of the game.</summary>
    private static NameSet Visible(NameSet names)
    {
        names.Remove(VfsConfiguration.FolderName);
        return names;
    }
}

/// <summary>How far from their right depth a mod's files are. Immutable.</summary>
/// <param name="Levels">How many folders too deep; -1: one folder too high.</param>
/// <param name="Folder">
/// Of files that are too deep, the folder in the mod that the right ones are in, with <c>/</c>; of files that are too high, the folder of
/// the game that they belong in.
/// </param>
/// <param name="Example">A name that shows it: the game has it too.</param>
internal sealed record WrongDepth(int Levels, string Folder, string Example)
{
    /// <summary>Whether the files are too deep.</summary>
    public bool IsTooDeep => Levels > 0;

    /// <summary>What there is to tell of a mod.</summary>
    public Diagnostic Describe(Mod mod)
    {
        if (!IsTooDeep)
        {
            return Diagnostic.Warning(
                $"the files of the mod '{mod.Name}' are one folder too high: the game has '{Example}' in '{Folder}'") with
            {
                File = mod.Folder,
                Mod = mod.Name,
                Fix = $"make a folder '{Folder}' in the mod and move its contents there: {mod.Name}/{Example} becomes "
                    + $"{mod.Name}/{Folder}/{Example}",
            };
        }

        string depth = Levels == 1 ? "one folder" : $"{Levels} folders";
        string up = Levels == 1 ? "one level" : $"{Levels} levels";
        return Diagnostic.Warning(
            $"the files of the mod '{mod.Name}' are {depth} too deep: '{Example}', which the game has at its "
                + $"top, is in '{Folder}'") with
        {
            File = mod.Folder,
            Mod = mod.Name,
            Fix = $"move the contents of '{Folder}' up {up}: {mod.Name}/{Folder}/{Example} becomes {mod.Name}/{Example}",
        };
    }
}
