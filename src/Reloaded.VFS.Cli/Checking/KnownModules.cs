namespace Reloaded.VFS.Cli.Checking;

/// <summary>Other programs that inject DLLs into games, known by the names of the DLLs.</summary>
internal static class KnownModules
{
    private static readonly (string Name, string Product)[] s_known =
    [
        ("GameOverlayRenderer64.dll", "Steam's overlay"),
        ("RTSSHooks64.dll", "RivaTuner Statistics Server (MSI Afterburner)"),
        ("DiscordHook64.dll", "Discord's overlay"),
        ("nvspcap64.dll", "NVIDIA's overlay and recorder"),
        ("EOSOVH-Win64-Shipping.dll", "Epic's overlay"),
        ("igo64.dll", "EA's overlay"),
        ("uplay_overlay64.dll", "Ubisoft's overlay"),
        ("upc_overlay64.dll", "Ubisoft's overlay"),
        ("overlay64.dll", "an overlay (GOG Galaxy and others)"),
        ("graphics-hook64.dll", "OBS Studio's game capture"),
        ("OWClient.dll", "Overwolf"),
        ("OWExplorer.dll", "Overwolf"),
        ("medal-hook64.dll", "Medal"),
        ("bdcam64.dll", "Bandicam"),
        ("bdcap64.dll", "Bandicam"),
        ("fraps64.dll", "Fraps"),
        ("ReShade64.dll", "ReShade"),
        ("SpecialK64.dll", "Special K"),
        ("atcuf64.dll", "Bitdefender (Advanced Threat Defense)"),
        ("bdhkm64.dll", "Bitdefender"),
        ("aswhook.dll", "Avast or AVG"),
        ("InProcessClient64.dll", "SentinelOne"),
        ("hmpalert.dll", "Sophos or HitmanPro.Alert"),
        ("SophosED.dll", "Sophos"),
        ("ctiuser.dll", "Carbon Black"),
        ("EppHooks64.dll", "a security suite"),
        ("SbieDll.dll", "Sandboxie"),
        ("usvfs_x64.dll", "Mod Organizer 2's virtual file system"),
        ("Reloaded.Mod.Loader.Bootstrapper.dll", "Reloaded-II"),
    ];

    /// <summary>Returns the product that a module belongs to, or null if unknown.</summary>
    /// <param name="path">The DLL's path or name, with slashes or backslashes.</param>
    public static string? ProductOf(string path)
    {
        string name = path[(path.LastIndexOfAny(['\\', '/']) + 1)..];
        // The number in CrowdStrike's name differs between versions.
        if (name.StartsWith("umppc", StringComparison.OrdinalIgnoreCase) && name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
            return "CrowdStrike Falcon";
        return s_known.FirstOrDefault(k => k.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Product;
    }

    /// <summary>Returns a module's name and product.</summary>
    public static string Describe(string path) =>
        ProductOf(path) is { } product ? $"{path[(path.LastIndexOfAny(['\\', '/']) + 1)..]} ({product})" : path;
}
