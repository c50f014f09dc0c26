using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Game;

/// <summary>Finds the program that was named.</summary>
internal static class GameFile
{
    /// <summary>
    /// The absolute path of <paramref name="name"/>. The ending .exe may be left out, and on Linux the letter case doesn't matter,
    /// as for Wine.
    /// </summary>
    /// <exception cref="CliException">There is no such file.</exception>
    public static string Find(string name)
    {
        string path;
        try
        {
            path = Path.GetFullPath(name);
        }
        catch (ArgumentException)
        {
            throw new CliException(ExitCodes.NotFound, $"'{name}' is no path.", "Name the game's .exe: rvfs run GAME.EXE");
        }

        foreach (string candidate in (string[])[path, path + ".exe"])
        {
            if (File.Exists(candidate))
                return candidate;
            if (!OperatingSystem.IsWindows() && CaseInsensitivePath.Find(candidate) is { } found && File.Exists(found))
                return found;
        }

        if (Directory.Exists(path))
            throw new CliException(ExitCodes.NotFound, $"'{path}' is a folder.", Suggest(path));
        string? folder = Path.GetDirectoryName(path);
        throw Directory.Exists(folder)
            ? new CliException(ExitCodes.NotFound, $"There is no '{Path.GetFileName(path)}' in '{folder}'.", Suggest(folder))
            : new CliException(ExitCodes.NotFound, $"There is no folder '{folder}'.", "Check the path of the game's .exe.");
    }

    private static string? Suggest(string folder)
    {
        try
        {
            string[] programs = [
                .. Directory.EnumerateFiles(folder, "*.exe", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive })
                .Select(file => Path.GetFileName(file)).Order(StringComparer.OrdinalIgnoreCase).Take(5)];
            return programs.Length == 0 ? "There is no .exe in it." : $"Programs in it: {string.Join(", ", programs)}";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
