using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// A game of the Microsoft Store or of Game Pass, as a package. Windows starts such a game itself, with an identity that its license and
/// its saves hang on; in WindowsApps its files can't even be read, in a folder XboxGames they can, but for the exe, often.
/// </summary>
/// <param name="Mark">The file or folder that tells.</param>
/// <param name="IsLocked">Whether it lies in WindowsApps, where only the system starts anything.</param>
internal sealed record StorePackage(string Mark, bool IsLocked)
{
    /// <summary>What works all the same; <c>docs/players.md</c> says how.</summary>
    public const string Cure = "start the game as always (Xbox app, Start menu) and have a mod loader that it loads by itself load "
        + "reloaded_vfs.dll, or use the game's version of another shop; docs/players.md, \"Microsoft Store and Game Pass\"";

    private const int MostLevels = 6;

    private static readonly string[] s_manifests = ["MicrosoftGame.config", "appxmanifest.xml"];

    /// <summary>The package that a program belongs to; null where nothing says so.</summary>
    /// <param name="game">The program, an absolute path.</param>
    public static StorePackage? Find(string game)
    {
        string? folder = Path.GetDirectoryName(game);
        for (string? above = folder; above is not null; above = Path.GetDirectoryName(above))
        {
            if (Path.GetFileName(above).Equals("WindowsApps", StringComparison.OrdinalIgnoreCase))
                return new(above, IsLocked: true);
        }

        string? at = folder;
        for (int level = 0; at is not null && level < MostLevels; level++, at = Path.GetDirectoryName(at))
        {
            if (FindIn(at) is { } manifest)
                return new(manifest, IsLocked: false);
        }

        return GamingRoot.Find(game) is { } root ? new(root, IsLocked: false) : null;
    }

    /// <summary>The package as a finding: what it is, and what works.</summary>
    public Diagnostic ToDiagnostic() => Diagnostic.Warning(IsLocked
        ? "this is a program of the Microsoft Store (WindowsApps): only Windows itself can start it, and rvfs can't go into it"
        : "this is a game of the Microsoft Store or Game Pass: started by rvfs it lacks the identity that Windows gives it, and most such "
            + "games end at once then") with
    {
        File = Mark,
        Fix = Cure,
    };

    private static string? FindIn(string folder)
    {
        try
        {
            // Windows finds a name in any letter case by itself; a folder above a game may have thousands of files.
            if (OperatingSystem.IsWindows())
                return s_manifests.Select(name => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
            return Directory.EnumerateFiles(folder)
                .FirstOrDefault(file => s_manifests.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
