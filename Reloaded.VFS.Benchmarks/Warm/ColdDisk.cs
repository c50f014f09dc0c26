using System.Diagnostics;
using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>
/// A folder of whose files, folders and names nothing is in memory after <see cref="MakeCold"/>. Its device can be made slow for this
/// process and all that it starts, Wine's server among them. It is a file system of its own in a file, which is mounted anew and takes
/// nothing from other programs; or a folder of the temporary folder's disk, and everything that the system keeps in memory of any file is
/// dropped, Wine's own files too. Needs root, the blkio controller of control groups, version 1, and for the first a loop device. Not
/// thread-safe.
/// </summary>
internal sealed class ColdDisk : IDisposable
{
    private const string Groups = "/sys/fs/cgroup/blkio";
    private const int ReadAheadKilobytes = 128;

    private const string DropCaches = "/proc/sys/vm/drop_caches", Everything = "3";

    private readonly string? _device;
    private readonly string _number, _group;

    /// <param name="folder">Where all of it lies.</param>
    /// <param name="megabytes">The size of the file system; 0: none of its own.</param>
    public ColdDisk(string folder, long megabytes)
    {
        Folder = Directory.CreateDirectory(Path.Combine(folder, "files")).FullName;
        if (megabytes > 0)
        {
            _device = Attach(folder, megabytes);
            Run("mount", _device, Folder);
        }

        _number = _device is null
            ? Run("stat", "--format=%Hd:%Ld", Folder).Trim()
            : File.ReadAllText($"/sys/block/{Path.GetFileName(_device)}/dev").Trim();
        _group = Directory.CreateDirectory($"{Groups}/rvfs-warm-{Environment.ProcessId}").FullName;
        File.WriteAllText($"{_group}/cgroup.procs", $"{Environment.ProcessId}");
    }

    private static string Attach(string folder, long megabytes)
    {
        string image = Path.Combine(folder, "disk");
        using (FileStream file = File.Create(image))
            file.SetLength(megabytes << 20);
        // Nothing is to be written later, while something is measured.
        Run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image);
        // Past the memory that Linux would keep of the file itself.
        string device = Run("losetup", "--find", "--show", "--direct-io=on", image).Trim();
        // As Linux has it for a disk; a loop device takes it from what is below it.
        File.WriteAllText($"/sys/block/{Path.GetFileName(device)}/queue/read_ahead_kb", $"{ReadAheadKilobytes}");
        return device;
    }

    /// <summary>The folder.</summary>
    public string Folder { get; }

    /// <summary>Limits what is read from it.</summary>
    /// <param name="operations">A second; 0 for no limit.</param>
    /// <param name="megabytes">10^6 bytes, a second; 0 for no limit.</param>
    public void Limit(int operations, int megabytes)
    {
        Write("read_iops_device", operations);
        Write("read_bps_device", megabytes * 1_000_000L);

        void Write(string what, long most) => File.WriteAllText($"{_group}/blkio.throttle.{what}",
            string.Create(CultureInfo.InvariantCulture, $"{_number} {most}"));
    }

    /// <summary>Has the system forget all of it.</summary>
    public void MakeCold()
    {
        if (_device is null)
        {
            // What isn't written yet can't be dropped.
            Run("sync");
            File.WriteAllText(DropCaches, Everything);
            return;
        }

        Unmount();
        Run("mount", _device, Folder);
    }

    public void Dispose()
    {
        Limit(0, 0);
        if (_device is not null)
        {
            Unmount();
            Run("losetup", "--detach", _device);
        }

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
