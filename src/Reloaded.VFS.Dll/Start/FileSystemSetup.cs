using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Sharing;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The setup of the file system at a start: targets, mods in their order, then the caller's own folders.</summary>
internal static class FileSystemSetup
{
    /// <summary>
    /// Adds everything; whatever can't be used becomes a diagnostic. Call before hooks redirect anything. Nothing is seen before
    /// <see cref="Publish"/>.
    /// </summary>
    /// <param name="files">An empty file system.</param>
    /// <param name="start">The start, which receives the mods, their layers, and the folders that could be laid.</param>
    /// <param name="roots">Receives the virtual folders that layers lie over, canonical.</param>
    public static void Add(VirtualFileSystem files, Starting start, List<string> roots)
    {
        (StartRequest request, VfsConfiguration configuration) = (start.Request, start.Configuration);
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            start.Diagnostics.Add(Diagnostic.Error("the target doesn't exist") with { File = target, Key = "targets" });

        start.Inherited = request is { Trees: { } passed, WithoutMods: false } ? InheritedTrees.Open(passed) : null;
        if (start.Inherited is { } inherited)
        {
            start.Scanned = inherited.Known;
            files.Expect(inherited.Trees);
        }

        // Written by rvfs, which sees links that this process can't.
        using (CachedMods? kept = request.WithoutMods || start.Inherited is not null ? null : CachedMods.Open(configuration.Mods))
        {
            start.Mods = request.WithoutMods
                ? ModSet.WithoutMods(configuration)
                : ModSet.Load(configuration, kept, shared: start.Inherited?.Trees);
            start.ConfirmedFolders = kept?.Confirmed ?? 0;
        }

        foreach (LoadedMod mod in start.Mods.Mods.Where(mod => mod.Listing is not null && mod.Mod.Archive is not null))
            UsedContents.Hold(mod.Mod.Folder);
        start.Diagnostics.AddRange(start.Mods.Diagnostics);
        start.Laying = files.BeginUpdate();
        start.Applied = start.Mods.ApplyTo(files);
        start.Diagnostics.AddRange(start.Applied.Diagnostics);
        roots.AddRange(start.Applied.Targets.Select(t => t.VirtualFolder));
        foreach ((string source, string target) in request.Folders)
            AddFolder(files, source, target, roots, start.Diagnostics, start.Added);

        if (request.IsOfOptions)
            RemoveKeys(start.Diagnostics);
    }

    /// <summary>Publishes what was laid since <see cref="Add"/>, with the overwrite folder, and counts what the game sees of the mods.</summary>
    /// <param name="start">The start, which receives the counts.</param>
    public static void Publish(Starting start)
    {
        if (start.Laying is not { } laying)
            return;
        start.Laying = null;
        laying.Dispose();
        if (start.Applied is { } applied)
            start.Counts = applied.Count();
    }

    /// <summary>Removes the configuration's keys from diagnostics if there is no configuration.</summary>
    private static void RemoveKeys(List<Diagnostic> diagnostics)
    {
        for (int i = 0; i < diagnostics.Count; i++)
        {
            if (diagnostics[i].Key is "targets" or "mods")
                diagnostics[i] = diagnostics[i] with { Key = null };
        }
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
