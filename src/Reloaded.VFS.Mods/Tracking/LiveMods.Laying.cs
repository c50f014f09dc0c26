using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The layers of mods, brought in line with what is planned of them.</content>
internal sealed partial class LiveMods
{
    // The mods that may have layers.
    private LiveRoot[] _laid;

    /// <summary>
    /// Brings the layers of mods in line with the plan that a new start would lay: what is laid already keeps its layer. Under the file
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
        // A new layer lies below everything that a loader has added.
        int? above = LowestAbove([.. usual.Values.Concat(preferred.Values).SelectMany(layers => layers).Select(layer => layer.Handle)]);
        foreach (PlannedLayer plan in LayerPlan.Of([.. mods.Select(mod => mod.Parts)], parts, _targets))
        {
            LiveRoot root = mods[plan.Mod];
            if (Lay(plan, root, (plan.IsPreferred ? preferred : usual)[root], above, update) is not { } layer)
                continue;
            (plan.IsPreferred ? root.Preferred : root.Layers).Add(layer);
            handles.Add(layer.Handle);
        }

        foreach (LiveLayer left in usual.Values.Concat(preferred.Values).SelectMany(layers => layers))
            _files.Remove(left.Handle);
        var placed = handles.ToHashSet();
        if (!_files.GetLayers().Select(layer => layer.Handle).Where(placed.Contains).SequenceEqual(handles))
            _files.Reorder([.. handles]);
        _laid = mods;
    }

    /// <summary>Lays one layer; null if it can't be laid. One that is laid is taken from <paramref name="known"/>.</summary>
    private LiveLayer? Lay(PlannedLayer plan, LiveRoot root, List<LiveLayer> known, int? above, LiveUpdate update)
    {
        int found = known.FindIndex(layer => CaseFolding.Equals(layer.Target, plan.Folder) && layer.Names.SequenceEqual(plan.Part.Names));
        if (found >= 0)
        {
            LiveLayer laid = known[found];
            known.RemoveAt(found);
            if (!ReferenceEquals(laid.Listing, plan.Part.Listing))
                _files.SetListing(laid.Handle, plan.Part.Listing);
            return ToLive(laid.Handle, plan);
        }

        try
        {
            update.HasNewLayers = true;
            return ToLive(plan.Lay(_files, root.Name, above), plan);
        }
        catch (ArgumentException)
        {
            // Paths that are too long together: a start leaves the mod out, too.
            return null;
        }
    }

    /// <summary>Finds the lowest layer that lies above the mods and what is below them; null if there is none.</summary>
    private int? LowestAbove(HashSet<int> mods)
    {
        mods.UnionWith(_roots.Where(root => root.IsBelowMods).SelectMany(root => root.Layers).Select(layer => layer.Handle));
        return _files.GetLayers().Select(layer => (int?)layer.Handle).FirstOrDefault(handle => !mods.Contains(handle!.Value));
    }

    private static LiveLayer ToLive(int handle, PlannedLayer plan) => new(handle, plan.Folder, plan.Part.Names, plan.Part.Listing);
}
