using System.Runtime.InteropServices;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Removing;

/// <summary>
/// The one place that deletes on disk, gives another name, or puts one file in another's place; a test knows its callers. What is given to
/// it is known to be Reloaded VFS's own: made by it, or recorded by a run. A link goes itself, and what it leads to stays. For any thread.
/// </summary>
internal static partial class DiskRemoval
{
    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    /// <summary>
    /// Tells under Wine where a path really leads: Wine shows a folder, and no link, where a link to a folder is. Null anywhere else. Set
    /// before anything is deleted.
    /// </summary>
    public static Func<string, string?>? FindReal { get; set; }

    /// <summary>Deletes a file, which may be read-only, or a link. One that isn't there is none.</summary>
    /// <exception cref="IOException">It can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be deleted.</exception>
    public static void DeleteFile(string file)
    {
        MakeWritable(file);
        File.Delete(file);
    }

    /// <summary>Deletes a file as far as that can be.</summary>
    /// <returns>Whether it is gone.</returns>
    public static bool TryDeleteFile(string file) => Try(DeleteFile, file);

    /// <summary>
    /// Deletes a copy, unless it is the very file that it was made of: a link, or a volume that is mounted twice, may lead to that.
    /// </summary>
    /// <param name="copy">The copy.</param>
    /// <param name="original">What it was made of: a file of the game or of a mod.</param>
    /// <param name="idOf">Tells the volume and the id of the file that a path leads to; null where that can't be told.</param>
    /// <returns>Whether it was deleted.</returns>
    /// <inheritdoc cref="DeleteFile"/>
    public static bool DeleteCopy<TId>(string copy, string original, Func<string, TId?> idOf)
        where TId : struct, IEquatable<TId>
    {
        if (IsLink(copy) || idOf(copy) is not { } one || idOf(original) is not { } other || one.Equals(other))
            return false;
        DeleteFile(copy);
        return true;
    }

    /// <summary>Deletes a folder, if nothing is in it. A link to a folder isn't one.</summary>
    /// <exception cref="IOException">It isn't empty, is a link, or can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be deleted.</exception>
    public static void DeleteEmptyFolder(string folder)
    {
        if (IsLink(folder))
            throw new UnreadableException("it is a link");
        DeleteFolder(folder);
    }

    /// <summary>
    /// Deletes a folder with all that is in it, read-only files included. Links in it go themselves, and so does a link in its place.
    /// </summary>
    /// <exception cref="IOException">Something in it can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">Something in it may not be deleted.</exception>
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

    /// <summary>Deletes an empty folder, which may be read-only: Windows refuses that.</summary>
    private static void DeleteFolder(string folder)
    {
        if (OperatingSystem.IsWindows() && File.GetAttributes(folder) is var attributes && (attributes & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(folder, attributes & ~FileAttributes.ReadOnly);
        Directory.Delete(folder);
    }

    /// <summary>Deletes a folder with all that is in it, as far as that can be.</summary>
    /// <returns>Whether it is gone.</returns>
    public static bool TryDeleteTree(string folder) => Try(DeleteTree, folder);

    /// <summary>Deletes a link to a file or folder. What it leads to stays.</summary>
    /// <exception cref="IOException">It can't be deleted: it isn't sure that it is one, for example.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be deleted.</exception>
    public static void DeleteLink(string link)
    {
        // Wine shows where a link to a folder lies, and not that it is one; and deletes what it leads to.
        if (new FileInfo(link).LinkTarget is null)
            throw new UnreadableException("it may be a link");
        if (OperatingSystem.IsWindows() && Directory.Exists(link))
            Directory.Delete(link);
        else
            File.Delete(link);
    }

    /// <summary>Puts a file in another's place in one step, or where nothing is: the old one is there or the new one.</summary>
    /// <exception cref="IOException">It can't be put there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be put there.</exception>
    public static void Replace(string from, string to) => File.Move(from, to, overwrite: true);

    /// <summary>Gives a file or folder another name.</summary>
    /// <param name="from">The old name.</param>
    /// <param name="to">The new one.</param>
    /// <param name="replaces">Whether a file may take another's place; else nothing may be there yet.</param>
    /// <exception cref="IOException">It can't have that name.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not have that name.</exception>
    public static void Rename(string from, string to, bool replaces = false)
    {
        if (replaces)
            Replace(from, to);
        else if (Directory.Exists(from))
            Directory.Move(from, to);
        else
            File.Move(from, to);
    }

    /// <summary>Has two folders on one volume change their names in one step: at no moment is one of them without its name.</summary>
    /// <returns>Whether they have; false where the system or the file system has no such call, or refuses it.</returns>
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
            // A C library from before 2018.
            return false;
        }
    }

    /// <summary>Opens a file that goes with its handle, also when the process is killed.</summary>
    /// <param name="file">The file.</param>
    /// <param name="mode">Whether it is made here.</param>
    /// <param name="share">What other handles may do meanwhile.</param>
    /// <exception cref="IOException">It can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be opened.</exception>
    public static FileStream OpenPassing(string file, FileMode mode, FileShare share) =>
        new(file, mode, FileAccess.ReadWrite, share, bufferSize: 0, FileOptions.DeleteOnClose);

    /// <summary>Takes from a file what has Windows refuse to replace or delete it; a link's own target keeps it.</summary>
    /// <inheritdoc cref="DeleteFile"/>
    public static void MakeWritable(string file)
    {
        if (OperatingSystem.IsWindows() && new FileInfo(file) is { Exists: true, IsReadOnly: true } info && !IsLink(info))
            info.IsReadOnly = false;
    }

    /// <summary>Whether a path's last name is a link, or may be one.</summary>
    public static bool IsLink(string path) => IsLink(new FileInfo(path));

    private static bool IsLink(FileInfo path) => path.Attributes is var attributes && (int)attributes != -1
        && (attributes & FileAttributes.ReparsePoint) != 0;

    private static bool IsAt(string? found, string folder, string name) =>
        string.Equals(found, Path.Join(folder, name), StringComparison.OrdinalIgnoreCase);

    private static bool Try(Action<string> delete, string path)
    {
        try
        {
            delete(path);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It stays, and another start tries again.
            return false;
        }
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int renameat2(int fromFolder, string from, int toFolder, string to, uint flags);
}
