using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The time of writing of a folder into which the VFS puts what is there to the game already: the folder has it again afterwards.
/// </summary>
internal readonly struct FolderTime : IDisposable
{
    private readonly string _folder;
    private readonly DateTime _time;

    private FolderTime(string folder, DateTime time) => (_folder, _time) = (folder, time);

    /// <summary>Reads it; to be disposed of when the folder has been changed.</summary>
    /// <param name="folder">A real folder, in target form; it needn't be there.</param>
    public static FolderTime Keep(ReadOnlySpan<char> folder)
    {
        string path = NtPath.ToLongWin32(folder);
        try
        {
            return new FolderTime(Directory.Exists(path) ? path : "", Directory.GetLastWriteTimeUtc(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new FolderTime("", default);
        }
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
            // It is that of the change.
        }
    }
}
