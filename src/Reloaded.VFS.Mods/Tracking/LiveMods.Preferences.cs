using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>What <c>prefer.txt</c> prefers.</content>
internal sealed partial class LiveMods
{
    private List<(PreferenceRule Rule, string Mod)> _rules;
    private List<(LiveRoot Root, IReadOnlyList<ModPart> Parts)> _preferred;
    private bool _preferencesAreStale;

    /// <summary>Whether rules prefer files of a root: what comes into it may be one of them.</summary>
    private bool IsPreferred(LiveRoot root) => root.IsMod && _rules.Exists(preference => preference.Mod == root.Name);

    private static List<(PreferenceRule Rule, string Mod)> RulesOf(LoadOrder order) =>
        [.. Preference.Of(order).Select(p => (p.Rule, order.Mods[p.Mod].Name))];

    private void TakePreferences(LoadOrder order)
    {
        List<(PreferenceRule Rule, string Mod)> now = RulesOf(order);
        _preferencesAreStale |= now.Count + _rules.Count > 0;
        _rules = now;
        // Files that no listing has yet are in no layer of a rule.
        foreach (LiveRoot root in _roots.Where(root => root.Appended.Count > 0 && IsPreferred(root)))
            Lost(root, [], deep: true);
    }

    /// <summary>Finds out what the rules name, if something of it has changed; it is laid with the edit.</summary>
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
