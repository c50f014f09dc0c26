using System.Buffers.Binary;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Game;

/// <summary>A game of the Microsoft Store or of Game Pass, as a package.</summary>
/// <remarks>
/// Windows itself starts such a game, with an identity on which its license and its saves depend. In WindowsApps its files can't even be
/// read; in a folder XboxGames they can, though often not the exe.
/// </remarks>
/// <param name="Mark">The file or folder by which the package was recognized.</param>
/// <param name="IsLocked">True if the package lies in WindowsApps, where only the system starts anything.</param>
internal sealed record StorePackage(string Mark, bool IsLocked)
{
    /// <summary>The advice about what works all the same; <c>docs/troubleshooting.md</c> explains it.</summary>
    public const string Cure = "start the game as always (Xbox app, Start menu) and have a mod loader that it loads by itself load "
        + "reloaded_vfs.dll, or use the game's version of another shop; docs/troubleshooting.md, \"Microsoft Store and Game Pass\"";

    private const int MostLevels = 6;

    private static readonly string[] s_manifests = ["MicrosoftGame.config", "appxmanifest.xml"];

    /// <summary>Returns the package that a program belongs to, or null if there is no sign of one.</summary>
    /// <param name="game">The program, an absolute path.</param>
    public static StorePackage? Find(string game)
    {
        string[] folders = [.. FolderPath.Upwards(Path.GetDirectoryName(game))];
        if (Array.Find(folders, folder => Path.GetFileName(folder).Equals("WindowsApps", StringComparison.OrdinalIgnoreCase)) is { } apps)
            return new(apps, IsLocked: true);
        string? manifest = folders.Take(MostLevels).Select(FindIn).FirstOrDefault(file => file is not null);
        return (manifest ?? GamingRoot.Find(game)) is { } mark ? new(mark, IsLocked: false) : null;
    }

    /// <summary>Returns the package as a diagnostic that says what it is and what works.</summary>
    public Diagnostic ToDiagnostic() => Diagnostic.Warning(IsLocked
        ? "this is a program of the Microsoft Store (WindowsApps): only Windows itself can start it, and rvfs can't go into it"
        : "this is a game of the Microsoft Store or Game Pass: started by rvfs it lacks the identity that Windows gives it, and most such "
            + "games end at once then", file: Mark, fix: Cure);

    private static string? FindIn(string folder) => FileErrors.Ignore<string?>(() =>
    {
        // Windows itself finds a name in any letter case, and a folder above a game may have thousands of files.
        if (OperatingSystem.IsWindows())
            return s_manifests.Select(name => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        return Directory.EnumerateFiles(folder)
            .FirstOrDefault(file => s_manifests.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase));
    }, null);
}

/// <summary>
/// The file <c>.GamingRoot</c> at the top of a drive, by which the Xbox app finds its games. It contains the letters <c>RGBX</c>, the
/// number of folders (32 bits), and the folders' paths below the drive in UTF-16, each zero-terminated.
/// </summary>
internal static class GamingRoot
{
    private const int Header = 8;
    private const int LongestFile = 65536;
    private const int MostFolders = 256;

    /// <summary>Returns the nearest such file whose folders contain a program, or null if there is none.</summary>
    /// <remarks>All folders are searched, because on Linux the top of a Windows drive can be any folder.</remarks>
    public static string? Find(string game) => FolderPath.Upwards(Path.GetDirectoryName(game))
        .Select(top => Path.Combine(top, ".GamingRoot"))
        .FirstOrDefault(file => Read(file).Any(folder => FolderLinks.IsInside(game, Path.Combine(Path.GetDirectoryName(file)!, folder))));

    /// <summary>Returns the folders that such a file names, as paths of this system below its folder, or none for another file.</summary>
    public static IReadOnlyList<string> Read(string file) => FileErrors.Ignore<IReadOnlyList<string>>(() =>
    {
        FileInfo info = new(file);
        return info.Exists && info.Length is > Header and <= LongestFile ? Parse(File.ReadAllBytes(file)) : [];
    }, []);

    private static string[] Parse(byte[] bytes)
    {
        if (!bytes.AsSpan().StartsWith("RGBX"u8))
            return [];
        uint count = Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4)), MostFolders);
        string[] names = Encoding.Unicode.GetString(bytes, Header, (bytes.Length - Header) & ~1).Split('\0');
        return [
            .. names.Take((int)count).Select(n => n.Trim('\\', '/').Replace('\\', Path.DirectorySeparatorChar)).Where(n => n.Length > 0)];
    }
}
