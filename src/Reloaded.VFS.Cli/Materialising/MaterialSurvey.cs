using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>A name in a materialised folder that isn't as rvfs has made it.</summary>
/// <param name="Path">The path below the materialised folder, with slashes.</param>
/// <param name="Kind">The kind of thing that is there now; <see cref="NameKind.None"/> if a program has deleted it.</param>
/// <param name="IsNew">True if rvfs has made nothing of that name.</param>
internal sealed record WrittenName(string Path, NameKind Kind, bool IsNew);

/// <summary>A survey of what programs have written into a materialised folder. It changes nothing and follows no link.</summary>
internal sealed class MaterialSurvey
{
    private readonly MaterialManifest _manifest;
    private readonly string _root;
    private readonly bool _isThorough;
    private readonly List<WrittenName> _written = [];
    private readonly HashSet<string> _changed = new(NameComparer.Instance), _untidy = new(NameComparer.Instance),
        _occupied = new(NameComparer.Instance);
    private readonly List<(string Path, string Source)> _inPlace = [];
    private readonly ILookup<string, string> _below;

    private MaterialSurvey(string root, MaterialManifest manifest, bool isThorough) =>
        (_root, _manifest, _isThorough, _below) = (root, manifest, isThorough,
            manifest.Folders.Keys.Where(path => path.Length > 0).ToLookup(MaterialPaths.ParentOf, StringComparer.Ordinal));

    /// <summary>Gets what programs have written, a folder before its content. What lies in a deleted folder isn't named.</summary>
    public IReadOnlyList<WrittenName> Written => _written;

    /// <summary>Gets the files whose content was written to although they are also files of a mod or of the game.</summary>
    public IReadOnlyList<(string Path, string Source)> InPlace => _inPlace;

    /// <summary>Gets a value indicating whether every examined name is as rvfs has made it, and there is no other name.</summary>
    public bool IsClean => _changed.Count == 0 && _occupied.Count == 0 && _untidy.Count == 0;

    /// <summary>Determines whether a name of rvfs's is missing, or is no longer what rvfs has made.</summary>
    public bool IsChanged(string path) => _changed.Contains(path);

    /// <summary>Determines whether something is under a name that a program has written.</summary>
    public bool IsOccupied(string path) => _occupied.Contains(path);

    /// <summary>Determines whether anything in a folder was added by another program, or is missing.</summary>
    public bool IsUntidy(string folder) => _untidy.Contains(folder);

    /// <summary>Returns the names of the folders that rvfs has made in a folder.</summary>
    public IReadOnlyList<string> FoldersIn(string folder) => [.. _below[folder].Select(MaterialPaths.NameOf)];

    /// <summary>Surveys a materialised folder.</summary>
    /// <param name="root">The folder.</param>
    /// <param name="isThorough">True if every file is examined. Otherwise second names in unchanged folders are left out.</param>
    public static MaterialSurvey Of(string root, MaterialManifest manifest, bool isThorough)
    {
        MaterialSurvey survey = new(root, manifest, isThorough);
        if (manifest.Folders.ContainsKey(""))
            survey.SurveyContent("");
        survey._written.Sort((one, other) => string.CompareOrdinal(one.Path, other.Path));
        return survey;
    }

    private void SurveyContent(string path)
    {
        MaterialFolder folder = _manifest.Folders[path];
        string real = MaterialPaths.RealOf(_root, path);
        // Whether Windows gives a folder another time at each change hasn't been tried.
        bool isAsMade = OperatingSystem.IsLinux() && folder.Time != 0 && NameState.Of(real).Time == folder.Time;
        if (!isAsMade)
        {
            Compare(path, real, folder);
        }
        else if (folder.HasCopies || _isThorough)
        {
            foreach ((string name, MaterialFile file) in folder.Files.Where(file => file.Value.IsCopy || _isThorough))
                Compare(MaterialPaths.Join(path, name), name, file, real);
        }

        foreach (string below in _below[path])
            SurveyFolder(below);
    }

    /// <summary>Compares a folder's names with those that rvfs has made there.</summary>
    private void Compare(string path, string real, MaterialFolder folder)
    {
        HashSet<string> seen = new(NameComparer.Instance);
        FolderReader.Read(real, (name, _, _) => seen.Add(name.ToString()));
        foreach (string name in seen)
        {
            string at = MaterialPaths.Join(path, name);
            if (path.Length == 0 && NameComparer.Instance.Equals(name, VfsConfiguration.FolderName))
                continue;
            if (folder.Files.TryGetValue(name, out MaterialFile? file))
                Compare(at, name, file, real);
            else if (!_manifest.Folders.ContainsKey(at))
                AddNew(at);
        }

        foreach (string name in folder.Files.Keys.Where(name => !seen.Contains(name)))
            AddGone(MaterialPaths.Join(path, name));
    }

    private void SurveyFolder(string path)
    {
        NameKind kind = NameState.Of(MaterialPaths.RealOf(_root, path)).Kind;
        if (kind == NameKind.Folder)
        {
            SurveyContent(path);
            return;
        }

        if (kind == NameKind.None)
            AddGone(path);
        else
            AddChanged(path, kind);
        MarkChanged(path);
    }

    /// <summary>Marks everything in a folder that isn't there any more as changed.</summary>
    private void MarkChanged(string path)
    {
        _changed.Add(path);
        foreach (string name in _manifest.Folders[path].Files.Keys)
            _changed.Add(MaterialPaths.Join(path, name));
        foreach (string below in _below[path])
            MarkChanged(below);
    }

    private void Compare(string path, string name, MaterialFile file, string realFolder)
    {
        NameState now = NameState.Of(Path.Join(realFolder, name));
        if (now.Is(file.Made))
            return;
        if (now.Kind == NameKind.None)
            AddGone(path);
        else if (file.IsLinkedTo(now))
            _inPlace.Add((path, file.SourcePath));
        else
            AddChanged(path, now.Kind);
        if (now.Kind == NameKind.Folder)
            AddContent(path);
    }

    private void AddNew(string path)
    {
        NameKind kind = NameState.Of(MaterialPaths.RealOf(_root, path)).Kind;
        _written.Add(new WrittenName(path, kind, IsNew: true));
        _occupied.Add(path);
        _untidy.Add(MaterialPaths.ParentOf(path));
        if (kind == NameKind.Folder)
            AddContent(path);
    }

    private void AddContent(string path)
    {
        List<string> names = [];
        FolderReader.Read(MaterialPaths.RealOf(_root, path), (name, _, _) => names.Add(name.ToString()));
        foreach (string name in names)
            AddNew(MaterialPaths.Join(path, name));
    }

    private void AddGone(string path)
    {
        _changed.Add(path);
        _untidy.Add(MaterialPaths.ParentOf(path));
        // After a call that was killed nobody knows whether the name was ever there.
        if (_manifest.IsComplete)
            _written.Add(new WrittenName(path, NameKind.None, IsNew: false));
    }

    private void AddChanged(string path, NameKind kind)
    {
        _changed.Add(path);
        _occupied.Add(path);
        _untidy.Add(MaterialPaths.ParentOf(path));
        _written.Add(new WrittenName(path, kind, IsNew: false));
    }
}

/// <summary>The manifest and the survey of a materialised folder, read on another thread while the mods are read.</summary>
internal sealed class EarlierMaterial : IDisposable
{
    private Task<(MaterialManifest Manifest, MaterialSurvey Survey)>? _read;

    /// <summary>Begins to read, if the folder has a manifest.</summary>
    /// <param name="root">The folder.</param>
    public EarlierMaterial(string root)
    {
        if (File.Exists(MaterialManifest.FileOf(root)))
            _read = Task.Run(() => Read(root));
    }

    /// <summary>Returns what was read, which the caller owns from now on, or null if the folder has no manifest.</summary>
    /// <exception cref="CliException">Another call uses the folder, or its manifest can't be understood.</exception>
    public (MaterialManifest Manifest, MaterialSurvey Survey)? Take()
    {
        Task<(MaterialManifest, MaterialSurvey)>? read = _read;
        _read = null;
        return read?.GetAwaiter().GetResult();
    }

    public void Dispose()
    {
        try
        {
            Take()?.Manifest.Dispose();
        }
        catch (Exception e) when (e is CliException or IOException or UnauthorizedAccessException)
        {
            // Nobody has asked for it.
        }
    }

    private static (MaterialManifest Manifest, MaterialSurvey Survey) Read(string root)
    {
        MaterialManifest manifest = MaterialManifest.Open(root);
        try
        {
            return (manifest, MaterialSurvey.Of(root, manifest, isThorough: false));
        }
        catch
        {
            manifest.Dispose();
            throw;
        }
    }
}

/// <summary>Paths in a materialised folder, which have slashes.</summary>
internal static class MaterialPaths
{
    public static string Join(string folder, string name) => folder.Length == 0 ? name : $"{folder}/{name}";
    public static string ParentOf(string path) => path.LastIndexOf('/') is var end and > 0 ? path[..end] : "";

    /// <summary>Returns the last name of a path.</summary>
    public static string NameOf(string path) => path[(path.LastIndexOf('/') + 1)..];

    /// <summary>Returns the host path of a path below a materialised folder.</summary>
    public static string RealOf(string root, string path) =>
        path.Length == 0 ? root : Path.Join(root, Path.DirectorySeparatorChar == '/' ? path : path.Replace('/', Path.DirectorySeparatorChar));
}
