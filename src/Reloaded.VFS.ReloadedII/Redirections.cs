namespace Reloaded.VFS.ReloadedII;

/// <summary>
/// The redirections over the game's files: folders, of which the one added last wins, and single files, which win over every folder.
/// Thread-safe; no member throws.
/// </summary>
/// <remarks>A redirection that isn't possible is reported to <c>warn</c> and left out.</remarks>
/// <param name="library">The DLL, started; null if it couldn't be: nothing is redirected then.</param>
/// <param name="game">The folder of the game's exe.</param>
/// <param name="warn">Writes a sentence to the loader's log. Called on any thread.</param>
internal sealed class Redirections(VfsLibrary? library, string game, Action<string> warn)
{
    private readonly object _lock = new();
    private readonly List<Folder> _folders = [];
    private readonly List<SingleFile> _files = [];

    /// <summary>Lays a folder over the game's folder, or one below it. Does nothing if that folder is laid there already.</summary>
    /// <param name="path">The real folder.</param>
    /// <param name="source">The folder, relative to the game's; empty for the game's folder itself.</param>
    public void AddFolder(string path, string source = "")
    {
        if (!TryNormalize(path, out string real) || !TryNormalize(Path.Join(game, source), out string target))
            return;
        lock (_lock)
        {
            if (_folders.Exists(folder => folder.IsAt(real, target)))
                return;
            ulong handle = library!.AddFolder(real, target);
            if (handle == 0)
            {
                Warn($"{real} isn't redirected");
                return;
            }

            _folders.Add(new Folder(real, target, handle));
            // The newest layer is on top; single files are put above it again.
            if (_files.Count > 0 && !library!.Reorder([handle, .. _files.Select(file => file.Handle)]))
                Warn($"{real} hides files that are redirected one by one");
        }
    }

    /// <summary>Removes a real folder, wherever it is laid.</summary>
    public void RemoveFolder(string path)
    {
        if (TryNormalize(path, out string real))
            RemoveFolders(folder => folder.IsAt(real));
    }

    /// <summary>Removes a real folder from one place.</summary>
    public void RemoveFolder(string path, string source)
    {
        if (TryNormalize(path, out string real) && TryNormalize(Path.Join(game, source), out string target))
            RemoveFolders(folder => folder.IsAt(real, target));
    }

    /// <summary>Lays one file over another, and replaces an earlier redirection of that file.</summary>
    /// <param name="path">The file that the game opens.</param>
    /// <param name="replacement">The file that the game gets. It must exist.</param>
    public void AddFile(string path, string replacement)
    {
        if (!TryNormalize(path, out string target) || !TryNormalize(replacement, out string real))
            return;
        lock (_lock)
        {
            ulong handle = library!.AddFile(real, target);
            if (handle == 0)
            {
                Warn($"{target} isn't redirected");
                return;
            }

            RemoveFiles(target);
            _files.Add(new SingleFile(target, handle));
        }
    }

    /// <summary>Removes the single file that is laid over a path.</summary>
    public void RemoveFile(string path)
    {
        if (!TryNormalize(path, out string target))
            return;
        lock (_lock)
            RemoveFiles(target);
    }

    public void Clear()
    {
        lock (_lock)
        {
            foreach (ulong handle in _folders.Select(folder => folder.Handle).Concat(_files.Select(file => file.Handle)))
                library!.Remove(handle);
            _folders.Clear();
            _files.Clear();
        }
    }

    private void RemoveFolders(Predicate<Folder> which)
    {
        lock (_lock)
        {
            foreach (Folder folder in _folders.FindAll(which))
                library!.Remove(folder.Handle);
            _folders.RemoveAll(which);
        }
    }

    private void RemoveFiles(string target)
    {
        foreach (SingleFile file in _files.FindAll(file => Same(file.Target, target)))
            library!.Remove(file.Handle);
        _files.RemoveAll(file => Same(file.Target, target));
    }

    // The callers are other mods: an invalid path must not end the game.
    private bool TryNormalize(string path, out string full)
    {
        try
        {
            full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
            return library is not null;
        }
        catch (Exception e) when (e is ArgumentException or IOException or NotSupportedException)
        {
            warn($"'{path}' is no path: {e.Message}");
            full = "";
            return false;
        }
    }

    private void Warn(string what) => warn($"{what}: {library!.LastError}");

    private static bool Same(string one, string other) => string.Equals(one, other, StringComparison.OrdinalIgnoreCase);

    private sealed record Folder(string Path, string Target, ulong Handle)
    {
        public bool IsAt(string path) => Same(Path, path);

        public bool IsAt(string path, string target) => Same(Path, path) && Same(Target, target);
    }

    private sealed record SingleFile(string Target, ulong Handle);
}
