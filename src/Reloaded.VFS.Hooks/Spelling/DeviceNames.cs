using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// Turns the kernel's names (<c>\Device\HarddiskVolume3\g</c>; under Wine <c>\??\C:\g</c>) into canonical paths (<c>C:\g</c>). The table of
/// volumes is read once, at start; targets on volumes without a letter are added to it. Look-ups are safe from any thread.
/// </summary>
/// <param name="volumes">Devices, and the drives (<c>C:</c>) that they are.</param>
/// <param name="drives">The drive letters that there are, a bit each from A on; those that stand for a folder too.</param>
internal sealed class DeviceNames(IReadOnlyList<(string Device, string Canonical)> volumes, uint drives = 0)
{
    /// <summary>The process's. Set before the first hook goes in, and kept until the process ends.</summary>
    public static DeviceNames Current = new([]);

    private volatile (string Device, string Canonical)[] _volumes = [.. volumes];

    /// <summary>Reads which device each drive letter stands for.</summary>
    public static unsafe DeviceNames Load()
    {
        var volumes = new List<(string, string)>();
        char* target = stackalloc char[512];
        uint drives = Kernel32.GetLogicalDrives();
        for (char letter = 'A'; letter <= 'Z'; letter++)
        {
            if (!Has(drives, letter) || Kernel32.QueryDosDeviceW($"{letter}:", target, 512) == 0)
                continue;
            string device = new(target);
            if (device.StartsWith(@"\Device\", StringComparison.OrdinalIgnoreCase))
                volumes.Add((device, $"{letter}:"));
        }

        return new DeviceNames(volumes, drives);
    }

    /// <summary>Whether there was that drive (upper case) when the table was read.</summary>
    public bool HasDrive(char letter) => Has(drives, letter);

    private static bool Has(uint drives, char letter) => (drives >> (letter - 'A') & 1) != 0;

    /// <summary>The device that a drive letter (upper case) stands for; null where it stands for none.</summary>
    public string? DeviceOf(char letter) => Array.Find(_volumes, v => v.Canonical.Length == 2 && v.Canonical[0] == letter).Device;

    /// <summary>
    /// Adds a folder on a volume that no letter stands for, since it's mounted in a folder, with how it's named there. Not for use by two
    /// threads at once; readers take the table as it is.
    /// </summary>
    /// <param name="device">The kernel's name of the folder.</param>
    /// <param name="canonical">Its canonical path.</param>
    public void Add(string device, string canonical)
    {
        if (device.StartsWith(@"\Device\", StringComparison.OrdinalIgnoreCase)
            && !Array.Exists(_volumes, v => CaseFolding.Equals(v.Device, device)))
            _volumes = [.. _volumes, (device.TrimEnd('\\'), canonical)];
    }

    /// <summary>Writes the canonical path; the characters written, 0 where the name stands for no drive, share or fits not.</summary>
    public int ToCanonical(ReadOnlySpan<char> name, Span<char> canonical)
    {
        if (NtPrefix.Length(name) is var prefix and > 0)
            return Join([], name[prefix..], canonical);
        foreach ((string device, string folder) in _volumes)
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
        tail = tail.TrimEnd('\\');
        if (head.Length + tail.Length > canonical.Length)
            return 0;
        head.CopyTo(canonical);
        tail.CopyTo(canonical[head.Length..]);
        return head.Length + tail.Length;
    }
}
