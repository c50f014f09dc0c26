using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// Unpacks the archives of a mods folder that aren't in the cache. What can't be unpacked is noted there, for whoever reads the order.
/// </summary>
/// <param name="configuration">The game's, with its defaults; host paths.</param>
internal sealed class CacheRefresh(VfsConfiguration configuration)
{
    /// <summary>What is kept of contents that no archive has, in bytes, where nothing else is said.</summary>
    public const long DefaultKept = 4L << 30;

    /// <summary>What an archive may become.</summary>
    public UnpackLimits Limits { get; init; } = UnpackLimits.Default;

    /// <summary>Whether archives are tried again that were refused for what is in them.</summary>
    public bool TriesRefused { get; init; }

    /// <summary>What is kept of contents that no archive has, in bytes.</summary>
    public long Kept { get; init; } = DefaultKept;

    /// <summary>Whether contents are looked for that can go, although no archive is unpacked.</summary>
    public bool AlwaysClears { get; init; }

    /// <summary>Folders of the cache that no archive has, and that stay because files in them were changed.</summary>
    public IReadOnlyList<string> Changed { get; private set; } = [];

    /// <summary>The archives that were unpacked, or found in the cache, by this.</summary>
    public IReadOnlyList<string> Unpacked => _unpacked;

    /// <summary>What is wrong with archives that this couldn't unpack.</summary>
    public IReadOnlyList<Diagnostic> Problems => _problems;

    /// <summary>The load order that it read; null before that, and where it unpacked archives, which changes it.</summary>
    public LoadOrder? Order { get; private set; }

    private readonly List<string> _unpacked = [];
    private readonly List<Diagnostic> _problems = [];

    /// <summary>Unpacks what a start needs, and says how far it is. Nothing is written where nothing has to be done.</summary>
    /// <returns>Why the cache can't be used; null where it can, whatever became of single archives.</returns>
    public Diagnostic? Run()
    {
        if (configuration.Mods is not { } mods || ArchiveCache.FolderOf(mods) is not { } cache)
            return null;
        try
        {
            KeptMods? kept = KeptMods.Open(mods);
            LoadOrder order = LoadOrder.Of(configuration, kept);
            Mod[] missing = FindMissing(order, cache);
            Order = missing.Length == 0 ? order with { Kept = kept } : null;
            if (missing.Length > 0 || (AlwaysClears && Directory.Exists(cache)))
                Run(missing, mods, cache);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Diagnostic.Error($"archives can't be unpacked: {ErrorCause.Of(e)}") with { File = cache };
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
        foreach (Mod mod in missing)
            Unpack(mod, mods, cache);
        ArchiveFile[] present = [.. Directory.GetFiles(mods).Where(file => ArchiveFile.IsArchive(Path.GetFileName(file)))
            .Select(ArchiveFile.Of).OfType<ArchiveFile>()];
        ArchiveIndex index = ArchiveIndex.Read(cache);
        Changed = new SpareContents(cache, present.Select(archive => index.Find(archive)?.Key).OfType<string>().ToHashSet())
            .Delete(Kept);
        if (_unpacked.Count > 0)
            Announce(mods);
    }

    private void Unpack(Mod mod, string mods, string cache)
    {
        ArchiveIndex index = ArchiveIndex.Read(cache);
        if (ArchiveFile.Of(mod.Archive!.Path) is not { } archive)
            return;
        // Another process may have done it while this one waited.
        if (index.Find(archive) is { Outcome: ArchiveOutcome.Unpacked } known && Directory.Exists(ArchiveCache.ContentOf(cache, known.Key)))
        {
            _unpacked.Add(archive.Name);
            return;
        }

        Messages.Say(FormattableString.Invariant($"unpacking {archive.Name} ({archive.Size / 1048576.0:0.#} MB)"));
        ArchiveRecord record = CachedContent.Put(archive, mod.Name, cache, configuration, Limits);
        index.Set(record);
        index.KeepOnly(Directory.GetFiles(mods).Select(Path.GetFileName).OfType<string>().ToHashSet());
        index.Write(cache);
        if (record.Outcome == ArchiveOutcome.Unpacked)
            _unpacked.Add(archive.Name);
        else
            _problems.Add(Diagnostic.Error(record.Cause) with { File = archive.Path, Mod = mod.Name, Fix = record.Fix });
    }

    /// <summary>Games that run look at the order again when a name comes into the mods folder; this one is never a mod.</summary>
    private static void Announce(string mods)
    {
        string file = Path.Combine(mods, Guid.NewGuid().ToString("N")[..12] + DefaultExcludes.TemporaryEnding);
        try
        {
            File.WriteAllBytes(file, []);
            DiskRemoval.DeleteFile(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Only a game that runs would have used it.
        }
    }
}

/// <summary>
/// Keeps two processes from unpacking the same archive at once. It saves work only: a content is renamed into the cache as a whole, so that
/// two processes that don't see each other's locks (one of Linux, one under Wine) do no harm. The system frees it when the process ends.
/// </summary>
internal sealed class CacheLock : IDisposable
{
    private const int SharingViolation = unchecked((int)0x80070020);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private CacheLock(FileStream file) => _file = file;

    /// <summary>Takes the lock of a cache, which is made if it isn't there; waits for another process that has it.</summary>
    /// <exception cref="IOException">The cache can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The cache may not be written.</exception>
    public static CacheLock Take(string cache)
    {
        Directory.CreateDirectory(cache);
        string file = Path.Combine(cache, "lock");
        return TryTake(file) ?? Progress.Of("another rvfs unpacks archives of this game", () =>
        {
            while (true)
            {
                Thread.Sleep(s_pause);
                if (TryTake(file) is { } taken)
                    return taken;
            }
        });
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private static CacheLock? TryTake(string file)
    {
        try
        {
            return new CacheLock(new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (IOException e) when (e.HResult == SharingViolation || !OperatingSystem.IsWindows() && e.GetType() == typeof(IOException)
            && File.Exists(file))
        {
            return null;
        }
    }
}
