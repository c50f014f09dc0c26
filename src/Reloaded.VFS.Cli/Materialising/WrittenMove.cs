using Reloaded.VFS.Cli.Overwriting;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>The move of what programs have written from a materialised folder into a mod, like that from an overwrite folder.</summary>
/// <param name="root">The materialised folder.</param>
/// <param name="survey">The survey of what programs have written.</param>
internal sealed class WrittenMove(string root, MaterialManifest manifest, MaterialSurvey survey)
{
    private int _markers;

    /// <summary>Moves everything that a mod can contain. A message names the rest and the cause.</summary>
    /// <returns>True if nothing stays.</returns>
    public bool To(Mod mod, GameView view)
    {
        VfsConfiguration configuration = view.Set.Configuration;
        bool isWhole = true;
        foreach ((string name, string target) in manifest.Targets)
        {
            List<string> markers = [];
            OverwritePart part = PartOf(name, target, markers);
            try
            {
                var move = new OverwriteMove(part, mod, configuration, view.Resolver);
                foreach ((OverwriteEntry entry, string cause) in move.Kept)
                    Messages.Warn($"'{entry.Path}' stays in '{root}': {cause}.");
                isWhole &= move.Kept.Count == 0;
                if (move.Steps.Count == 0 && part.Entries.Count == 0)
                    continue;
                ReceivingMod.Ensure(mod, configuration);
                move.Run();
                foreach (OverwriteEntry entry in part.Entries.Where(entry => !move.Kept.Any(kept => kept.Entry == entry)))
                    Forget(name, entry);
                manifest.Flush();
                ReceivingMod.WarnOfWinners(move, part, mod, configuration);
            }
            finally
            {
                markers.ForEach(marker => DiskRemoval.TryDeleteFile(marker));
            }
        }

        return isWhole;
    }

    /// <summary>Returns what was written into one of the game's folders, in the form of an overwrite folder's content.</summary>
    private OverwritePart PartOf(string name, string target, List<string> markers)
    {
        List<OverwriteEntry> entries = [];
        string prefix = name.Length == 0 ? "" : name + '/';
        foreach (WrittenName written in survey.Written)
        {
            if (!written.Path.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))
                continue;
            string path = written.Path[prefix.Length..].Replace('/', '\\'), real = MaterialPaths.RealOf(root, written.Path);
            if (written.Kind == NameKind.File)
                entries.Add(new OverwriteEntry(OverwriteKind.File, path, real, NameState.Of(real).Size));
            else if (written.Kind == NameKind.Folder)
                entries.Add(new OverwriteEntry(OverwriteKind.Folder, path, real, 0));
            else if (written.Kind == NameKind.None)
                entries.Add(new OverwriteEntry(OverwriteKind.Marker, path + HideMarker.Ending, NewMarker(markers), 0));
            else
                Messages.Warn($"'{path}' stays in '{root}': it is a link.");
        }

        return new OverwritePart(target, name, MaterialPaths.RealOf(root, name), entries);
    }

    private string NewMarker(List<string> markers)
    {
        string marker = $"{MaterialManifest.TemporaryOf(root)}-{++_markers}{HideMarker.Ending}";
        File.WriteAllText(marker, HideMarker.DeletedByGame);
        markers.Add(marker);
        return marker;
    }

    /// <summary>Notes that a name no longer belongs to rvfs: the mod now has the file, or hides it.</summary>
    /// <param name="root">The name of the target's folder, empty if there is only one.</param>
    private void Forget(string root, OverwriteEntry entry)
    {
        string path = MaterialPaths.Join(root, entry.Path.Replace('\\', '/'));
        if (entry.Kind == OverwriteKind.Marker)
            path = path[..^HideMarker.Ending.Length];
        manifest.RemoveFile(MaterialPaths.ParentOf(path), MaterialPaths.NameOf(path));
        if (entry.Kind != OverwriteKind.Marker)
            return;
        foreach (string folder in manifest.Folders.Keys
            .Where(folder => folder == path || folder.StartsWith(path + '/', StringComparison.OrdinalIgnoreCase)).ToArray())
            manifest.RemoveFolder(folder);
    }
}
