using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The layers of mods, updated to match the plan.</content>
internal sealed partial class LiveMods
{
    // The mods that may have layers, and these layers in their order.
    private LiveRoot[] _laid;
    private List<int> _handles;

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

    /// <summary>
    /// Removes the layer that is already laid from those of a mod and gives it its new listing. Returns null if there is none.
    /// </summary>
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
