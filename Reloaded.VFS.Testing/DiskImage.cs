namespace Reloaded.VFS.Testing;

/// <summary>
/// A disk that lies in a file, with ext4 on it, mounted: a copy of that file has what a power cut at this moment would leave. Takes root, or
/// a sudo that asks for no password.
/// </summary>
public sealed class DiskImage : IDisposable
{
    private static readonly Lazy<string?> Missing = new(FindWhyMissing);

    private readonly string _file;

    /// <summary>Makes an empty one. Names are on the disk within a second, contents when they are flushed, or half a minute later.</summary>
    /// <param name="place">The path of the file; the disk is mounted at that path with ".disk" behind it.</param>
    /// <param name="megabytes">How much it holds.</param>
    /// <exception cref="InvalidOperationException">It can't be made or mounted.</exception>
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

    /// <summary>Why none can be mounted here; null where one can.</summary>
    public static string? WhyMissing => Missing.Value;

    /// <summary>Gets the folder at which the disk is mounted.</summary>
    public string Folder { get; }

    /// <summary>Cuts the power off, and mounts what that leaves; this disk goes on.</summary>
    /// <exception cref="InvalidOperationException">It can't be mounted.</exception>
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
