using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Resolving;

/// <content>The reasons why a path isn't seen.</content>
public sealed partial class ModResolver
{
    /// <summary>Returns why the game doesn't see a path that mods or the game have, or null if none of them has it.</summary>
    /// <param name="path">As for <see cref="Which"/>, which has no answer for this path.</param>
    internal UnseenName? FindUnseen(string path) =>
        Locate(path) is (AppliedTarget target, { Length: > 0 } relative) ? FindUnseen(target, relative) : null;

    /// <summary>
    /// Lists, by path, what mods or the game have and the game doesn't see because a mod or the overwrite folder hides it. What is in a
    /// hidden folder isn't listed.
    /// </summary>
    /// <param name="path">The folder to look in, as for <see cref="Which"/>; empty for the first target itself.</param>
    internal IReadOnlyList<UnseenName> ListHidden(string path = "")
    {
        if (Locate(path) is not (AppliedTarget target, string relative))
            return [];
        string around = target.PathOf(relative);
        (string Folder, FolderListing Listing)[] layers =
            [.. Applied.Layers.Select(layer => (layer.Plan.Folder, layer.Plan.Part.Listing)), .. _overwrite];
        var found = new SortedDictionary<string, UnseenName>(NameComparer.Instance);
        foreach ((string folder, FolderListing listing) in layers)
        {
            if (listing.Hides.IsEmpty)
                continue;
            string[] folders = FoldersOf(listing);
            foreach (string hidden in listing.Hides.Names.Select(name => $@"{folders[name.Folder]}\{name.Name}")
                .Concat(listing.Hides.Paths.Select(below => "\\" + below)))
                FindHidden(folder + hidden, around, found);
            foreach (PathPattern pattern in listing.Hides.Patterns)
            {
                foreach (string match in layers.SelectMany(layer => PathsOf(layer.Folder, layer.Listing)))
                {
                    if (match.Length > folder.Length && VirtualPath.IsSameOrBelow(match, folder)
                        && pattern.Matches(match.AsSpan(folder.Length + 1)))
                        FindHidden(match, around, found);
                }
            }
        }

        return [.. found.Where(one => !IsInFound(one.Key, found)).Select(one => one.Value)];
    }

    private void FindHidden(string virtualPath, string around, SortedDictionary<string, UnseenName> found)
    {
        if (found.ContainsKey(virtualPath) || !VirtualPath.IsSameOrBelow(virtualPath, around)
            || TargetOf(virtualPath) is not (AppliedTarget target, { Length: > 0 } relative))
            return;
        if (Resolve(target, relative) is not { } seen)
        {
            if (FindUnseen(target, relative) is { Providers: [var provider, ..] } unseen)
                found.Add(virtualPath, unseen with { Path = relative[..(relative.LastIndexOf('\\') + 1)] + Path.GetFileName(provider.Path) });
            return;
        }

        // A higher mod has the folder, too: what lower mods and the game have in it is hidden all the same.
        if (!seen.IsFolder)
            return;
        IEnumerable<string> folders = ProvidersOf(_files.GetProviders(virtualPath, hidesCount: false)).Where(one => one.IsFolder)
            .Select(one => one.Path);
        if (_game.Find(target.Folder, relative) is { IsFolder: true } own)
            folders = folders.Append(own.Path);
        foreach (string name in folders.SelectMany(folder => _game.Read(folder).Keys).Distinct(NameComparer.Instance).ToList())
            FindHidden($@"{virtualPath}\{name}", around, found);
    }

    private static bool IsInFound(string path, SortedDictionary<string, UnseenName> found)
    {
        for (int end = path.LastIndexOf('\\'); end > 0; end = path.LastIndexOf('\\', end - 1))
        {
            if (found.ContainsKey(path[..end]))
                return true;
        }

        return false;
    }

    /// <summary>Returns the path of each folder of a listing, with a leading backslash; empty for folder 0.</summary>
    private static string[] FoldersOf(FolderListing listing)
    {
        string[] paths = new string[listing.FolderCount];
        paths[0] = "";
        for (int i = 1; i < paths.Length; i++)
            paths[i] = $@"{paths[listing.GetParent(i)]}\{listing.GetFolderName(i)}";
        return paths;
    }

    private static IEnumerable<string> PathsOf(string folder, FolderListing listing)
    {
        string[] folders = FoldersOf(listing);
        for (int i = 0; i < folders.Length; i++)
        {
            if (i > 0)
                yield return folder + folders[i];
            (int first, int count) = listing.GetFiles(i);
            for (int file = first; file < first + count; file++)
                yield return $@"{folder}{folders[i]}\{listing.GetFileName(file)}";
        }
    }

    private UnseenName? FindUnseen(AppliedTarget target, string relative)
    {
        string seen = target.PathOf(relative);
        List<Provider> providers = ProvidersOf(_files.GetProviders(seen, hidesCount: false));
        if (_game.Find(target.Folder, relative) is { } own)
            providers.Add(new Provider(null, own.Path, own.IsFolder));
        List<UnseenReason> reasons = providers.Count == 0 ? [] : [.. FindCovering(target, relative, seen)];
        if (target.IsConfigured)
            reasons.AddRange(FindMoved(relative));
        return reasons.Count == 0 ? null : new UnseenName(relative, reasons, providers);
    }

    private IEnumerable<UnseenReason> FindCovering(AppliedTarget target, string relative, string seen)
    {
        for (int end = relative.IndexOf('\\'); end >= 0; end = relative.IndexOf('\\', end + 1))
        {
            if (Resolve(target, relative[..end]) is { IsFolder: false, Winner: { } file })
                return [new UnseenReason(UnseenCause.BelowFile, file.Mod, file.Path)];
        }

        if (_files.FindHider(seen) is not { } handle || _files.GetLayer(handle) is not { } layer)
            return [];
        string? mod = _modNames.GetValueOrDefault(handle);
        string root = HostPath(layer.Source);
        GameFiles files = new([root]);
        string below = seen[(layer.Target.Length + 1)..];
        for (int end = below.IndexOf('\\') is var first and >= 0 ? first : below.Length; end >= 0;
            end = end == below.Length ? -1 : below.IndexOf('\\', end + 1) is var next and >= 0 ? next : below.Length)
        {
            if (files.Find(root, below[..end] + HideMarker.Ending) is { IsFolder: false, Path: var marker })
            {
                bool isDeleted = mod == OverwriteName || HideMarker.IsOfDeleted(marker);
                return [new UnseenReason(isDeleted ? UnseenCause.Deleted : UnseenCause.Hidden, mod, marker)];
            }
        }

        return [new UnseenReason(UnseenCause.Hidden, mod, _set.Mods.FirstOrDefault(one => one.Mod.Name == mod)?.Mod.Metadata.File)];
    }

    /// <summary>Returns the mods whose own folder has the path but whose map moves it elsewhere.</summary>
    private IEnumerable<UnseenReason> FindMoved(string relative)
    {
        foreach (LoadedMod mod in _set.Mods)
        {
            if (mod.Listing is not { } listing || !Has(listing, relative) || ModMap.Of(_set.Configuration, mod.Mod) is null)
                continue;
            string[] places = [.. mod.Parts.Select(part => PathIn(part, relative)).OfType<string>()];
            string? file = new GameFiles([mod.Mod.Folder]).Find(mod.Mod.Folder, relative)?.Path;
            if (!places.Contains(relative, NameComparer.Instance))
                yield return new UnseenReason(UnseenCause.Moved, mod.Mod.Name, file, places.FirstOrDefault());
        }
    }

    /// <summary>Returns the path to which a part of a mod moves a path in the mod, or null if the part doesn't contain it.</summary>
    private static string? PathIn(ModPart part, string relative)
    {
        string start = string.Join('\\', part.Names);
        if (!VirtualPath.IsSameOrBelow(relative, start) && start.Length > 0)
            return null;
        string below = relative[start.Length..].TrimStart('\\');
        return !Has(part.Listing, below) ? null : part.To.Length == 0 ? below : below.Length == 0 ? part.To : $"{part.To}\\{below}";
    }

    private static bool Has(FolderListing listing, string relative) => ListingSearch.FindFolded(listing, relative).Count > 0
        || ListingSearch.FindFolded(listing, VirtualPath.GetParent(relative))
            .Exists(folder => !ListingSearch.FindFile(listing, folder, VirtualPath.GetName(relative)).IsEmpty);
}
