using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// The table by which the kernel's names (<c>\Device\HarddiskVolume3\g</c>; under Wine <c>\??\C:\g</c>) are converted to canonical paths
/// (<c>C:\g</c>). Look-ups are safe from any thread.
/// </summary>
/// <remarks>
/// The table of volumes is read once, for the first name of a device: under Wine a handle's name has none, and each drive costs several
/// requests to its server. Targets on volumes without a letter are added to the table.
/// </remarks>
/// <param name="read">Returns devices, and the drives (<c>C:</c>) that they are. Several threads may call it at once.</param>
internal sealed class DeviceNames(Func<IReadOnlyList<(string Device, string Canonical)>> read)
{
    /// <summary>The process's table. Set before the first hook is installed, and kept until the process ends.</summary>
    public static DeviceNames Current = new([]);

    private const string Root = @"\Device\";

    private (string Device, string Canonical)[]? _volumes;

    /// <summary>Creates a known table.</summary>
    public DeviceNames(IReadOnlyList<(string Device, string Canonical)> volumes)
        : this(() => volumes)
    {
    }

    /// <summary>Returns a table of the devices that drive letters stand for.</summary>
    public static DeviceNames Load() => new(Read);

    /// <summary>
    /// Gets the table, which is read first if necessary. Of several threads that read it the first one's is kept: folders are added to
    /// that.
    /// </summary>
    private (string Device, string Canonical)[] Volumes => Volatile.Read(ref _volumes)
        ?? Interlocked.CompareExchange(ref _volumes, [.. read()], null)
        ?? _volumes!;

    private static unsafe IReadOnlyList<(string Device, string Canonical)> Read()
    {
        var volumes = new List<(string, string)>();
        char* target = stackalloc char[512];
        uint drives = Kernel32.GetLogicalDrives();
        for (char letter = 'A'; letter <= 'Z'; letter++)
        {
            if ((drives >> (letter - 'A') & 1) == 0 || Kernel32.QueryDosDeviceW($"{letter}:", target, 512) == 0)
                continue;
            string device = new(target);
            if (device.StartsWith(Root, StringComparison.OrdinalIgnoreCase))
                volumes.Add((device, $"{letter}:"));
        }

        return volumes;
    }

    /// <summary>Returns the device that a drive letter (upper case) stands for; null if it stands for none.</summary>
    public string? DeviceOf(char letter) => Array.Find(Volumes, v => v.Canonical.Length == 2 && v.Canonical[0] == letter).Device;

    /// <summary>
    /// Adds a folder on a volume that no letter stands for, since the volume is mounted in a folder, with its name there. Not for use by
    /// two threads at once; readers see the old or the new table.
    /// </summary>
    /// <param name="device">The kernel's name of the folder.</param>
    /// <param name="canonical">The folder's canonical path.</param>
    public void Add(string device, string canonical)
    {
        if (device.StartsWith(Root, StringComparison.OrdinalIgnoreCase)
            && !Array.Exists(Volumes, v => CaseFolding.Equals(v.Device, device)))
        {
            Volatile.Write(ref _volumes, [.. Volumes, (NtPath.WithoutBackslash(device).ToString(), canonical)]);
            SourceRoots.AddMounted(device, canonical);
        }
    }

    /// <summary>
    /// Writes the canonical path. Returns the number of characters written; 0 if the name stands for no drive or share, or doesn't fit.
    /// </summary>
    public int ToCanonical(ReadOnlySpan<char> name, Span<char> canonical)
    {
        if (NtPrefix.Length(name) is var prefix and > 0)
        {
            ReadOnlySpan<char> drive = OpenNames.DriveOf(name[prefix..], out ReadOnlySpan<char> rest);
            return Join(drive, rest, canonical);
        }

        // The table isn't read for a pipe's name, or none.
        if (!name.StartsWith(Root, StringComparison.OrdinalIgnoreCase))
            return 0;
        foreach ((string device, string folder) in Volumes)
        {
            if (name.Length >= device.Length && CaseFolding.Equals(name[..device.Length], device)
                && (name.Length == device.Length || name[device.Length] == '\\'))
                return Join(folder, name[device.Length..], canonical);
        }

        const string mup = @"\Device\Mup\";
        return name.StartsWith(mup, StringComparison.OrdinalIgnoreCase) ? Join(@"UNC\", name[mup.Length..], canonical) : 0;
    }

    private static int Join(ReadOnlySpan<char> head, ReadOnlySpan<char> tail, Span<char> canonical)
    {
        tail = NtPath.WithoutBackslash(tail);
        if (head.Length + tail.Length > canonical.Length)
            return 0;
        head.CopyTo(canonical);
        tail.CopyTo(canonical[head.Length..]);
        return head.Length + tail.Length;
    }
}
