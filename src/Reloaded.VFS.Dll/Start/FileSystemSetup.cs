using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>Fills the file system at a start: targets, mods in their order, then the caller's own folders.</summary>
internal static class FileSystemSetup
{
    /// <summary>Adds everything; what can't be used becomes a diagnostic. To be called before hooks redirect anything.</summary>
    /// <param name="files">An empty file system.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="withoutMods">Whether the mods are left out.</param>
    /// <param name="folders">Folders over virtual ones, above the mods.</param>
    /// <param name="roots">Gets the virtual folders that layers lie over, canonical.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <param name="added">Gets the folders over virtual ones that could be laid.</param>
    /// <param name="applied">The mods' layers.</param>
    /// <param name="mods">The mods.</param>
    /// <param name="confirmed">How many folders of mods were as they were kept, and not listed.</param>
    /// <returns>What the game sees of the mods.</returns>
    public static ModCounts Add(
        VirtualFileSystem files,
        VfsConfiguration configuration,
        bool withoutMods,
        IReadOnlyList<(string Source, string Target)> folders,
        List<string> roots,
        List<Diagnostic> diagnostics,
        List<AddedFolder> added,
        out ModSet mods,
        out AppliedMods applied,
        out int confirmed)
    {
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            diagnostics.Add(Diagnostic.Error("the target isn't there") with { File = target, Key = "targets" });

        // rvfs has kept it, which sees links where this process can't.
        using (KeptMods? kept = withoutMods ? null : KeptMods.Open(configuration.Mods))
        {
            mods = withoutMods ? ModSet.WithoutMods(configuration) : ModSet.Load(configuration, kept);
            confirmed = kept?.Confirmed ?? 0;
        }

        foreach (LoadedMod mod in mods.Mods.Where(mod => mod.Listing is not null && mod.Mod.Archive is not null))
            UsedContents.Hold(mod.Mod.Folder);
        diagnostics.AddRange(mods.Diagnostics);
        applied = mods.ApplyTo(files);
        diagnostics.AddRange(applied.Diagnostics);
        roots.AddRange(applied.Targets.Select(t => t.VirtualFolder));
        MapParentsSetup.Add(files, mods, applied, diagnostics, added);
        ModCounts counts = applied.Count();

        using (files.BeginUpdate())
        {
            foreach ((string source, string target) in folders)
                AddFolder(files, source, target, roots, diagnostics, added);
        }

        return counts;
    }

    private static void AddFolder(VirtualFileSystem files, string source, string target, List<string> roots, List<Diagnostic> diagnostics,
        List<AddedFolder> added)
    {
        try
        {
            string root = VirtualPath.Canonicalize(target);
            added.Add(AddedFolder.Add(files, source, root, below: null));
            roots.Add(root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(Diagnostic.Error($"the folder can't be added to {target}: {ErrorCause.Of(e)}") with { File = source });
        }
    }
}
