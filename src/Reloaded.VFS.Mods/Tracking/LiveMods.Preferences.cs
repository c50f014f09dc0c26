using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The layers of what <c>prefer.txt</c> prefers, above all mods.</content>
internal sealed partial class LiveMods
{
    private readonly List<int> _preferred = [];
    private List<(PreferenceRule Rule, string Mod)> _preferences = [];
    private bool _preferencesAreStale;

    /// <summary>Whether rules prefer files of a root: what comes into it may be one of them.</summary>
    private bool IsPreferred(LiveRoot root) => root.IsMod && _preferences.Exists(preference => preference.Mod == root.Name);

    private void TakePreferences(LoadOrder order)
    {
        List<(PreferenceRule Rule, string Mod)> now = [.. Preference.Of(order).Select(p => (p.Rule, order.Mods[p.Mod].Name))];
        _preferencesAreStale |= now.Count + _preferences.Count > 0;
        _preferences = now;
        // Files that no listing has yet are in no layer of a rule.
        foreach (LiveRoot root in _roots.Where(root => root.Appended.Count > 0 && IsPreferred(root)))
            Lost(root, [], deep: true);
    }

    /// <summary>Lays them anew as the last step of an edit, where something of them has changed.</summary>
    private void PlanPreferences(LayerEdit edit, LiveUpdate update)
    {
        if (!_preferencesAreStale)
            return;
        _preferencesAreStale = false;
        update.HasNewLayers = true;
        edit.Steps.Add(() =>
        {
            _preferred.ForEach(layer => _files.Remove(layer));
            _preferred.Clear();
            foreach ((PreferenceRule rule, string mod) in _preferences)
            {
                if (_roots.Find(root => root.IsMod && root.Name == mod) is { } root)
                    Prefer(root, rule);
            }
        });
    }

    private void Prefer(LiveRoot root, PreferenceRule rule)
    {
        List<ModPart> parts = ModMap.Split(_configuration, root.Mod!, root.Listing, []);
        foreach (ModPart part in Preference.Select(parts, rule.Pattern))
        {
            foreach (AppliedTarget target in AppliedTarget.Of(part, _targets))
            {
                LiveLayer[] preferred = [.. _preferred.Select(handle => new LiveLayer(handle, ""))];
                if (TryAddLayer(root, part, target.PathOf(part), preferred) is { } layer)
                    _preferred.Add(layer.Handle);
            }
        }
    }
}
