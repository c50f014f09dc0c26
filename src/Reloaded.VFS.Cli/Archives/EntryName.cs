using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>An entry's name as a path below the folder that an archive is unpacked into.</summary>
internal static class EntryName
{
    // Windows opens these as devices in any folder, with any extension ("Naming Files, Paths, and Namespaces", Microsoft).
    private static readonly string[] s_devices =
    [
        "CON", "PRN", "AUX", "NUL", "COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
        "LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
    ];

    /// <summary>Splits a name into its parts; <c>.</c> and empty parts are left out.</summary>
    /// <param name="name">The name, with / or \.</param>
    /// <param name="leadsOut">Whether it is absolute or has a <c>..</c>: it names a place outside the folder.</param>
    public static string[] Split(string name, out bool leadsOut)
    {
        leadsOut = name.Length > 0 && name[0] is '/' or '\\' || (name.Length > 1 && name[1] == ':' && char.IsAsciiLetter(name[0]));
        string[] parts = [.. name.Split('/', '\\').Where(part => part.Length > 0 && part != ".")];
        leadsOut |= Array.IndexOf(parts, "..") >= 0;
        return parts;
    }

    /// <summary>Why a Windows program couldn't open what has this name; null where it could.</summary>
    /// <param name="parts">The name's parts.</param>
    public static string? WhyImpossible(string[] parts)
    {
        foreach (string part in parts)
        {
            if (ModName.WhyImpossible(part) is { } cause)
                return cause;
            int dot = part.IndexOf('.', StringComparison.Ordinal);
            string stem = (dot < 0 ? part : part[..dot]).TrimEnd(' ');
            if (s_devices.Contains(stem, StringComparer.OrdinalIgnoreCase))
                return $"'{stem}' is a device to Windows";
        }

        return null;
    }
}
