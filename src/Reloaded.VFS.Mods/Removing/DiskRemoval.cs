namespace Reloaded.VFS.Mods.Removing;

/// <summary>
/// The only code that deletes or renames on disk, or puts one file in another's place; a test knows its callers. May be used by any thread.
/// </summary>
/// <remarks>
/// What is passed to it is known to be Reloaded VFS's own: created by it, or recorded by a run. A link itself is deleted, and what it leads
/// to stays. If the system refuses, the members throw <see cref="IOException"/> or <see cref="UnauthorizedAccessException"/>.
/// </remarks>
internal static partial class DiskRemoval
{
    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    /// <summary>
    /// Gets or sets a function that returns under Wine where a path really leads, because Wine shows a link to a folder as a folder and not
    /// as a link. Null on any other system. Set it before anything is deleted.
    /// </summary>
    public static Func<string, string?>? FindReal { get; set; }

    /// <summary>Deletes a file, which may be read-only, or a link. Does nothing if there is none.</summary>
    public static void DeleteFile(string file)
    {
        MakeWritable(file);
        File.Delete(file);
    }

    /// <summary>Tries to delete a file.</summary>
    /// <returns>True if the file is gone.</returns>
    public static bool TryDeleteFile(string file) => Try(DeleteFile, file);

    /// <summary>
    /// Deletes a copy, unless it is the very file from which it was made: a link, or a volume that is mounted twice, may lead to that.
    /// </summary>
    /// <param name="copy">The copy.</param>
    /// <param name="original">The original: a file of the game or of a mod.</param>
    /// <param name="idOf">Returns the volume and the id of the file that a path leads to, or null if they can't be determined.</param>
    /// <returns>True if the copy was deleted.</returns>
    public static bool DeleteCopy<TId>(string copy, string original, Func<string, TId?> idOf)
        where TId : struct, IEquatable<TId>
    {
        if (IsLink(copy) || idOf(copy) is not { } one || idOf(original) is not { } other || one.Equals(other))
            return false;
        DeleteFile(copy);
        return true;
    }

    /// <summary>Deletes a folder if it is empty. A link to a folder isn't a folder.</summary>
    /// <exception cref="IOException">The folder isn't empty, is a link, or can't be deleted.</exception>
    public static void DeleteEmptyFolder(string folder)
    {
        if (IsLink(folder))
            throw new UnreadableException("it is a link");
        DeleteFolder(folder);
    }

    /// <summary>
    /// Deletes a folder with everything in it, including read-only files. Links in the folder, or in its place, are deleted themselves.
    /// </summary>
    public static void DeleteTree(string folder)
    {
        if (IsLink(folder))
        {
            DeleteLink(folder);
            return;
        }

        string? real = FindReal?.Invoke(folder);
        foreach (FileSystemInfo entry in new DirectoryInfo(folder).GetFileSystemInfos("*", s_all))
        {
            if (entry is DirectoryInfo && FindReal is { } find && (real is null || !IsAt(find(entry.FullName), real, entry.Name)))
                throw new UnreadableException("it may be a link");
            if (entry is DirectoryInfo)
                DeleteTree(entry.FullName);
            else
                DeleteFile(entry.FullName);
        }

        DeleteFolder(folder);
    }

    /// <summary>Deletes an empty folder, which may be read-only: Windows refuses to delete such a folder as it is.</summary>
    private static void DeleteFolder(string folder)
    {
        if (OperatingSystem.IsWindows() && File.GetAttributes(folder) is var attributes && (attributes & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(folder, attributes & ~FileAttributes.ReadOnly);
        Directory.Delete(folder);
    }

    /// <summary>Tries to delete a folder with everything in it.</summary>
    /// <returns>True if the folder is gone.</returns>
    public static bool TryDeleteTree(string folder) => Try(DeleteTree, folder);

    /// <summary>Deletes a link to a file or folder. What it leads to stays.</summary>
    /// <exception cref="IOException">The link can't be deleted, for example because it isn't certain that it is one.</exception>
    public static void DeleteLink(string link)
    {
        // Wine doesn't show that a link to a folder is one, and would delete what it leads to.
        if (new FileInfo(link).LinkTarget is null)
            throw new UnreadableException("it may be a link");
        if (OperatingSystem.IsWindows() && Directory.Exists(link))
            Directory.Delete(link);
        else
            File.Delete(link);
    }

    /// <summary>Puts a file in another's place, or where there is none, in one step: at any time the old or the new one is there.</summary>
    public static void Replace(string from, string to) => File.Move(from, to, overwrite: true);

    /// <summary>Renames a file or folder.</summary>
    /// <param name="from">The old name.</param>
    /// <param name="to">The new name.</param>
    /// <param name="replaces">True if a file may take another's place. Otherwise nothing may be there yet.</param>
    public static void Rename(string from, string to, bool replaces = false)
    {
        if (replaces)
            Replace(from, to);
        else if (Directory.Exists(from))
            Directory.Move(from, to);
        else
            File.Move(from, to);
    }

    /// <summary>Tries to exchange the names of two folders on one volume in one step, so that neither is ever without its name.</summary>
    /// <returns>True if they were exchanged; false if the system or the file system has no such call, or refuses it.</returns>
    public static bool TryExchange(string one, string other)
    {
        // fcntl.h, linux/fs.h.
        const int currentFolder = -100;
        const uint exchange = 2;
        if (!OperatingSystem.IsLinux())
            return false;
        try
        {
            return renameat2(currentFolder, one, currentFolder, other, exchange) == 0;
        }
        catch (EntryPointNotFoundException)
        {
            // The C library is from before 2018.
            return false;
        }
    }

    /// <summary>Opens a file that is deleted when its handle is closed, even if the process is killed.</summary>
    /// <param name="file">The file.</param>
    /// <param name="mode">The mode, which says whether the file is created here.</param>
    /// <param name="share">The access that other handles may have meanwhile.</param>
    public static FileStream OpenPassing(string file, FileMode mode, FileShare share) =>
        new(file, mode, FileAccess.ReadWrite, share, bufferSize: 0, FileOptions.DeleteOnClose);

    /// <summary>Removes the attribute because of which Windows refuses to replace or delete a file. A link's target keeps it.</summary>
    public static void MakeWritable(string file)
    {
        if (OperatingSystem.IsWindows() && new FileInfo(file) is { Exists: true, IsReadOnly: true } info && !IsLink(info))
            info.IsReadOnly = false;
    }

    /// <summary>Determines whether a path's last name is a link, or may be one.</summary>
    public static bool IsLink(string path) => IsLink(new FileInfo(path));

    private static bool IsLink(FileInfo path) => path.Attributes is var attributes && (int)attributes != -1
        && (attributes & FileAttributes.ReparsePoint) != 0;

    private static bool IsAt(string? found, string folder, string name) =>
        string.Equals(found, Path.Join(folder, name), StringComparison.OrdinalIgnoreCase);

    // What can't be deleted stays, and another start tries again.
    private static bool Try(Action<string> delete, string path) => FileErrors.Ignore(() =>
    {
        delete(path);
        return true;
    }, otherwise: false);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int renameat2(int fromFolder, string from, int toFolder, string to, uint flags);
}
