using Reloaded.VFS.Layers;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The parts of mods, the folders over which they are laid, and the layers, updated to match the plan.</content>
internal sealed partial class LiveMods
{
    private readonly HashSet<KnownFolder> _unknown = [];

    // The mods that may have layers, and these layers in their order.
    private LiveRoot[] _laid;
    private List<int> _handles;

    /// <summary>
    /// Gets or sets an action that is called with the canonical path of a folder that becomes a target, before anything is laid over it and
    /// without a lock.
    /// </summary>
    public Action<string>? TargetAdded { get; set; }

    /// <summary>Determines the parts of a mod from its listing and its map. They are laid with the edit.</summary>
    private void PlanParts(LiveRoot root, LiveUpdate update, LayerEdit edit)
    {
        bool wasMapped = root.IsMapped;
        root.IsMapped = ModMap.Of(_configuration, root.Mod!) is not null;
        var faults = new List<Diagnostic>();
        root.Parts = ModMap.Split(_configuration, root.Mod!, root.Listing, faults);
        if (root.IsMapped)
            PlanTargets(root.Parts, update, edit);
        edit.ChecksParents |= root.IsMapped || wasMapped;
        edit.Lays = true;

        string[] told = [.. faults.Select(fault => fault.ToString())];
        update.Messages.AddRange(told.Except(root.MapFaults));
        root.MapFaults = told;
    }

    private void PlanTargets(IReadOnlyList<ModPart> parts, LiveUpdate update, LayerEdit edit)
    {
        foreach (KnownFolder known in LayerPlan.KnownFoldersOf(parts))
        {
            if (_unknown.Contains(known) || _targets.Exists(target => target.Known == known))
                continue;
            if (_configuration.Writes == WritePolicy.Overwrite)
            {
                // Otherwise the mod itself would be written to, because the overwrite folder has no part for the known folder.
                _unknown.Add(known);
                update.Messages.Add($"nothing is laid over {KnownFolders.NameOf(known)} until the game starts again: "
                    + "the overwrite folder has no part for it yet");
                continue;
            }

            if (AppliedTarget.Add(_targets, known, _configuration, toVirtual: null) is { } failure)
            {
                _unknown.Add(known);
                update.Messages.Add(failure.ToString());
                continue;
            }

            string folder = _targets.Find(target => target.Known == known)!.VirtualFolder;
            TargetAdded?.Invoke(folder);
            edit.Steps.Add(() => _files.AddTarget(folder));
        }
    }

    /// <summary>Creates the missing parent folders for parts of mods, and removes those that no mod needs any more.</summary>
    private void PlanParents(LiveUpdate update, LayerEdit edit)
    {
        ModPart[] parts = [.. _roots.SelectMany(root => root.Parts)];
        foreach ((AppliedTarget target, string folder, List<string> missing) in MapParents.Of(_configuration.Mods, _targets, parts))
        {
            LiveRoot? known = _roots.Find(root => root.IsBelowMods && root.Folder == folder);
            if (known is null && missing.Count == 0)
                continue;
            try
            {
                if (known is not null)
                    MapParents.Sweep(folder, missing, keepsFolder: true);
                MapParents.Make(folder, missing);
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                update.Messages.Add($"parent folders of mapped parts can't be created in {folder}: {FolderReader.Describe(e)}");
                continue;
            }

            if (known is not null)
                Lost(known, [], deep: true);
            else
                FollowParents(folder, target.VirtualFolder, update, edit);
        }
    }

    private void FollowParents(string folder, string target, LiveUpdate update, LayerEdit edit)
    {
        ScanOptions options = ScanOptions.OfOverwrite(target.Length);
        if (FolderScanner.Scan(folder, folder, options).Listing is not { } listing)
            return;
        var root = new LiveRoot(folder, folder, options, listing) { IsBelowMods = true };
        _roots.Add(root);
        update.Gained.AddRange(root.GetFolders().Select(names => new LiveFolder(root, names)));
        edit.Steps.Add(() =>
        {
            int? lowest = _files.GetLayers() is [{ } layer, ..] ? layer.Handle : null;
            root.Layers.Add(new LiveLayer(_files.AddFolder(listing, target, new LayerOptions { Below = lowest }), target, [], listing));
        });
    }

    /// <summary>
    /// Updates the layers of mods to match the plan that a new start would lay. What is already laid keeps its layer. Called under the file
    /// system's lock.
    /// </summary>
    private void Lay(LiveUpdate update)
    {
        LiveRoot[] mods = [.. _roots.Where(root => root.IsMod)];
        Dictionary<LiveRoot, List<LiveLayer>> usual = [], preferred = [];
        foreach (LiveRoot root in _laid.Union(mods))
        {
            (usual[root], preferred[root]) = ([.. root.Layers], [.. root.Preferred]);
            root.Layers.Clear();
            root.Preferred.Clear();
        }

        var handles = new List<int>();
        IEnumerable<PreferredParts> parts = _preferred.Select(p => new PreferredParts(Array.IndexOf(mods, p.Root), p.Parts))
            .Where(p => p.Mod >= 0);
        foreach (PlannedLayer plan in LayerPlan.Of([.. mods.Select(mod => mod.Parts)], parts, _targets))
        {
            LiveRoot root = mods[plan.Mod];
            LiveLayer? layer = Take(plan, (plan.IsPreferred ? preferred : usual)[root]) ?? TryLay(plan, root, handles, update);
            if (layer is null)
                continue;
            (plan.IsPreferred ? root.Preferred : root.Layers).Add(layer);
            handles.Add(layer.Handle);
        }

        foreach (LiveLayer left in usual.Values.Concat(preferred.Values).SelectMany(layers => layers))
            _files.Remove(left.Handle);
        if (!handles.SequenceEqual(_handles))
            _files.Reorder([.. handles]);
        (_laid, _handles) = (mods, handles);
    }

    /// <summary>Takes the laid layer from a mod's and gives it its new listing. Returns null if there is none.</summary>
    private LiveLayer? Take(PlannedLayer plan, List<LiveLayer> known)
    {
        int found = known.FindIndex(layer => CaseFolding.Equals(layer.Target, plan.Folder) && layer.Names.SequenceEqual(plan.Part.Names));
        if (found < 0)
            return null;
        LiveLayer laid = known[found];
        known.RemoveAt(found);
        if (!ReferenceEquals(laid.Listing, plan.Part.Listing))
            _files.SetListing(laid.Handle, plan.Part.Listing);
        return ToLive(laid.Handle, plan);
    }

    /// <summary>Lays a new layer below everything that a loader has added. Returns null if it can't be laid.</summary>
    private LiveLayer? TryLay(PlannedLayer plan, LiveRoot root, List<int> handles, LiveUpdate update)
    {
        HashSet<int> mods = [.. _handles, .. handles,
            .. _roots.Where(other => other.IsBelowMods).SelectMany(other => other.Layers).Select(layer => layer.Handle)];
        int? above = _files.GetLayers().Select(layer => (int?)layer.Handle).FirstOrDefault(handle => !mods.Contains(handle!.Value));
        try
        {
            LiveLayer laid = ToLive(plan.Lay(_files, root.Name, above), plan);
            update.HasNewLayers = true;
            return laid;
        }
        catch (ArgumentException)
        {
            // The paths together are too long. A start leaves the mod out, too.
            return null;
        }
    }

    private static LiveLayer ToLive(int handle, PlannedLayer plan) => new(handle, plan.Folder, plan.Part.Names, plan.Part.Listing);
}
