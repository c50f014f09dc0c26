using Reloaded.VFS.Dll.Sharing;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Scanning;

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
            diagnostics.Add(Diagnostic.Error($"the folder can't be added to {target}: {ErrorCause.Of(e)}", file: source));
        }
    }
}

/// <summary>A folder that was laid over a virtual one besides the mods, with the data needed to follow it.</summary>
/// <param name="Folder">The real folder.</param>
/// <param name="Target">The virtual folder, canonical.</param>
/// <param name="Layer">The layer's handle.</param>
/// <param name="Listing">The contents at the scan.</param>
internal sealed record AddedFolder(string Folder, string Target, int Layer, FolderListing Listing, ScanOptions Options)
{
    public bool IsBelowMods { get; init; }

    /// <summary>Lays a whole real folder over a virtual one, above everything but the overwrite folder.</summary>
    /// <param name="folder">The real folder.</param>
    /// <param name="target">The virtual folder.</param>
    /// <param name="below">The overwrite folder's layer, or null.</param>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="ArgumentException">A path isn't absolute or is too long.</exception>
    public static AddedFolder Add(VirtualFileSystem files, string folder, string target, int? below) =>
        Add(files, folder, VirtualPath.Canonicalize(target), new ScanOptions(["**"], target.Length), below);

    /// <summary>Lays the overwrite folder's part for a target over the target, above everything, unfiltered.</summary>
    /// <inheritdoc cref="Add(VirtualFileSystem, string, string, int?)"/>
    public static AddedFolder AddOverwrite(VirtualFileSystem files, string folder, string target) =>
        Add(files, folder, VirtualPath.Canonicalize(target), ScanOptions.OfOverwrite(target.Length), below: null);

    /// <summary>Lays folders that lead to mapped parts of mods over a target, below everything.</summary>
    /// <inheritdoc cref="Add(VirtualFileSystem, string, string, int?)"/>
    public static AddedFolder AddParents(VirtualFileSystem files, string folder, string target)
    {
        int? lowest = files.GetLayers() is [{ } layer, ..] ? layer.Handle : null;
        return Add(files, folder, target, ScanOptions.OfOverwrite(target.Length), lowest) with { IsBelowMods = true };
    }

    private static AddedFolder Add(VirtualFileSystem files, string folder, string canonical, ScanOptions options, int? below)
    {
        FolderScan scan = FolderScanner.Scan(folder, folder, options);
        if (scan.Listing is not { } listing)
            throw new UnreadableException(string.Join(' ', scan.Diagnostics.Select(d => $"{d.File}: {d.Cause}.")));
        int layer = files.AddFolder(listing, folder, canonical, new LayerOptions { Below = below });
        return new AddedFolder(folder, canonical, layer, listing, options);
    }
}

/// <summary>The setup of the folders that lead to mapped parts of mods: created, and laid below all mods.</summary>
internal static class MapParentsSetup
{
    /// <summary>Lays the folders. Call before hooks redirect anything.</summary>
    /// <param name="files">The file system, with its mods.</param>
    /// <param name="applied">The mods' layers.</param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    /// <param name="added">Receives the folders that were laid.</param>
    public static void Add(VirtualFileSystem files, ModSet mods, AppliedMods applied, List<Diagnostic> diagnostics, List<AddedFolder> added)
    {
        ModPart[] parts = [.. mods.Mods.SelectMany(mod => mod.Parts)];
        foreach ((AppliedTarget target, string folder, List<string> missing)
            in MapParents.Of(mods.Configuration.Mods, applied.Targets, parts))
        {
            bool isThere = Directory.Exists(folder);
            if (missing.Count == 0 && !isThere)
                continue;
            try
            {
                if (isThere)
                    MapParents.Sweep(folder, missing, keepsFolder: missing.Count > 0);
                if (missing.Count == 0 && !Directory.Exists(folder))
                    continue;
                MapParents.Make(folder, missing);
                added.Add(AddedFolder.AddParents(files, folder, target.VirtualFolder));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                diagnostics.Add(Diagnostic.Warning(
                    $"parent folders of mapped parts can't be created: {ErrorCause.Of(e)}; "
                        + "listings don't show them, and their content is found only by its path", file: folder));
            }
        }
    }
}

/// <summary>The VFS's own files in the game's folders, which listings must not show.</summary>
internal static unsafe class OwnFiles
{
    /// <summary>The folder of the runtime beside the DLL for 32-bit games (<c>CoreClr/runtime.c</c>).</summary>
    private const string RuntimeFolder = "reloaded_vfs_runtime";

    /// <summary>Hides the VFS's names in every target, and the DLL under its actual name (<c>.asi</c>) in its folder.</summary>
    /// <param name="files">The file system, with its targets declared.</param>
    /// <param name="roots">The targets, canonical; receives the DLL's folder if it is in one.</param>
    /// <param name="known">The targets that are known folders, which contain nothing of the VFS.</param>
    public static void Hide(VirtualFileSystem files, List<string> roots, IEnumerable<string> known)
    {
        foreach (string root in roots.Except(known))
            HookManager.Hide(files.AddTarget(root), OwnNames.All);
        // Targets are on drives.
        if (ImageFile.Path is not string image || ModulePath.IsOnNoDrive(image) || Path.GetDirectoryName(image) is not string real)
            return;
        string folder = VirtualPath.Canonicalize(real);
        // What lies in a hidden folder is hidden. As a target of its own, that folder would be seen.
        if (!roots.Exists(root => VirtualPath.IsSameOrBelow(folder, root)) || HookManager.Hides(folder))
            return;
        if (!roots.Contains(folder, StringComparer.OrdinalIgnoreCase))
            roots.Add(folder);
        string name = Path.GetFileName(image);
        HookManager.Hide(files.AddTarget(folder), sizeof(nint) == sizeof(uint) ? [name, RuntimeFolder] : [name]);
    }
}

/// <summary>Markers of deleted names that a killed process left unfinished. They hide nothing.</summary>
internal static class UnfinishedMarkers
{
    /// <summary>Deletes the markers, except those that another process is just making.</summary>
    /// <param name="markers">The files.</param>
    public static void Remove(IEnumerable<string> markers)
    {
        foreach (string marker in markers)
        {
            // The process that makes a marker has it open until it has its name. One that stays is never seen, and the next start tries
            // again.
            FileErrors.Ignore(() => DiskRemoval.OpenPassing(marker, FileMode.Open, FileShare.None).Dispose());
        }
    }
}
