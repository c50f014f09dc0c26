using System.IO.Enumeration;

namespace Reloaded.VFS.Mods.AntiCheat;

/// <summary>Finds anti-cheat software beside a game, so that <c>rvfs</c> can refuse instead of getting a player banned.</summary>
/// <remarks>
/// Only names are examined, in the folder of the game's program and, if that is one of an engine's folders for programs, in the game's own
/// folder above it. Nothing here circumvents any such software.
/// </remarks>
public static class AntiCheatDetector
{
    // Names of files and folders that the products ship beside games. * and ? are wildcards; a trailing slash means a folder.
    private static readonly (string Product, string[] Names)[] Products =
    [
        ("Easy Anti-Cheat", ["EasyAntiCheat/", "EasyAntiCheat_EOS*", "EasyAntiCheat*.exe", "EasyAntiCheat*.dll", "EasyAntiCheat*.sys",
            "start_protected_game.exe"]),
        ("BattlEye", ["BattlEye/", "BEService*.exe", "BEClient*.dll", "BEDaisy.sys", "?*_BE.exe"]),
        ("nProtect GameGuard", ["GameGuard/", "GameGuard.des", "npggNT*.des", "GameMon*.des"]),
        ("XIGNCODE3", ["XIGNCODE/", "XIGNCODE3/", "x3.xem", "xcorona*.xem"]),
        ("PunkBuster", ["pbsvc*.exe", "PnkBstr?.exe", "pbcl.dll", "pbsv.dll"]),
        ("Riot Vanguard", ["Riot Vanguard/", "vgc.exe", "vgk.sys", "vgtray.exe"]),
        ("EQU8", ["EQU8/", "equ8_conf.json", "anticheat.*.equ8.exe", "equ8*.sys"]),
        ("Ricochet", ["randgrid.sys"]),
        ("AhnLab HackShield", ["HShield/", "EhSvc.dll", "HackShield/"]),
        ("Anti-Cheat Expert", ["AntiCheatExpert/", "ACE-BASE*.sys", "TenProtect/", "TP2Helper.exe"]),
        ("NetEase Anti-Cheat", ["NEAC/", "NeacClient.exe", "NeacSafe*.sys"]),
        ("mhyprot", ["mhyprot*.sys", "HoYoKProtect.sys"]),
        ("Denuvo Anti-Cheat", ["denuvo-anti-cheat*"]),
        ("FACEIT", ["FACEIT/", "faceit*.sys", "FACEITService.exe"]),
        ("Wellbia UNCHEATER", ["ucldr_*.exe", "ucsvc.exe", "uncheater*.sys"]),
        ("Nexon Game Security", ["BlackCipher/", "BlackCall*.aes", "BlackCipher*.aes"]),
        ("Javelin", ["EAAntiCheat.GameService*.exe", "EAAntiCheat.Installer.exe"]),
    ];

    // The folders in which engines put a game's program below the game's own folder.
    private static readonly string[] ProgramFolders = ["bin", "bin32", "bin64", "binaries", "x64", "x86", "win32", "win64",
        "wingdk", "retail"];

    /// <summary>Returns the first finding beside any of several folders, or null if there is none.</summary>
    public static AntiCheatFinding? FindFirst(IEnumerable<string> folders) => FindFirst(folders, new Dictionary<string, NameSet>(), out _);

    /// <inheritdoc cref="FindFirst(IEnumerable{string})"/>
    /// <param name="folders">The folders.</param>
    /// <param name="known">The known content of some of them, which aren't listed again.</param>
    /// <param name="unlisted">A folder that is there but can't be listed, so that nothing is known of it, or null if there is none.</param>
    internal static AntiCheatFinding? FindFirst(IEnumerable<string> folders, IReadOnlyDictionary<string, NameSet> known,
        out string? unlisted)
    {
        unlisted = null;
        foreach (string folder in folders.Distinct())
        {
            if (Find(folder, known, ref unlisted) is [var first, ..])
                return first;
        }

        return null;
    }

    /// <summary>
    /// Returns the products found beside a game whose program is in <paramref name="gameFolder"/>, each once. Never throws; a folder that
    /// can't be read counts as empty.
    /// </summary>
    public static IReadOnlyList<AntiCheatFinding> Find(string gameFolder)
    {
        string? unlisted = null;
        return Find(gameFolder, new Dictionary<string, NameSet>(), ref unlisted);
    }

    private static AntiCheatFinding[] Find(string gameFolder, IReadOnlyDictionary<string, NameSet> known, ref string? unlisted)
    {
        var findings = new List<AntiCheatFinding>();
        foreach (string folder in FoldersOf(Path.TrimEndingDirectorySeparator(Path.GetFullPath(gameFolder))))
        {
            if (known.TryGetValue(folder, out NameSet? names))
            {
                foreach ((string name, bool isFolder) in names.All)
                    Look(folder, name, isFolder);
            }
            else if (FolderReader.TryRead(folder, (name, isFolder, _) => Look(folder, name, isFolder)) is not null
                && Directory.Exists(folder))
            {
                unlisted ??= folder;
            }
        }

        return [.. findings.OrderBy(f => Array.FindIndex(Products, p => p.Product == f.Product))];

        void Look(string folder, ReadOnlySpan<char> name, bool isFolder)
        {
            if (NameComparer.Instance.Equals(name, VfsConfiguration.FolderName))
                return;
            if (ProductOf(name, isFolder) is string product && !findings.Exists(f => f.Product == product))
                findings.Add(new AntiCheatFinding(product, Path.Join(folder, name)));
        }
    }

    private static string? ProductOf(ReadOnlySpan<char> name, bool isFolder)
    {
        foreach ((string product, string[] names) in Products)
        {
            foreach (string pattern in names)
            {
                if ((isFolder || !pattern.EndsWith('/'))
                    && FileSystemName.MatchesSimpleExpression(pattern.AsSpan().TrimEnd('/'), name, ignoreCase: true))
                    return product;
            }
        }

        return null;
    }

    /// <summary>
    /// Returns the program's folder, and those above as long as the lower one is an engine's: <c>Game/Project/Binaries/Win64</c>.
    /// </summary>
    private static IEnumerable<string> FoldersOf(string folder)
    {
        yield return folder;
        string? top = folder;
        bool isUnreal = false;
        while (top is not null && ProgramFolders.Contains(Path.GetFileName(top), StringComparer.OrdinalIgnoreCase))
        {
            isUnreal |= Path.GetFileName(top).Equals("binaries", StringComparison.OrdinalIgnoreCase);
            top = Path.GetDirectoryName(top);
            if (top is not null)
                yield return top;
        }
        // Unreal Engine keeps a project's folder below the game's.
        if (isUnreal && top is not null && Path.GetDirectoryName(top) is string root && Directory.Exists(Path.Join(root, "Engine")))
            yield return root;
    }
}

/// <summary>Anti-cheat software found beside a game. Immutable.</summary>
/// <param name="Product">The product's name.</param>
/// <param name="Path">The file or folder by which it was found, a host path.</param>
public sealed record AntiCheatFinding(string Product, string Path);
