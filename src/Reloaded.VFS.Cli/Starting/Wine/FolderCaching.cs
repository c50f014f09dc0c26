using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The reading of the folders of mods on Linux before a start. They are cached for the DLL, which needs many times as many queries under
/// Wine, and sees no links there.
/// </summary>
internal sealed class FolderCaching : IDisposable
{
    // A disk may be asleep. The DLL lists what isn't cached.
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(3);

    private readonly Thread? _thread;
    private readonly bool _isFirst;

    /// <summary>Starts reading, on a separate thread.</summary>
    /// <param name="modsFolder">The mods folder, a Linux path, or null for none.</param>
    public FolderCaching(string? modsFolder)
    {
        if (modsFolder is null || CacheFiles.Of(modsFolder) is not { } file)
            return;
        string[] contents = FindContents(modsFolder);
        _isFirst = !File.Exists(file) && !Array.Exists(contents, content => File.Exists(CacheFiles.OfContent(content)));
        _thread = new Thread(() => Attempt.Make(() => Write(modsFolder, contents), "the mods' folders aren't read ahead")) { Name = "folders of mods", IsBackground = true };
        _thread.Start();
    }

    private static void Write(string modsFolder, string[] contents)
    {
        FolderCacheWriter.Run(modsFolder, LinuxFolders.Instance);
        foreach (string content in contents)
            FolderCacheWriter.RunContent(content, LinuxFolders.Instance);
    }

    private static string[] FindContents(string modsFolder) => ArchiveCache.FolderOf(modsFolder) is not { } cache
        ? []
        : [.. ArchiveIndex.Read(cache).Records.Where(record => record.Outcome == ArchiveOutcome.Unpacked)
            .Select(record => ArchiveCache.ContentOf(cache, record.Key)).Where(Directory.Exists).Distinct()];

    /// <summary>
    /// Waits, before Wine is started, if nothing has been cached by an earlier start. What has been cached is there at once, and is updated
    /// while Wine starts.
    /// </summary>
    public void WaitIfFirst()
    {
        if (_isFirst)
            Wait();
    }

    /// <summary>Waits until the reading is done, or takes too long.</summary>
    public void Wait() => _thread?.Join(s_longest);

    /// <summary>Waits until the reading is done.</summary>
    public void Dispose() => _thread?.Join();
}
