using System.Security.Cryptography;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>
/// The files and folders that are added to a game's folder and removed again. No file is overwritten that rvfs hasn't put there.
/// </summary>
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
    /// <returns>True if the file is gone; otherwise a message says why.</returns>
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

/// <summary>A hash of the state of a game's folder, which shows whether anything has been left in it or changed.</summary>
/// <remarks>
/// The hash is SHA-256 over the path, kind, size and last write time of everything in the folder. Contents aren't read: a game may have a
/// hundred gigabytes. The reports in <c>rvfs/logs</c>, which every start with mods writes, don't count.
/// </remarks>
internal static class FolderFingerprint
{
    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = true };

    /// <summary>Computes the hash, as 64 hexadecimal digits. Unreadable folders count as empty.</summary>
    public static string Of(string folder)
    {
        List<string> lines = [];
        Add(new DirectoryInfo(folder), "", lines);
        lines.Sort(StringComparer.Ordinal);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', lines))));
    }

    private static void Add(DirectoryInfo folder, string path, List<string> lines)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos("*", s_all))
        {
            string name = path + entry.Name;
            if (entry.LinkTarget is { } target)
            {
                lines.Add($"{name} -> {target}");
            }
            else if (entry is FileInfo file)
            {
                long time = new DateTimeOffset(file.LastWriteTimeUtc).ToUnixTimeMilliseconds();
                lines.Add($"{name} {file.Length} {time}");
            }
            else if (!name.Equals(VfsConfiguration.FolderName + "/logs", StringComparison.OrdinalIgnoreCase))
            {
                lines.Add(name + "/");
                Add((DirectoryInfo)entry, name + "/", lines);
            }
        }
    }
}
