using Microsoft.Win32;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The DLLs of Windows whose place beside a game's program a proxy can take.</summary>
internal static class ProxyNames
{
    private const string KnownDllsKey = @"SYSTEM\CurrentControlSet\Control\Session Manager\KnownDLLs";

    /// <summary>
    /// In the order in which they are preferred: small ones that change nothing for other software first. Some prefixes of Wine don't bear
    /// another winmm, so that is the last.
    /// </summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "version.dll", "winhttp.dll", "dinput8.dll", "dxgi.dll", "d3d11.dll", "d3d9.dll", "dsound.dll", "xinput1_4.dll", "xinput1_3.dll",
        "xinput9_1_0.dll", "winmm.dll",
    ];

    /// <summary>
    /// Those of <see cref="All"/> that this Windows takes from its own folder only (KnownDLLs), whatever lies beside a program. None on
    /// Linux: Wine's list has none of them.
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
