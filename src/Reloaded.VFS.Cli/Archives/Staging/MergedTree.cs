using Reloaded.VFS.Cli.Archives.Unpacking;

namespace Reloaded.VFS.Cli.Archives.Staging;

/// <summary>
/// A folder that is put together from files of other folders. A folder or file has one spelling, the first; what is added later wins. Not
/// thread-safe.
/// </summary>
internal sealed class MergedTree
{
    private readonly Dictionary<string, string> _spellings = new(NameComparer.Instance);
    private readonly Dictionary<string, string> _sources = new(NameComparer.Instance);

    /// <summary>Creates a tree.</summary>
    /// <param name="folder">The folder, which may exist and have content.</param>
    public MergedTree(string folder)
    {
        Folder = folder;
        if (!Directory.Exists(folder))
            return;
        foreach (string path in Directory.EnumerateFileSystemEntries(folder, "*", SearchOption.AllDirectories))
            _spellings[AddedRecord.PathIn(folder, path)] = AddedRecord.PathIn(folder, path);
    }

    public string Folder { get; }

    /// <summary>Gets the files to be put into the folder: the path there, and the file.</summary>
    public IReadOnlyDictionary<string, string> Sources => _sources;

    /// <summary>Gets the number of files to be put into the folder.</summary>
    public int Count => _sources.Count;

    /// <summary>Adds a file, which is put into the folder by <see cref="Build(string, UnpackLimits)"/>.</summary>
    /// <param name="path">The path in the folder, with <c>/</c>.</param>
    /// <param name="source">The file.</param>
    public void Add(string path, string source) => _sources[path] = source;

    /// <summary>Adds the files at the top of a mod's folder that describe the mod. They aren't laid over the game.</summary>
    public void AddAbout(string folder)
    {
        foreach (string name in Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file)))
        {
            if (DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true))
                Add(name, Path.Combine(folder, name));
        }
    }

    /// <summary>Moves the added files into the folder; one that goes to several places is copied.</summary>
    /// <param name="archive">The archive that they come from, for messages.</param>
    /// <param name="limits">The limits, which count for the copies.</param>
    /// <exception cref="ArchiveException">
    /// A file can't be put there, for example because another one has the name of its folder; or the copies are too large.
    /// </exception>
    public void Build(string archive, UnpackLimits limits)
    {
        try
        {
            BuildWithin(limits, archive);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw ArchiveException.Of(archive, $"its files can't be put together: {ErrorCause.Of(e)}", cause: e);
        }
    }

    private void BuildWithin(UnpackLimits limits, string archive)
    {
        Directory.CreateDirectory(Folder);
        var uses = _sources.Values.GroupBy(source => source, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.Count(), StringComparer.Ordinal);
        Int128 copied = 0;
        foreach ((string source, int count) in uses.Where(use => use.Value > 1))
            copied += (Int128)(count - 1) * new FileInfo(source).Length;
        if (copied > limits.MostBytes)
            throw ArchivePlan.TooLarge(archive, limits);
        if (copied > 0)
            Unpacker.CheckSpace(archive, Folder, (long)copied);
        foreach ((string path, string source) in _sources)
        {
            string place = PlaceOf(path);
            if (--uses[source] > 0)
                File.Copy(source, place, overwrite: true);
            else
                DiskRemoval.Rename(source, place, replaces: true);
        }
    }

    /// <summary>Returns the place of a path on disk, in the letter case that its folders have, and creates these folders.</summary>
    /// <exception cref="IOException">A folder can't be created, for example because a file has its name.</exception>
    /// <exception cref="UnauthorizedAccessException">A folder may not be created.</exception>
    public string PlaceOf(string path)
    {
        string place = "";
        foreach (string part in path.Split('/'))
        {
            place = place.Length == 0 ? part : $"{place}/{part}";
            if (_spellings.TryGetValue(place, out string? known))
                place = known;
            else
                _spellings.Add(place, place);
        }

        string found = Path.Combine(Folder, place);
        Directory.CreateDirectory(Path.GetDirectoryName(found)!);
        return found;
    }
}
