using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>A volume in memory (tmpfs) that is soon full. Mounting takes root, or a sudo that asks for no password.</summary>
public sealed class SmallVolume : IDisposable
{
    private static readonly Lazy<string?> Missing = new(FindWhyMissing);

    /// <summary>Mounts one.</summary>
    /// <param name="folder">Where; made, and empty again when this is disposed of.</param>
    /// <param name="megabytes">How much it holds.</param>
    /// <param name="files">How many files and folders it holds, its root included; 0 for as many as there are.</param>
    /// <exception cref="InvalidOperationException">It can't be mounted.</exception>
    public SmallVolume(string folder, int megabytes, int files = 0)
    {
        Folder = Directory.CreateDirectory(folder).FullName;
        string options = $"size={megabytes}m,mode=777{(files > 0 ? $",nr_inodes={files}" : "")}";
        string error = Run("mount", "-t", "tmpfs", "-o", options, "tmpfs", Folder);
        if (error.Length > 0)
            throw new InvalidOperationException($"no volume can be mounted: {error}");
    }

    /// <summary>Why none can be mounted here; null where one can.</summary>
    public static string? WhyMissing => Missing.Value;

    /// <summary>Gets the folder at which the volume is mounted.</summary>
    public string Folder { get; }

    /// <summary>The bytes that are free.</summary>
    public long Free => new DriveInfo(Folder).AvailableFreeSpace;

    /// <summary>Nothing on it can be changed any more, whoever asks.</summary>
    /// <exception cref="InvalidOperationException">It can't be mounted so.</exception>
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

    /// <summary>What a command says against it; nothing where it ends well.</summary>
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
