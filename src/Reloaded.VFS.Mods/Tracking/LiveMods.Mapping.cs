using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>The parts of mods and what they lie over.</content>
internal sealed partial class LiveMods
{
    private readonly HashSet<KnownFolder> _unknown = [];

    /// <summary>Called for a folder that becomes a target, canonical, before anything is laid over it; under no lock.</summary>
    public Action<string>? TargetAdded { get; set; }

    /// <summary>What a mod that is laid already says of its parts now.</summary>
    private void TakeMap(LiveRoot root, Mod mod, LiveUpdate update, LayerEdit edit)
    {
        root.Mod = mod;
        if (root.IsMapped || ModMap.Of(_configuration, mod) is not null)
            PlanParts(root, update, edit);
    }

    /// <summary>Brings the layers of a mod in line with its listing and its map.</summary>
    private void PlanParts(LiveRoot root, LiveUpdate update, LayerEdit edit)
    {
        bool wasMapped = root.IsMapped;
        root.IsMapped = ModMap.Of(_configuration, root.Mod!) is not null;
        var faults = new List<Diagnostic>();
        List<ModPart> parts = ModMap.Split(_configuration, root.Mod!, root.Listing, faults);
        if (root.IsMapped)
        {
            PlanTargets(parts, update, edit);
            PlanParents(parts, update, edit);
        }

        if (wasMapped)
            SweepParents(root, parts);

        string[] told = [.. faults.Select(fault => fault.ToString())];
        update.Messages.AddRange(told.Except(root.MapFaults));
        root.MapFaults = told;
        update.HasNewLayers = true;
        edit.Steps.Add(() => SetParts(root, parts));
    }

    private void SetParts(LiveRoot root, List<ModPart> parts)
    {
        LiveLayer[] before = [.. root.Layers];
        List<LiveLayer> left = [.. before];
        root.Layers.Clear();
        foreach (ModPart part in parts)
        {
            foreach (AppliedTarget target in AppliedTarget.Of(part, _targets))
            {
                string folder = target.PathOf(part);
                int known = left.FindIndex(layer => CaseFolding.Equals(layer.Target, folder) && layer.Names.SequenceEqual(part.Names));
                if (known >= 0)
                {
                    _files.SetListing(left[known].Handle, part.Listing);
                    root.Layers.Add(left[known]);
                    left.RemoveAt(known);
                }
                else if (TryAddLayer(root, part, folder, [.. before]) is { } layer)
                {
                    root.Layers.Add(layer);
                }
            }
        }

        left.ForEach(layer => _files.Remove(layer.Handle));
        // A mod that is new is put in its place with all others that are.
        if (root.IsApplied && root.Layers.Except(before).Any())
            Arrange([.. _roots.Where(other => other.IsMod)]);
        root.IsApplied = true;
    }

    private LiveLayer? TryAddLayer(LiveRoot root, ModPart part, string folder, LiveLayer[] own)
    {
        // Mods lie below everything that a loader has added.
        HashSet<int> mods = [.. LayersBelowOthers().Concat(own).Select(layer => layer.Handle)];
        int? below = _files.GetLayers().Select(layer => (int?)layer.Handle).FirstOrDefault(handle => !mods.Contains(handle!.Value));
        try
        {
            return new LiveLayer(_files.AddFolder(part.Listing, folder, new LayerOptions { Name = root.Name, Below = below }), folder,
                part.Names);
        }
        catch (ArgumentException)
        {
            // Paths that are too long together: a start leaves the mod out, too.
            return null;
        }
    }

    private IEnumerable<LiveLayer> LayersBelowOthers() =>
        _roots.Where(root => root.IsMod || root.IsBelowMods).SelectMany(root => root.Layers);

    private void PlanTargets(List<ModPart> parts, LiveUpdate update, LayerEdit edit)
    {
        foreach (KnownFolder known in parts.Select(part => part.Base).OfType<KnownFolder>().Distinct())
        {
            if (_unknown.Contains(known) || _targets.Exists(target => target.Known == known))
                continue;
            if (_configuration.Writes == WritePolicy.Overwrite)
            {
                // The mod itself would be written to: the overwrite folder has no part for it.
                _unknown.Add(known);
                update.Messages.Add($"nothing is laid over {KnownFolders.NameOf(known)} before the game starts again: "
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

    private void PlanParents(List<ModPart> parts, LiveUpdate update, LayerEdit edit)
    {
        foreach (AppliedTarget target in _targets)
        {
            if (MapParents.FindMissing(target, parts) is not { Count: > 0 } missing
                || MapParents.FolderOf(_configuration.Mods!, _targets, target) is not { } folder)
                continue;
            try
            {
                MapParents.Make(folder, missing);
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                update.Messages.Add($"folders on the way to parts of mods can't be made in {folder}: {FolderReader.Describe(e)}");
                continue;
            }

            if (_roots.Find(root => root.IsBelowMods && root.Folder == folder) is { } known)
            {
                Lost(known, [], deep: true);
                continue;
            }

            ScanOptions options = ScanOptions.OfOverwrite(target.VirtualFolder.Length);
            if (FolderScanner.Scan(folder, folder, options).Listing is not { } listing)
                continue;
            var root = new LiveRoot(folder, folder, options, listing) { IsBelowMods = true };
            _roots.Add(root);
            update.Gained.AddRange(root.GetFolders().Select(names => new LiveFolder(root, names)));
            edit.Steps.Add(() => root.Layers.Add(new LiveLayer(
                _files.AddFolder(listing, target.VirtualFolder, new LayerOptions { Below = LowestLayer(_files) }), target.VirtualFolder)));
        }
    }

    /// <summary>Folders on the way to where a mod's map sent its parts, and that no mod needs any more.</summary>
    private void SweepParents(LiveRoot changed, List<ModPart> parts)
    {
        ModPart[] all = [.. parts, .. _roots.Where(root => root is { IsMod: true, IsMapped: true, Mod: not null } && root != changed)
            .SelectMany(root => ModMap.Split(_configuration, root.Mod!, root.Listing, []))];
        foreach (AppliedTarget target in _targets)
        {
            if (MapParents.FolderOf(_configuration.Mods!, _targets, target) is { } folder
                && _roots.Find(root => root.IsBelowMods && root.Folder == folder) is { } known)
            {
                MapParents.Sweep(folder, MapParents.FindMissing(target, all), keepsFolder: true);
                Lost(known, [], deep: true);
            }
        }
    }

    /// <summary>The layer below all others; null where there is none.</summary>
    private static int? LowestLayer(VirtualFileSystem files) => files.GetLayers() is [{ } lowest, ..] ? lowest.Handle : null;
}
