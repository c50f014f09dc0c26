namespace Reloaded.VFS.Cli.Game;

/// <summary>The search for the program that was named on the command line.</summary>
internal static class GameFile
{
    /// <summary>
    /// Returns the absolute path of <paramref name="name"/>. The ending .exe may be omitted, and on Linux the letter case doesn't matter,
    /// as in Wine.
    /// </summary>
    /// <exception cref="CliException">There is no such file.</exception>
    public static string Find(string name) => TryFind(name) ?? throw NotFound(name);

    /// <summary>Returns the exception for a file that doesn't exist.</summary>
    /// <exception cref="CliException">The name can't be a path.</exception>
    public static CliException NotFound(string name)
    {
        string path = FullPath(name);
        if (Directory.Exists(path))
            return new CliException(ExitCodes.NotFound, $"'{path}' is a folder.", Suggest(path));
        if (WhyClosed(Path.GetDirectoryName(path)) is { } closed)
            return closed;
        string? folder = Path.GetDirectoryName(path);
        return Directory.Exists(folder)
            ? new CliException(ExitCodes.NotFound, $"There is no '{Path.GetFileName(path)}' in '{folder}'.", Suggest(folder))
            : new CliException(ExitCodes.NotFound, $"There is no folder '{folder}'.", "Check the path of the game's .exe.");
    }

    /// <summary>Returns the absolute path of <paramref name="name"/>, as <see cref="Find"/> does, or null if there is none.</summary>
    /// <exception cref="CliException">The name can't be a path.</exception>
    public static string? TryFind(string name) => Candidates(name).Select(CaseInsensitivePath.Find).FirstOrDefault(File.Exists);

    /// <summary>Returns the absolute paths that the name may stand for, the likelier one first.</summary>
    /// <exception cref="CliException">The name can't be a path.</exception>
    public static string[] Candidates(string name)
    {
        string path = FullPath(name);
        return [path, path + ".exe"];
    }

    /// <summary>
    /// Returns the folder of a program that isn't there but may be a mod's: a mod in the folder's own <c>rvfs/mods</c> has the program,
    /// unpacked. Returns null if none has.
    /// </summary>
    public static string? TryFindFolder(string name)
    {
        string path = FullPath(name);
        if (Path.GetDirectoryName(path) is not { } given)
            return null;
        string folder = CaseInsensitivePath.FindLongest(given);
        string mods = VfsConfiguration.DefaultModsOf(folder), file = Path.GetFileName(path);
        return Directory.Exists(mods) && Directory.EnumerateDirectories(mods).Any(mod => TryFind(Path.Combine(mod, file)) is not null)
            ? folder
            : null;
    }

    private static string FullPath(string name)
    {
        try
        {
            return Path.GetFullPath(name);
        }
        catch (ArgumentException)
        {
            throw new CliException(ExitCodes.NotFound, $"'{name}' is no path.", "Name the game's .exe: rvfs run GAME.EXE");
        }
    }

    /// <summary>Returns the exception for a folder that can't be read, so that nothing is known of what it has. Null if it can be.</summary>
    private static CliException? WhyClosed(string? folder)
    {
        try
        {
            if (folder is not null && Directory.Exists(folder))
                _ = Directory.EnumerateFileSystemEntries(folder).Any();
            return null;
        }
        catch (UnauthorizedAccessException)
        {
            return new CliException(ExitCodes.NotFound, $"'{folder}' can't be read: access is denied.", "Check the folder's permissions.");
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static string? Suggest(string folder) => FileErrors.Ignore<string?>(() =>
    {
        string[] programs = [
            .. Directory.EnumerateFiles(folder, "*.exe", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive })
            .Select(file => Path.GetFileName(file)).Order(StringComparer.OrdinalIgnoreCase).Take(5)];
        return programs.Length == 0 ? "There is no .exe in it." : $"Programs in it: {string.Join(", ", programs)}";
    }, null);
}
