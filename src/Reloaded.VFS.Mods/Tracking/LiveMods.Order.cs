using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>Mods that are added and removed, their order, and the preferences.</content>
internal sealed partial class LiveMods
{
    private readonly VfsConfiguration _configuration;
    private readonly ScanOptions _options;
    private readonly List<AppliedTarget> _targets;
    private bool _orderIsStale;

    /// <summary>Notes that a name in the mods folder has changed: <c>order.txt</c>, <c>prefer.txt</c>, or a mod as a whole.</summary>
    public void ModsFolderChanged(string name, ChangeKind kind)
    {
        // A folder's content is reported for the folder itself; only these files are read.
        if (kind == ChangeKind.Modified && !NameComparer.Instance.Equals(name, OrderFile.Name)
            && !NameComparer.Instance.Equals(name, PreferenceFile.Name))
            return;
        _orderIsStale = true;
        if (_roots.Find(r => r.IsMod && r.Name == name) is { } root)
            Lost(root, [], deep: true);
    }

    /// <summary>
    /// Notes that the content of the mods folder is no longer known, because its watch lost changes or it wasn't watched from the start.
    /// </summary>
    /// <param name="isOther">True if another folder has its place, with other folders of the mods.</param>
    public void ModsFolderLost(bool isOther = false)
    {
        _orderIsStale = true;
        foreach (LiveRoot root in _roots.Where(root => isOther && root.IsMod))
            Lost(root, [], deep: true);
    }

    /// <summary>Starts tracking a folder that was laid over the game beside the mods.</summary>
    /// <param name="folder">The real folder.</param>
    /// <param name="listing">The listing from which the layer was made.</param>
    /// <param name="layer">The layer's handle.</param>
    /// <param name="target">The canonical virtual folder over which it lies.</param>
    /// <param name="options">The options with which it was scanned.</param>
    /// <param name="isBelowMods">True if it lies below all mods.</param>
    public LiveRoot Add(string folder, FolderListing listing, int layer, string target, ScanOptions options, bool isBelowMods = false)
    {
        var root = new LiveRoot(folder, folder, options, listing) { IsBelowMods = isBelowMods };
        root.Layers.Add(new LiveLayer(layer, target, [], listing));
        _roots.Add(root);
        return root;
    }

    /// <summary>
    /// Stops tracking the folder of a layer that others have removed. Returns null if no tracked folder has the layer, or its folder has
    /// other layers.
    /// </summary>
    public LiveRoot? Forget(int layer)
    {
        LiveRoot? root = _roots.Find(r => r.Layers.Exists(l => l.Handle == layer));
        root?.Layers.RemoveAll(l => l.Handle == layer);
        if (root is { Layers.Count: 0 })
            _roots.Remove(root);
        return root is { Layers.Count: 0 } ? root : null;
    }

    /// <summary>Updates the mods to match the mods folder and its <c>order.txt</c>. Mods that stay aren't scanned.</summary>
    private void ReadOrder(LiveUpdate update, LayerEdit edit)
    {
        var order = LoadOrder.Of(_configuration);
        if (order.Mods.Count == 0 && order.Diagnostics.Any(d => d.IsError && d.File == _configuration.Mods))
        {
            // The folder may be in the course of being replaced: what the game sees stays until the folder can be read again.
            update.Messages.Add($"{order.Diagnostics[0]}");
            return;
        }

        LiveRoot[] before = [.. _roots.Where(r => r.IsMod)], others = [.. _roots.Where(r => !r.IsMod)];
        List<LiveRoot> after = [.. order.Mods.Select(mod => Follow(mod, before, update, edit)).OfType<LiveRoot>()];
        foreach (LiveRoot gone in before.Except(after))
        {
            if (!after.Exists(root => root.Name == gone.Name))
                update.Messages.Add($"mod removed: {gone.Name}");
            update.Lost.Add(new LiveFolder(gone, []));
            RemoveRoot(gone, edit);
        }

        if (!after.SequenceEqual(before))
        {
            if (before.Intersect(after).SequenceEqual(after.Intersect(before)) is false)
                update.Messages.Add($"the order of the mods is now {string.Join(", ", after.Select(r => r.Name))}");
            edit.Lays = true;
        }

        _roots.Clear();
        _roots.AddRange(after);
        _roots.AddRange(others);
        ApplyPreferences(order);
        if (edit.ChecksParents)
            PlanParents(update, edit);
        edit.ChecksParents = false;
    }

    /// <summary>Returns the root of a mod that is to be laid. A mod that is new or has moved is scanned.</summary>
    private LiveRoot? Follow(Mod mod, LiveRoot[] before, LiveUpdate update, LayerEdit edit)
    {
        LiveRoot? known = Array.Find(before, r => r.Name == mod.Name);
        if (mod is { State: ModState.Error, Archive: { } archive })
        {
            // The game keeps what it has of the mod until the archive is unpacked.
            update.Messages.Add($"the archive {archive.Name} isn't unpacked; run 'rvfs refresh'");
            return known;
        }

        if (!mod.IsLoaded)
            return null;
        if (known is not null && known.Folder == mod.Folder)
        {
            known.Mod = mod;
            if (known.IsMapped || ModMap.Of(_configuration, mod) is not null)
                PlanParts(known, update, edit);
            return known;
        }

        if (mod.Archive is not null)
            UsedContents.Hold(mod.Folder);
        FolderScan scan = FolderScanner.ScanUnheld(mod.Name, mod.Folder, _options);
        update.ScannedRoots++;
        FolderListing? listing = scan.Listing ?? (scan.Busy.Count > 0 ? EmptyListing(mod.Folder) : null);
        if (listing is null)
        {
            update.Messages.AddRange(scan.Diagnostics.Select(d => d.ToString()));
            return null;
        }

        var root = new LiveRoot(mod.Name, mod.Folder, _options, listing) { Mod = mod, MetadataStamp = scan.MetadataStamp };
        update.Messages.Add($"mod {(known is null ? "added" : "updated")}: {mod.Name}, {listing.FileCount} files");
        update.Gained.AddRange(root.GetFolders().Select(names => new LiveFolder(root, names)));
        PlanParts(root, update, edit);
        if (scan.Busy.Count > 0)
            Retry(root, new PendingFolder([]) { IsStale = true, IsDeepStale = true, BusyLooks = 1 });
        return root;
    }

    private void RemoveRoot(LiveRoot root, LayerEdit edit)
    {
        _roots.Remove(root);
        edit.ChecksParents |= root.IsMapped;
        if (root.IsMod)
            edit.Lays = true;
        else
            edit.Steps.Add(() => root.Layers.ForEach(layer => _files.Remove(layer.Handle)));
    }

    private List<(PreferenceRule Rule, string Mod)> _rules;
    private List<(LiveRoot Root, IReadOnlyList<ModPart> Parts)> _preferred;
    private bool _preferencesAreStale;

    /// <summary>Determines whether rules prefer files of a root, so that a new file in it may be one of them.</summary>
    private bool IsPreferred(LiveRoot root) => root.IsMod && _rules.Exists(preference => preference.Mod == root.Name);

    private static List<(PreferenceRule Rule, string Mod)> RulesOf(LoadOrder order) =>
        [.. Preference.Of(order).Select(p => (p.Rule, order.Mods[p.Mod].Name))];

    private void ApplyPreferences(LoadOrder order)
    {
        List<(PreferenceRule Rule, string Mod)> now = RulesOf(order);
        _preferencesAreStale |= now.Count + _rules.Count > 0;
        _rules = now;
        // Files that aren't in a listing yet aren't in a layer of a rule either.
        foreach (LiveRoot root in _roots.Where(root => root.Appended.Count > 0 && IsPreferred(root)))
            Lost(root, [], deep: true);
    }

    /// <summary>Determines what the rules match if any of it has changed. The result is laid with the edit.</summary>
    private void PlanPreferences(LayerEdit edit)
    {
        if (!_preferencesAreStale)
            return;
        _preferencesAreStale = false;
        edit.Lays = true;
        _preferred =
        [
            .. from rule in _rules
               let root = _roots.Find(root => root.IsMod && root.Name == rule.Mod)
               where root is not null
               select (root, (IReadOnlyList<ModPart>)Preference.Select(root.Parts, rule.Rule.Pattern)),
        ];
    }
}
