using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>A small volume in memory (tmpfs). Mounting needs root, or a sudo that asks for no password.</summary>
public sealed class SmallVolume : IDisposable
{
    private static readonly Lazy<string?> Missing = new(FindWhyMissing);

    /// <summary>Mounts a volume.</summary>
    /// <param name="folder">The mount point; created, and empty again after <see cref="Dispose"/>.</param>
    /// <param name="megabytes">The volume's capacity.</param>
    /// <param name="files">The maximum number of files and folders, the root included; 0 for the default.</param>
    /// <exception cref="InvalidOperationException">The volume can't be mounted.</exception>
    public SmallVolume(string folder, int megabytes, int files = 0)
    {
        Folder = Directory.CreateDirectory(folder).FullName;
        string options = $"size={megabytes}m,mode=777{(files > 0 ? $",nr_inodes={files}" : "")}";
        string error = Run("mount", "-t", "tmpfs", "-o", options, "tmpfs", Folder);
        if (error.Length > 0)
            throw new InvalidOperationException($"no volume can be mounted: {error}");
    }

    /// <summary>Gets the reason why no volume can be mounted here, or null.</summary>
    public static string? WhyMissing => Missing.Value;

    /// <summary>Gets the folder at which the volume is mounted.</summary>
    public string Folder { get; }

    /// <summary>Gets the number of free bytes.</summary>
    public long Free => new DriveInfo(Folder).AvailableFreeSpace;

    /// <summary>Makes the volume read-only for every user.</summary>
    /// <exception cref="InvalidOperationException">The volume can't be remounted.</exception>
    public void MakeReadOnly()
    {
        string error = Run("mount", "-o", "remount,ro", Folder);
        if (error.Length > 0)
            throw new InvalidOperationException($"the volume can't be made read-only: {error}");
    }

    /// <inheritdoc/>
    public void Dispose() => Run("umount", "-l", Folder);

    private static string? FindWhyMissing()
    {
        if (!OperatingSystem.IsLinux())
            return "a volume in memory is mounted on Linux alone";
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            new SmallVolume(folder, 1).Dispose();
            return null;
        }
        catch (InvalidOperationException e)
        {
            return e.Message;
        }
        finally
        {
            Directory.Delete(folder);
        }
    }

    /// <summary>Runs a command as root and returns its error, or an empty text if it succeeds.</summary>
    internal static string Run(params string[] command)
    {
        string[] all = Environment.IsPrivilegedProcess ? command : ["sudo", "-n", .. command];
        if (Executables.Find(all[0]) is not { } program)
            return $"{all[0]} isn't installed";
        using Process process = Process.Start(new ProcessStartInfo(program, all[1..]) { RedirectStandardError = true })!;
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? "" : $"{string.Join(' ', all)}: {error.Trim()}";
    }
}
