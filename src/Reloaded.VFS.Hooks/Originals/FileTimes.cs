using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

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

/// <summary>
/// The last write time of a folder in which the VFS creates something that the game has seen there before. Disposing restores it.
/// </summary>
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

    /// <inheritdoc/>
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
