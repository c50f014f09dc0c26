namespace Reloaded.VFS.Testing;

/// <summary>A mounted ext4 disk in a file: a copy of the file holds what a power cut at this moment would leave.</summary>
/// <remarks>Needs root, or a sudo that asks for no password.</remarks>
public sealed class DiskImage : IDisposable
{
    private static readonly Lazy<string?> Missing = new(FindWhyMissing);

    private readonly string _file;

    /// <summary>
    /// Creates an empty disk. Names reach the file within a second; contents when they are flushed, or within half a minute.
    /// </summary>
    /// <param name="place">The path of the file; the disk is mounted at the same path followed by ".disk".</param>
    /// <param name="megabytes">The disk's capacity.</param>
    /// <exception cref="InvalidOperationException">The disk can't be created or mounted.</exception>
    public DiskImage(string place, int megabytes)
        : this(place, () =>
        {
            using (FileStream file = File.Create(place))
                file.SetLength(megabytes * 1024L * 1024);
            Demand("mkfs.ext4", "-q", "-F", place);
        })
    {
    }

    private DiskImage(string file, Action make)
    {
        _file = file;
        make();
        Folder = Directory.CreateDirectory(file + ".disk").FullName;
        Demand("mount", "-o", "loop,commit=1", file, Folder);
        Demand("chmod", "777", Folder);
    }

    /// <summary>Gets the reason why no disk can be mounted here, or null.</summary>
    public static string? WhyMissing => Missing.Value;

    /// <summary>Gets the folder at which the disk is mounted.</summary>
    public string Folder { get; }

    /// <summary>Simulates a power cut: mounts a copy of the disk as the cut would leave it. This disk stays mounted.</summary>
    /// <exception cref="InvalidOperationException">The copy can't be mounted.</exception>
    public DiskImage Cut()
    {
        string copy = _file + ".cut";
        return new DiskImage(copy, () => File.Copy(_file, copy, overwrite: true));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        SmallVolume.Run("umount", Folder);
        File.Delete(_file);
    }

    private static void Demand(params string[] command)
    {
        if (SmallVolume.Run(command) is { Length: > 0 } error)
            throw new InvalidOperationException($"no disk in a file can be mounted: {error}");
    }

    private static string? FindWhyMissing()
    {
        if (!OperatingSystem.IsLinux())
            return "a disk in a file is mounted on Linux alone";
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            new DiskImage(Path.Combine(folder, "image"), 4).Dispose();
            return null;
        }
        catch (InvalidOperationException e)
        {
            return e.Message;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
