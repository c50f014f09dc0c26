using Microsoft.Win32;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The DLLs of Windows that a proxy can replace beside a game's program.</summary>
internal static class ProxyNames
{
    private const string KnownDllsKey = @"SYSTEM\CurrentControlSet\Control\Session Manager\KnownDLLs";

    /// <summary>
    /// Gets the names in order of preference: small DLLs that affect no other software first. Some Wine prefixes don't work with another
    /// winmm, so that is the last.
    /// </summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "version.dll", "winhttp.dll", "dinput8.dll", "dxgi.dll", "d3d11.dll", "d3d9.dll", "dsound.dll", "xinput1_4.dll", "xinput1_3.dll",
        "xinput9_1_0.dll", "winmm.dll",
    ];

    /// <summary>
    /// Returns the names in <see cref="All"/> that this Windows takes only from its own folder (KnownDLLs). None on Linux: Wine's list
    /// contains none of them.
    /// </summary>
    public static IReadOnlySet<string> FindKnown()
    {
        HashSet<string> known = new(StringComparer.OrdinalIgnoreCase);
        if (!OperatingSystem.IsWindows())
            return known;
        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(KnownDllsKey);
        foreach (string value in key?.GetValueNames() ?? [])
        {
            if (key!.GetValue(value) is string name)
                known.Add(name);
        }

        return known;
    }
}
