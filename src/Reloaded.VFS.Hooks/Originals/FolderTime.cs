using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

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
