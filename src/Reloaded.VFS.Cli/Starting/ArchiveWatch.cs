using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// Unpacks archives that come into the mods folder, or are replaced there, while a game runs; the game follows. A thread of its own looks
/// once a second, and waits until an archive stays as it is for so long. Nothing that goes wrong in it ends the process, and the game with
/// it.
/// </summary>
internal sealed class ArchiveWatch : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);

    private readonly VfsConfiguration _configuration;
    private readonly ManualResetEventSlim _ended = new();

    /// <summary>Begins.</summary>
    /// <param name="configuration">The game's, with its defaults; host paths.</param>
    public ArchiveWatch(VfsConfiguration configuration)
    {
        _configuration = configuration;
        new Thread(Watch) { IsBackground = true, Name = "archives" }.Start();
    }

    /// <summary>Looks no more. An archive that is just being unpacked is given up when the process ends.</summary>
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
                Attempt.Make(Refresh, "archives that came into the mods folder aren't unpacked");
            }

            seen = now;
        }
    }

    private void Refresh()
    {
        CacheRefresh refresh = new(_configuration);
        if (refresh.Run() is { } failure)
            Messages.Show(failure);
        refresh.Problems.ToList().ForEach(Messages.Show);
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
