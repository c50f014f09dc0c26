using System.Diagnostics;
using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>
/// A file system of its own in a file, of which nothing is in memory after <see cref="MakeCold"/>: unmounting drops what the system has
/// of its files, folders and names, and takes nothing from other programs. Its device can be made slow for this process and all that it
/// starts, Wine's server among them. Needs root, loop devices and the blkio controller of control groups, version 1. Not thread-safe.
/// </summary>
internal sealed class ColdDisk : IDisposable
{
    private const string Groups = "/sys/fs/cgroup/blkio";
    private const int ReadAheadKilobytes = 128;

    private readonly string _device, _group;

    /// <param name="folder">Where the file lies, and the folder at which it is mounted.</param>
    /// <param name="megabytes">The size of the file system.</param>
    public ColdDisk(string folder, long megabytes)
    {
        string image = Path.Combine(folder, "disk");
        using (FileStream file = File.Create(image))
            file.SetLength(megabytes << 20);
        // Nothing is to be written later, while something is measured.
        Run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image);
        Folder = Directory.CreateDirectory(Path.Combine(folder, "mounted")).FullName;
        // Past the memory that Linux would keep of the file itself.
        _device = Run("losetup", "--find", "--show", "--direct-io=on", image).Trim();
        string name = Path.GetFileName(_device);
        // As Linux has it for a disk; a loop device takes it from what is below it.
        File.WriteAllText($"/sys/block/{name}/queue/read_ahead_kb", $"{ReadAheadKilobytes}");
        Number = File.ReadAllText($"/sys/block/{name}/dev").Trim();
        Run("mount", _device, Folder);
        _group = Directory.CreateDirectory($"{Groups}/rvfs-warm-{Environment.ProcessId}").FullName;
        File.WriteAllText($"{_group}/cgroup.procs", $"{Environment.ProcessId}");
    }

    /// <summary>Where it's mounted.</summary>
    public string Folder { get; }

    private string Number { get; }

    /// <summary>Limits what is read from it.</summary>
    /// <param name="operations">A second; 0 for no limit.</param>
    /// <param name="megabytes">10^6 bytes, a second; 0 for no limit.</param>
    public void Limit(int operations, int megabytes)
    {
        Write("read_iops_device", operations);
        Write("read_bps_device", megabytes * 1_000_000L);

        void Write(string what, long most) => File.WriteAllText($"{_group}/blkio.throttle.{what}",
            string.Create(CultureInfo.InvariantCulture, $"{Number} {most}"));
    }

    /// <summary>Has the system forget all of it.</summary>
    public void MakeCold()
    {
        Unmount();
        Run("mount", _device, Folder);
    }

    public void Dispose()
    {
        Unmount();
        Run("losetup", "--detach", _device);
        foreach (string process in File.ReadLines($"{_group}/cgroup.procs").ToArray())
        {
            try
            {
                File.WriteAllText($"{Groups}/cgroup.procs", process);
            }
            catch (IOException)
            {
                // It has ended.
            }
        }

        Directory.Delete(_group);
    }

    // Programs that have just ended may have a folder of it open for a moment.
    private void Unmount()
    {
        for (int tried = 0; ; tried++)
        {
            try
            {
                Run("umount", Folder);
                return;
            }
            catch (InvalidOperationException) when (tried < 100)
            {
                Thread.Sleep(100);
            }
        }
    }

    private static string Run(string command, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(command, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        string output = process.StandardOutput.ReadToEnd(), errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output
            : throw new InvalidOperationException($"{command} {string.Join(' ', arguments)}: {errors.Trim()}");
    }
}
