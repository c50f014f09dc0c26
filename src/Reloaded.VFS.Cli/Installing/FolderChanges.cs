using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>Adds files and folders to a game's folder and removes them again. Never overwrites a file that rvfs hasn't put there.</summary>
/// <param name="folder">The game's folder.</param>
internal sealed class FolderChanges(string folder)
{
    private readonly List<string> _madeFolders = [];
    private readonly List<string> _newFiles = [];

    /// <summary>Gets the folders that were created, each after its parent; paths relative to the game's folder, with slashes.</summary>
    public IReadOnlyList<string> MadeFolders => _madeFolders;

    /// <summary>Creates a folder and its missing parents.</summary>
    /// <param name="path">The path relative to the game's folder, with slashes.</param>
    public void MakeFolder(string path)
    {
        string[] parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        for (int i = 1; i <= parts.Length; i++)
        {
            string part = string.Join('/', parts[..i]);
            if (Directory.Exists(At(part)))
                continue;
            Directory.CreateDirectory(At(part));
            _madeFolders.Add(part);
        }
    }

    /// <summary>Writes a file, completely or not at all.</summary>
    /// <param name="path">The path relative to the game's folder, with slashes.</param>
    /// <param name="content">The file's content.</param>
    /// <param name="replaces">True if a file that rvfs has put there may be replaced.</param>
    /// <exception cref="IOException">A file of that name exists, or the disk is full.</exception>
    public void Put(string path, byte[] content, bool replaces)
    {
        AtomicFile.Put(At(path), unfinished => File.WriteAllBytes(unfinished, content), replaces);
        if (!replaces)
            _newFiles.Add(path);
    }

    /// <summary>Undoes all changes, as far as possible.</summary>
    public void Undo()
    {
        foreach (string file in _newFiles)
            TryDelete(file);
        RemoveEmpty(_madeFolders);
    }

    /// <summary>Deletes a file.</summary>
    /// <returns>True if the file is gone; otherwise a message tells the reason.</returns>
    public bool TryDelete(string path)
    {
        try
        {
            DiskRemoval.DeleteFile(At(path));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"'{At(path)}' can't be deleted: {ErrorCause.Of(e)}");
            return false;
        }
    }

    /// <summary>Removes empty folders that rvfs has created, the last first.</summary>
    public void RemoveEmpty(IReadOnlyList<string> folders)
    {
        foreach (string path in folders.Reverse().Where(path => Directory.Exists(At(path))))
        {
            try
            {
                if (!Directory.EnumerateFileSystemEntries(At(path)).Any())
                    DiskRemoval.DeleteEmptyFolder(At(path));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                Messages.Warn($"'{At(path)}' can't be removed: {ErrorCause.Of(e)}");
            }
        }
    }

    private string At(string path) => Path.Combine(folder, path);
}
