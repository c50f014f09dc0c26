using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The unpacking of a mods folder's archives that aren't in the cache, which also records the failures for a load order.</summary>
/// <param name="configuration">The game's configuration, with its defaults; host paths.</param>
internal sealed class CacheRefresh(VfsConfiguration configuration)
{
    /// <summary>The default number of bytes to keep of contents that belong to no archive.</summary>
    public const long DefaultKept = 4L << 30;

    public UnpackLimits Limits { get; init; } = UnpackLimits.Default;

    /// <summary>Gets a value indicating whether archives that were refused for their contents are tried again.</summary>
    public bool TriesRefused { get; init; }

    /// <summary>Gets the number of bytes to keep of contents that belong to no archive.</summary>
    public long Kept { get; init; } = DefaultKept;

    /// <summary>Gets a value indicating whether removable contents are searched for even if no archive is unpacked.</summary>
    public bool AlwaysClears { get; init; }

    /// <summary>Gets the folders of the cache that belong to no archive but stay because files in them were changed.</summary>
    public IReadOnlyList<string> Changed { get; private set; } = [];

    /// <summary>Gets the archives that this object unpacked or found in the cache.</summary>
    public IReadOnlyList<string> Unpacked => _unpacked;

    /// <summary>Gets the problems of archives that this object couldn't unpack.</summary>
    public IReadOnlyList<Diagnostic> Problems => _problems;

    /// <summary>Gets the load order that was read; null before, and if archives were unpacked, which changes it.</summary>
    public LoadOrder? Order { get; private set; }

    private readonly List<string> _unpacked = [];
    private readonly List<Diagnostic> _problems = [];

    /// <summary>Unpacks what a start needs, and shows the progress. Writes nothing if nothing has to be done.</summary>
    /// <returns>The reason if the cache can't be used; null if it can, whatever the results of single archives.</returns>
    public Diagnostic? Run()
    {
        if (configuration.Mods is not { } mods || ArchiveCache.FolderOf(mods) is not { } cache)
            return null;
        try
        {
            CachedMods? kept = CachedMods.Open(mods);
            LoadOrder order = LoadOrder.Of(configuration, kept);
            Mod[] missing = FindMissing(order, cache);
            Order = missing.Length == 0 ? order with { Cached = kept } : null;
            if (missing.Length > 0 || (AlwaysClears && Directory.Exists(cache)))
                Run(missing, mods, cache);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Diagnostic.Error($"archives can't be unpacked: {ErrorCause.Of(e)}", file: cache);
        }
    }

    private Mod[] FindMissing(LoadOrder order, string cache)
    {
        Mod[] archived = [.. order.Mods.Where(mod => mod is { State: ModState.Error, Archive: not null })];
        if (archived.Length == 0 || TriesRefused)
            return archived;
        ArchiveIndex index = ArchiveIndex.Read(cache);
        return [.. archived.Where(mod => index.Find(mod.Archive!) is not { Outcome: ArchiveOutcome.Refused })];
    }

    private void Run(Mod[] missing, string mods, string cache)
    {
        using CacheLock held = CacheLock.Take(cache);
        StagingFolder.Sweep(cache);
        for (int i = 0; i < missing.Length; i++)
            Unpack(missing[i], missing.Length == 1 ? "" : $", {i + 1} of {missing.Length}", mods, cache);
        ArchiveFile[] present = [.. Directory.GetFiles(mods).Where(file => ArchiveFile.IsArchive(Path.GetFileName(file)))
            .Select(ArchiveFile.Of).OfType<ArchiveFile>()];
        ArchiveIndex index = ArchiveIndex.Read(cache);
        Changed = new SpareContents(cache, present.Select(archive => index.Find(archive)?.Key).OfType<string>().ToHashSet()).Delete(Kept);
        if (_unpacked.Count > 0)
            Announce(mods);
    }

    private void Unpack(Mod mod, string which, string mods, string cache)
    {
        ArchiveIndex index = ArchiveIndex.Read(cache);
        if (ArchiveFile.Of(mod.Archive!.Path) is not { } archive)
            return;
        // Another process may have unpacked the archive while this one waited.
        if (index.Find(archive) is { Outcome: ArchiveOutcome.Unpacked } known && Directory.Exists(ArchiveCache.ContentOf(cache, known.Key)))
        {
            _unpacked.Add(archive.Name);
            return;
        }

        Messages.Say($"unpacking {archive.Name} ({SizeOf(archive.Size)}{which})");
        ArchiveRecord record = CachedContent.Put(archive, mod.Name, cache, configuration, Limits);
        index.Set(record);
        index.KeepOnly(Directory.GetFiles(mods).Select(Path.GetFileName).OfType<string>().ToHashSet());
        index.Write(cache);
        if (record.Outcome == ArchiveOutcome.Unpacked)
            _unpacked.Add(archive.Name);
        else
            _problems.Add(Diagnostic.Error(record.Cause, file: archive.Path, mod: mod.Name, fix: record.Fix));
    }

    private static string SizeOf(long bytes) => bytes < 1 << 20
        ? $"{Math.Max(1, bytes >> 10)} KB"
        : $"{bytes / 1048576.0:0.#} MB";

    /// <summary>Notifies running games, which read the order again at a new name in the mods folder. This name is never a mod's.</summary>
    private static void Announce(string mods)
    {
        string file = Path.Combine(mods, Guid.NewGuid().ToString("N")[..12] + DefaultExcludes.TemporaryEnding);
        // Only a running game would have used it, so a failure doesn't matter.
        FileErrors.Ignore(() =>
        {
            File.WriteAllBytes(file, []);
            DiskRemoval.DeleteFile(file);
        });
    }
}

/// <summary>
/// A lock that keeps two processes from unpacking the same archive, or making the same mods, at once. The system releases it with the
/// process.
/// </summary>
/// <remarks>
/// The lock only saves work: contents are renamed into the cache as a whole, so two processes that don't see each other's locks (one on
/// Linux, one under Wine) do no harm.
/// </remarks>
internal sealed class CacheLock : IDisposable
{
    private const int SharingViolation = unchecked((int)0x80070020), WouldBlock = 11;
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private CacheLock(FileStream file) => _file = file;

    /// <summary>Acquires the lock of a cache, which is created if necessary. Waits for another process that has the lock.</summary>
    /// <param name="cause">The cause of the wait, for a message.</param>
    /// <exception cref="IOException">The cache can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the cache is denied.</exception>
    public static CacheLock Take(string cache, string cause = "another rvfs unpacks archives of this game")
    {
        Directory.CreateDirectory(cache);
        string file = Path.Combine(cache, "lock");
        return TryTake(file) ?? Progress.Of(cause, () =>
        {
            while (true)
            {
                Thread.Sleep(s_pause);
                if (TryTake(file) is { } taken)
                    return taken;
            }
        });
    }

    public void Dispose() => _file.Dispose();

    private static CacheLock? TryTake(string file)
    {
        try
        {
            return new CacheLock(new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (IOException e) when (e.HResult is SharingViolation or WouldBlock)
        {
            return null;
        }
    }
}
