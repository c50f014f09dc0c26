using Reloaded.VFS.Cli.Archives.Staging;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>Decides about files that both the player's side (a game, a tool, the player) and an update have changed.</summary>
/// <param name="paths">The paths relative to the mod's folder, with <c>/</c>.</param>
/// <returns>True if the existing files are kept; false if the update's files replace them, and the existing ones are set aside.</returns>
internal delegate bool UpdateDecision(IReadOnlyList<string> paths);

/// <summary>The files that were written into a mod's folder since it was added, and that a new version of the mod keeps.</summary>
internal sealed class ModUpdate
{
    private readonly List<(string Path, string File)> _kept = [];
    private readonly List<(string Path, string File)> _both = [];

    /// <summary>Compares a mod's folder with the record of its files and with the new version.</summary>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="record">The record of what was added, or null if there is none.</param>
    /// <param name="next">The record of the new version.</param>
    /// <exception cref="IOException">A file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public ModUpdate(string folder, AddedRecord? record, AddedRecord next)
    {
        HasRecord = record is not null;
        if (record is null)
            return;
        foreach (FileInfo file in AddedRecord.FilesIn(folder))
        {
            string path = AddedRecord.PathIn(folder, file.FullName);
            AddedFile? was = record.Find(path), comes = next.Find(path);
            if (was?.IsChanged(file) == false)
                continue;
            if (comes is null || comes.Hash == was?.Hash)
                _kept.Add((path, file.FullName));
            else if (comes.IsChanged(file))
                _both.Add((path, file.FullName));
        }
    }

    /// <summary>Gets a value indicating whether there is a record of what was added. If not, nothing is carried over.</summary>
    public bool HasRecord { get; }

    /// <summary>Gets the paths that were written since, and that the update leaves alone.</summary>
    public IReadOnlyList<string> Kept => [.. _kept.Select(file => file.Path)];

    /// <summary>Gets the paths that were written since, and that the update changes, too.</summary>
    public IReadOnlyList<string> Both => [.. _both.Select(file => file.Path)];

    /// <summary>Copies the files to the new version.</summary>
    /// <param name="content">The folder with the new version's content.</param>
    /// <param name="withBoth">True if this includes the files that the update changes, too.</param>
    /// <exception cref="IOException">A file can't be copied.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be copied.</exception>
    public void CarryOver(string content, bool withBoth)
    {
        var tree = new MergedTree(content);
        foreach ((string path, string file) in withBoth ? _kept.Concat(_both) : _kept)
            File.Copy(file, tree.PlaceOf(path), overwrite: true);
    }
}
