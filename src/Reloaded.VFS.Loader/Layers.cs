using Reloaded.VFS.Configuration;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Loader;

/// <summary>Fills the file system at a start: targets, mods in their order, then the caller's own folders.</summary>
internal static class Layers
{
    /// <summary>Adds everything; what can't be used becomes a diagnostic.</summary>
    /// <param name="files">An empty file system.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="folders">Folders over virtual ones, above the mods.</param>
    /// <param name="roots">Gets the virtual folders that layers lie over, canonical.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <returns>The mods, in their order.</returns>
    public static IReadOnlyList<ModReport> Add(
        VirtualFileSystem files,
        VfsConfiguration configuration,
        IReadOnlyList<(string Source, string Target)> folders,
        List<string> roots,
        List<Diagnostic> diagnostics)
    {
        using IDisposable update = files.BeginUpdate();
        foreach (string target in configuration.Targets)
        {
            string root = VirtualPath.Canonicalize(target);
            files.AddTarget(root);
            roots.Add(root);
            if (!Directory.Exists(target))
                diagnostics.Add(Diagnostic.Error("the target isn't there") with { File = target, Key = "targets" });
        }

        IReadOnlyList<ModReport> mods = configuration.Mods is string folder ? AddMods(files, folder, configuration, diagnostics) : [];
        foreach ((string source, string target) in folders)
        {
            if (!Directory.Exists(source))
            {
                diagnostics.Add(Diagnostic.Error("the folder isn't there") with { File = source });
                continue;
            }

            roots.Add(VirtualPath.Canonicalize(target));
            files.AddFolder(source, target);
        }

        return mods;
    }

    // Until the core's load order lands: every mod, by name.
    private static List<ModReport> AddMods(VirtualFileSystem files, string folder, VfsConfiguration configuration, List<Diagnostic> diagnostics)
    {
        var mods = new List<ModReport>();
        if (!Directory.Exists(folder))
        {
            diagnostics.Add(Diagnostic.Error("the mods folder isn't there") with { File = folder, Key = "mods" });
            return mods;
        }

        foreach (string mod in Directory.GetDirectories(folder).Order(StringComparer.OrdinalIgnoreCase))
        {
            foreach (string target in configuration.Targets)
                files.AddFolder(mod, target);
            mods.Add(new ModReport { Name = Path.GetFileName(mod), State = ModState.New });
        }

        return mods;
    }
}
