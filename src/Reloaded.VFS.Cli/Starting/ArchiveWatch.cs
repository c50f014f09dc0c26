using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The unpacking of archives that are added to the mods folder, or replaced, while a game runs; the game then sees the change.
/// </summary>
/// <remarks>
/// A separate thread checks once a second, and waits until an archive has been unchanged for that long. No failure in it ends the process,
/// and with it the game.
/// </remarks>
internal sealed class ArchiveWatch : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);

    private readonly VfsConfiguration _configuration;
    private readonly ManualResetEventSlim _ended = new();

    /// <summary>Starts watching.</summary>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    public ArchiveWatch(VfsConfiguration configuration)
    {
        _configuration = configuration;
        new Thread(Watch) { IsBackground = true, Name = "archives" }.Start();
    }

    /// <summary>Stops watching. An archive that is just being unpacked is abandoned when the process ends.</summary>
    public void Dispose() => _ended.Set();

    private void Watch()
    {
        string done = "", seen = "";
        while (!_ended.Wait(s_interval))
        {
            string now = Describe();
            if (now == seen && now != done)
            {
                done = now;
                Attempt.Make(Refresh, "new archives in the mods folder aren't unpacked");
            }

            seen = now;
        }
    }

    private void Refresh()
    {
        CacheRefresh refresh = new(_configuration);
        if (refresh.Run() is { } failure)
            Messages.Show(failure);
        Messages.Show(refresh.Problems);
    }

    private string Describe()
    {
        try
        {
            return string.Join('\n', Directory.GetFiles(_configuration.Mods!)
                .Where(file => ArchiveFile.IsArchive(Path.GetFileName(file))).Order(StringComparer.Ordinal).Select(ArchiveFile.Of));
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return "";
        }
    }
}
