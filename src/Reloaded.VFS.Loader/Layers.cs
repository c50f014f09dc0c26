using Reloaded.VFS.Configuration;
using Reloaded.VFS.Mods;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Loader;

/// <summary>Fills the file system at a start: targets, mods in their order, then the caller's own folders.</summary>
internal static class Layers
{
    /// <summary>Adds everything; what can't be used becomes a diagnostic. To be called before hooks redirect anything.</summary>
    /// <param name="files">An empty file system.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="folders">Folders over virtual ones, above the mods.</param>
    /// <param name="roots">Gets the virtual folders that layers lie over, canonical.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <returns>What the game sees of the mods.</returns>
    public static ModCounts Add(
        VirtualFileSystem files,
        VfsConfiguration configuration,
        IReadOnlyList<(string Source, string Target)> folders,
        List<string> roots,
        List<Diagnostic> diagnostics)
    {
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            diagnostics.Add(Diagnostic.Error("the target isn't there") with { File = target, Key = "targets" });

        ModSet mods = ModSet.Load(configuration);
        diagnostics.AddRange(mods.Diagnostics);
        AppliedMods applied = mods.ApplyTo(files);
        diagnostics.AddRange(applied.Diagnostics);
        roots.AddRange(applied.Targets.Select(t => t.VirtualFolder));
        ModCounts counts = applied.Count();

        using (files.BeginUpdate())
        {
            foreach ((string source, string target) in folders)
                AddFolder(files, source, target, roots, diagnostics);
        }

        return counts;
    }

    private static void AddFolder(VirtualFileSystem files, string source, string target, List<string> roots, List<Diagnostic> diagnostics)
    {
        try
        {
            string root = VirtualPath.Canonicalize(target);
            files.AddFolder(source, root);
            roots.Add(root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(Diagnostic.Error($"the folder can't be laid over {target}: {e.Message.TrimEnd('.')}") with { File = source });
        }
    }
}
