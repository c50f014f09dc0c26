using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Determines the content of a mod in one pass over its folders, by names only. One instance scans one folder once. Not thread-safe;
/// several scans may run at the same time.
/// </summary>
/// <remarks>
/// Names in a folder come in NTFS order. Of two files that differ only in letter case (on a case-sensitive disk), the one that sorts first
/// by code unit, capitals before small letters, is the mod's file; folders that differ only in letter case are merged. Links to files are
/// files; links to folders are followed unless they lead in a circle. Other threads may read folders ahead, which doesn't affect the
/// result.
/// </remarks>
internal sealed partial class FolderScanner
{
    private readonly string _mod;
    private readonly ScanOptions _options;
    private readonly FolderListingBuilder _builder;
    private readonly Node _root;
    private readonly int _longestRelative;
    private readonly ModMetadata _metadata;
    private readonly List<Diagnostic> _diagnostics = [];
    private readonly List<string> _unfinished = [];
    private readonly PendingFolders<Node> _pending;
    private readonly List<Node> _subfolders = [];
    private readonly FolderContents _contents = new();
    private readonly CachedFolders? _cached;
    private List<PathPattern>? _excludes;
    private int _suppressed;

    private FolderScanner(string mod, string folder, ScanOptions options, ModMetadata? metadata = null, CachedMod? cached = null,
        ReadThreads? threads = null)
    {
        _pending = new PendingFolders<Node>(threads, isStack: true);
        _mod = mod;
        _options = options;
        string full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        _builder = new FolderListingBuilder(full);
        _cached = cached?.Folders;
        _root = new Node(this, null, "", full, 0) { Id = 0, Cached = cached?.Folder ?? CachedLayout.None, IsUnmoved = cached?.IsUnmoved ?? false };
        _longestRelative = options.LongestRelative(full);
        _metadata = metadata ?? (options.HasRules ? ModMetadataReader.Read(mod, full, options.ModJsons) : ModMetadata.None);
    }

    /// <summary>Scans a mod's folder. Nothing on disk makes it throw.</summary>
    /// <param name="mod">The mod's name, for messages.</param>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="options">The options that say what to leave out.</param>
    /// <param name="metadata">The mod's metadata, or null if it hasn't been read yet.</param>
    /// <param name="cached">The mod's cached folders, or null for none.</param>
    /// <param name="threads">Threads that read folders ahead, or null for none.</param>
    public static FolderScan Scan(string mod, string folder, ScanOptions options, ModMetadata? metadata = null, CachedMod? cached = null,
        ReadThreads? threads = null) =>
        Run(mod, folder, () => new FolderScanner(mod, folder, options, metadata, cached, threads));

    private static FolderScan Run(string mod, string folder, Func<FolderScanner> create)
    {
        try
        {
            return create().Run();
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return new(null, [Unreadable(mod, folder, e)]);
        }
    }

    private FolderScan Run()
    {
        using FolderListingBuilder builder = _builder;
        using PendingFolders<Node> pending = _pending;
        Node first = _start ?? _root;
        first.Run();
        first.ThrowFault();
        if (first.Content.Failure is { } failure)
        {
            bool isBusy = _notesBusy && FolderReader.IsSharingViolation(failure);
            return new(null, [Unreadable(_mod, first.Path, failure)]) { Busy = isBusy ? [NamesOf(first)] : [] };
        }

        Visit(first);
        while (pending.TryTake(out Node? node))
        {
            Exception? e = node.Content.Failure;
            if (e is not null && _notesBusy && FolderReader.IsSharingViolation(e))
                AddBusy(node);
            else if (e is not null)
                Report(Diagnostic.Error($"the folder can't be read: {FolderReader.Describe(e)}; it is left out"), node.Path);
            else if (IsHiddenCircle(node))
                ReportCircle(node.Path);
            else
                Visit(node);
            node.Release();
        }

        if (_suppressed > 0)
            _diagnostics.Add(Diagnostic.Notice($"{_suppressed} more messages like these about the mod '{_mod}' aren't shown", mod: _mod));
        AddRules();
        return new(builder.Build(), _diagnostics) { Busy = _busy, UnfinishedMarkers = _unfinished, MetadataStamp = _metadata.Stamp };
    }

    private static Diagnostic Unreadable(string mod, string folder, Exception e) =>
        Diagnostic.Error($"the mod '{ModName.Show(mod)}' is left out: its folder can't be read: {FolderReader.Describe(e)}",
            file: folder, mod: mod);

    private void Visit(Node node)
    {
        if (!node.IsExcluded)
            Enter(node);
        FolderContent content = node.Content;
        int kept = -1;
        for (int i = 0; i < content.Count; i++)
        {
            FolderContent.Entry item = content[i];
            ReadOnlySpan<char> name = content.NameOf(i);
            if (DefaultExcludes.IsTemporary(name))
            {
                if (!item.IsFolder && name.EndsWith(HideMarker.UnfinishedEnding, StringComparison.Ordinal))
                    _unfinished.Add(Path.Join(node.Path, name));
                continue;
            }

            if (item.IsFolder && _options.Only is { } only && !only.Has(RelativePath(node, name)))
                continue;
            if (TryLeaveOut(node, name, item.IsFolder))
                continue;
            bool excluded = node.IsExcluded || DefaultExcludes.IsExcluded(name, item.IsFolder, node.Parent is null);
            if (excluded && item.IsFolder && node.Parent is null && DefaultExcludes.IsInstaller(name))
                ReportInstaller(Path.Join(node.Path, name));
            if (excluded && _options.Include.IsEmpty)
                continue;
            if (!IsUsable(node, name))
                continue;
            if (excluded && !item.IsFolder && !_options.Include.Matches(RelativePath(node, name)))
                continue;
            if (kept >= 0 && CaseFolding.Equals(content.NameOf(kept), name) && !(item.IsFolder && content[kept].IsFolder))
            {
                Report(Diagnostic.Notice($"'{name}' is left out: its name differs from '{content.NameOf(kept)}' beside it in letter case only, "
                    + "and to Windows they are the same", fix: "rename one of the two"), Path.Join(node.Path, name));
                continue;
            }

            kept = i;
            if (item.IsFolder && ReferenceEquals(node, _start) && _isKnown!(name.ToString()))
                _builder.AddFolder(Enter(node), name);
            else if (item.IsFolder)
                AddSubfolder(node, name, item, excluded);
            else
                _builder.AddFile(Enter(node), name);
        }

        _pending.Add(CollectionsMarshal.AsSpan(_subfolders));
        _subfolders.Clear();
    }

    /// <summary>Reports a mod whose installer, which would put its files into place, wasn't run.</summary>
    private void ReportInstaller(string folder)
    {
        if (!Directory.EnumerateFiles(folder).Any(file => NameComparer.Instance.Equals(Path.GetFileName(file), "ModuleConfig.xml")))
            return;
        Report(
            Diagnostic.Warning($"the mod '{_mod}' has an installer that lets you choose (FOMOD), which isn't run here",
                fix: $"rvfs add \"{Path.GetDirectoryName(folder)}\"; or, if its files are as you want them, delete this folder"), folder);
    }

    private void AddSubfolder(Node parent, ReadOnlySpan<char> name, FolderContent.Entry item, bool excluded)
    {
        string text = name.ToString();
        string path = Path.Join(parent.Path, text);
        string? target = null;
        int links = parent.Links;
        if (item.IsLink && _options.SeesLinks && new DirectoryInfo(path).LinkTarget is not null)
        {
            target = FolderLinks.Resolve(path);
            if (target is null || ++links > FolderLinks.MostLinks || IsCircle(parent, target))
            {
                ReportCircle(path);
                return;
            }
        }

        _subfolders.Add(new Node(this, parent, text, path, parent.RelativeLength + 1 + text.Length)
        {
            IsExcluded = excluded,
            LinkTarget = target,
            Links = links,
            Cached = FindCached(parent, name, item),
            IsUnmoved = parent.IsConfirmed,
        });
    }

    /// <summary>Determines whether a link's target contains the folder that the link is in, or one passed on the way to it.</summary>
    private static bool IsCircle(Node parent, string target)
    {
        string below = "";
        for (Node? node = parent; node is not null; node = node.Parent)
        {
            string? real = node.LinkTarget ?? (node.Parent is null ? FolderLinks.Resolve(node.Path) : null);
            if (real is not null)
            {
                if (FolderLinks.IsInside(Path.Join(real, below), target))
                    return true;
                below = "";
            }
            else
            {
                below = Path.Join(node.Name, below);
            }
        }

        return false;
    }

    /// <summary>Determines whether a folder is one of its own parents, through a link that doesn't show as one.</summary>
    private bool IsHiddenCircle(Node node)
    {
        // On a system that shows its links, they have been checked.
        if (node.Content.Count < 2 || (_options.SeesLinks && !OperatingSystem.IsWindows()))
            return false;
        string way = node.Name;
        Node ancestor = node.Parent!;
        while (true)
        {
            if (node.Fingerprint == ancestor.Fingerprint && FolderCircles.Repeats(node.Path, way, node.Fingerprint))
                return true;
            if (ancestor.Parent is null)
                break;
            way = Path.Join(ancestor.Name, way);
            ancestor = ancestor.Parent;
        }

        string inner = _root.Path;
        while (Path.GetDirectoryName(inner) is string outer)
        {
            string name = Path.GetFileName(inner);
            way = Path.Join(name, way);
            // A folder that contains the mod also contains the name of the way to it. Most folders of mods don't, and so nothing above has
            // to be listed.
            if (node.Content.MayHave(name) && node.Fingerprint == _options.FingerprintAbove(outer)
                && FolderCircles.Repeats(node.Path, way, node.Fingerprint))
                return true;
            inner = outer;
        }

        return false;
    }

    private void ReportCircle(string path) =>
        Report(Diagnostic.Warning("the link isn't followed: it leads in a circle", fix: "remove the link"), path);

    /// <summary>
    /// Returns the folder's number in the listing. The number is assigned, also to the folder's parents, when the first thing in the folder
    /// is added.
    /// </summary>
    private int Enter(Node node)
    {
        if (node.Id >= 0)
            return node.Id;
        var missing = new Stack<Node>();
        for (Node? n = node; n!.Id < 0; n = n.Parent)
            missing.Push(n);
        while (missing.TryPop(out Node? n))
            n.Id = _builder.AddFolder(n.Parent!.Id, n.Name);
        return node.Id;
    }

    private bool IsUsable(Node node, ReadOnlySpan<char> name)
    {
        if (node.RelativeLength + 1 + name.Length > _longestRelative)
        {
            Report(Diagnostic.Error($"its path is longer than Windows allows ({ConfigurationPath.LongestPath} characters); it is left out",
                fix: "shorten the names of the folders that contain it"), Path.Join(node.Path, name));
            return false;
        }

        if (ModName.WhyImpossible(name) is string cause)
        {
            Report(Diagnostic.Notice($"'{ModName.Show(name)}' is left out: Windows can't have the name, {cause}",
                fix: "rename it"), Path.Join(node.Path, name));
            return false;
        }
        // On Linux, .NET decodes names as UTF-8 and uses U+FFFD for what isn't; such a name leads nowhere.
        if (!OperatingSystem.IsWindows() && name.Contains('\uFFFD') && !Path.Exists(Path.Join(node.Path, name)))
        {
            Report(Diagnostic.Notice($"'{name}' is left out: its name isn't valid UTF-8", fix: "rename it"), Path.Join(node.Path, name));
            return false;
        }

        return true;
    }

    private static string RelativePath(Node node, ReadOnlySpan<char> name) =>
        string.Join('\\', [.. NamesOf(node), name.ToString()]);

    private void Report(Diagnostic diagnostic, string path)
    {
        if (_diagnostics.Count < FolderScan.MostDiagnostics)
            _diagnostics.Add(diagnostic with { File = path, Mod = _mod });
        else
            _suppressed++;
    }

    private List<PathPattern> Excludes => _excludes ??= [.. _metadata.Exclude.Select(pattern => new PathPattern(pattern))];

    /// <summary>Determines whether a name is a marker, or one that the mod leaves out by a marker or a pattern.</summary>
    private bool TryLeaveOut(Node node, ReadOnlySpan<char> name, bool isFolder)
    {
        bool isMarker = !isFolder && HideMarker.IsMarker(name);
        if (!isMarker && !(_options.HasRules && HideMarker.IsOwnHidden(name))
            && (Excludes.Count == 0 || !IsExcluded(RelativePath(node, name))))
            return false;
        if (node.IsExcluded || !IsUsable(node, name))
            return true;
        _builder.LeaveOut(Enter(node), name);
        bool isHiding = HideMarker.TryGetName(name, out ReadOnlySpan<char> hidden);
        if (isMarker && isHiding && IsUsable(node, hidden))
            _builder.AddHidden(Enter(node), hidden);
        else if (isMarker && !isHiding)
            Report(Diagnostic.Warning($"'{HideMarker.Ending}' hides nothing: no name precedes it",
                fix: "rename or delete it"), Path.Join(node.Path, name));
        return true;
    }

    private bool IsExcluded(string path) => Excludes.Exists(pattern => pattern.Matches(path));

    /// <summary>Adds the rules of <c>mod.json</c> for the whole mod, unless only a part is listed again: they don't change.</summary>
    private void AddRules()
    {
        if (_metadata.Exclude.Count > 0)
            _builder.SetHasExcludes();
        if (_start is not null)
            return;
        _diagnostics.AddRange(_metadata.Diagnostics.Select(diagnostic => diagnostic with { Mod = _mod }));
        if (_metadata.Hide.Count == 0)
            return;
        var paths = new HashSet<string>(NameComparer.Instance);
        var patterns = new List<PathPattern>();
        foreach (string text in _metadata.Hide)
        {
            var pattern = new PathPattern(text);
            if (pattern.IsPath(out string path))
                paths.Add(path);
            else
                patterns.Add(pattern);
        }

        foreach (string target in _options.Targets)
            paths.UnionWith(HiddenGameFiles.Find(target, patterns, _options.OnlyOfTargets));
        _builder.Hide(paths, patterns);
    }
}

/// <summary>The result of scanning a folder. Immutable.</summary>
/// <param name="Listing">The folder's content, or null if it can't be read at all.</param>
/// <param name="Diagnostics">Diagnostics for what was left out: at most <see cref="MostDiagnostics"/> and a count of the others.</param>
public sealed record FolderScan(FolderListing? Listing, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>
    /// The maximum number of diagnostics. A mod made on another system can have thousands of names that Windows can't have, and a few show
    /// the problem.
    /// </summary>
    public const int MostDiagnostics = 20;

    /// <summary>Gets the names that lead to folders whose content isn't known now, since another handle doesn't share them.</summary>
    /// <remarks>Noted only on request. Such a folder below the scanned one is in the listing, empty.</remarks>
    public IReadOnlyList<string[]> Busy { get; init; } = [];

    /// <summary>Gets the markers that a killed process has left unfinished, or that one is just creating, as host paths.</summary>
    internal IReadOnlyList<string> UnfinishedMarkers { get; init; } = [];

    /// <summary>Gets the <see cref="Metadata.ModMetadata.Stamp"/> of the mod's metadata when it was scanned.</summary>
    internal ulong MetadataStamp { get; init; }
}
