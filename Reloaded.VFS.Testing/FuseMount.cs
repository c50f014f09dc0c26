using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>A folder that shows another one through FUSE (bindfs): the kernel reports no changes made in the source folder.</summary>
/// <remarks>Needs root, or a system that lets users mount.</remarks>
public sealed class FuseMount : IDisposable
{
    private static readonly Lazy<string?> Missing = new(FindWhyMissing);

    /// <summary>Mounts a folder.</summary>
    /// <param name="source">The folder that is shown.</param>
    /// <param name="folder">The mount point; created if missing.</param>
    /// <exception cref="InvalidOperationException">The folder can't be mounted.</exception>
    public FuseMount(string source, string folder)
    {
        Folder = Directory.CreateDirectory(folder).FullName;
        string error = Run("bindfs", source, Folder);
        if (error.Length > 0)
            throw new InvalidOperationException($"nothing can be mounted through FUSE: {error}");
    }

    /// <summary>Gets the reason why nothing can be mounted here, or null.</summary>
    public static string? WhyMissing => Missing.Value;

    /// <summary>Gets the folder at which the volume is mounted.</summary>
    public string Folder { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        (string command, string option) = Environment.IsPrivilegedProcess ? ("umount", "-l") : ("fusermount", "-uz");
        Run(command, option, Folder);
    }

    private static string? FindWhyMissing()
    {
        if (!OperatingSystem.IsLinux())
            return "FUSE is Linux'";
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            new FuseMount(Directory.CreateDirectory(Path.Combine(folder, "source")).FullName, Path.Combine(folder, "mounted")).Dispose();
            return null;
        }
        catch (InvalidOperationException e)
        {
            return $"{e.Message}; build/setup.sh installs bindfs";
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Run(string command, params string[] arguments)
    {
        if (Executables.Find(command) is not { } program)
            return $"{command} isn't installed";
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? "" : $"{command}: {error.Trim()}";
    }
}
