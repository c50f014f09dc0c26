using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The preferences of <c>prefer.txt</c>.</content>
internal sealed partial class LiveMods
{
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
