using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Hooks.Originals;

internal static class FileCopy
{
    /// <summary>Copies a file with its attributes and times to a new name. Uses block cloning if the volume supports it.</summary>
    /// <param name="from">The file, a Win32 path.</param>
    /// <param name="to">The copy, a Win32 path.</param>
    /// <param name="outlivesPowerCut">True to flush the content to the disk before the call returns.</param>
    /// <exception cref="IOException">The file can't be copied; a part of the copy may exist.</exception>
    /// <exception cref="UnauthorizedAccessException">Access is denied.</exception>
    public static void Make(string from, string to, bool outlivesPowerCut = false)
    {
        if (!BlockCloning.TryCopy(from, to))
            File.Copy(from, to);
        var source = new FileInfo(from);
        if (outlivesPowerCut)
            Flush(to);
        if (FileTimes.TryRead(NtPath.From(from), out DateTime created, out DateTime written))
        {
            File.SetCreationTimeUtc(to, created);
            File.SetLastWriteTimeUtc(to, written);
        }

        File.SetAttributes(to, AttributesOf(source));
    }

    /// <summary>Copies attributes and times from one folder to another, as far as possible. Both are long Win32 paths.</summary>
    public static void SetAsFolder(string from, string to)
    {
        try
        {
            if (FileTimes.TryRead(NtPath.From(from), out DateTime created, out DateTime written))
            {
                Directory.SetCreationTimeUtc(to, created);
                Directory.SetLastWriteTimeUtc(to, written);
            }

            SetAttributesAsFolder(from, to);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder keeps its own.
        }
    }

    /// <summary>Copies attributes from one folder to another, as far as possible. Both are long Win32 paths.</summary>
    public static void SetAttributesAsFolder(string from, string to)
    {
        const FileAttributes given = FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System | FileAttributes.Archive
            | FileAttributes.NotContentIndexed;
        try
        {
            if ((AttributesOf(new DirectoryInfo(from)) & given) is not 0 and var attributes)
                File.SetAttributes(to, attributes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder keeps its own.
        }
    }

    // Wine considers a name that begins with a dot hidden, whatever its attributes.
    private static FileAttributes AttributesOf(FileSystemInfo source) =>
        NtFunctions.IsWine && source.Name.StartsWith('.') ? source.Attributes & ~FileAttributes.Hidden : source.Attributes;

    private static void Flush(string file)
    {
        // A read-only file can't be opened for writing.
        if ((File.GetAttributes(file) & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(file, FileAttributes.Normal);
        using SafeFileHandle opened = File.OpenHandle(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        RandomAccess.FlushToDisk(opened);
    }
}

/// <summary>The times of real files, with or without the hooks.</summary>
/// <remarks>.NET's own way first determines the time zone: from the registry, by functions that it has to load.</remarks>
internal static unsafe class FileTimes
{
    private const int NetworkOpenNumbers = 7, WrittenNumber = 2; // FILE_NETWORK_OPEN_INFORMATION, in numbers of 64 bits

    /// <summary>Reads a file's times, in UTC. Returns false if nothing is there or it can't be queried.</summary>
    /// <param name="path">The file, in NT form.</param>
    /// <param name="created">The creation time.</param>
    /// <param name="written">The time of the last write.</param>
    public static bool TryRead(string path, out DateTime created, out DateTime written)
    {
        (created, written) = (default, default);
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            long* information = stackalloc long[NetworkOpenNumbers];
            if (!NtQueryFullAttributesFile.Exported.Invoke(&attributes, information).IsSuccess())
                return false;
            (created, written) = (DateTime.FromFileTimeUtc(information[0]), DateTime.FromFileTimeUtc(information[WrittenNumber]));
            return true;
        }
    }
}

/// <summary>A folder's last write time, while the VFS creates what the game has seen there before. Disposing restores it.</summary>
internal readonly struct FolderTime : IDisposable
{
    private readonly string _folder;
    private readonly DateTime _time;

    private FolderTime(string folder, DateTime time) => (_folder, _time) = (folder, time);

    /// <summary>Reads the time. Dispose of the result after the folder has been changed.</summary>
    /// <param name="folder">A real folder, in NT form; it need not exist.</param>
    public static FolderTime Read(ReadOnlySpan<char> folder)
    {
        string path = NtPath.ToLongWin32(folder);
        return Directory.Exists(path) && FileTimes.TryRead(folder.ToString(), out _, out DateTime written)
            ? new FolderTime(path, written)
            : new FolderTime("", default);
    }

    public void Dispose()
    {
        if (string.IsNullOrEmpty(_folder))
            return;
        try
        {
            Directory.SetLastWriteTimeUtc(_folder, _time);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder keeps the time of the change.
        }
    }
}
