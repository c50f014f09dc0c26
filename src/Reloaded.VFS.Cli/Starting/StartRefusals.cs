using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Mods.AntiCheat;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The refusal of games with anti-cheat software. Reloaded VFS is for games played alone or offline; with anti-cheat software beside the
/// game it could get a player banned.
/// </summary>
internal static class AntiCheat
{
    /// <summary>Refuses if anti-cheat software is found beside the game's program or in a target.</summary>
    /// <exception cref="CliException">Anti-cheat software was found.</exception>
    /// <param name="gameFolder">The folder of the game's program.</param>
    /// <param name="cure">The advice; null for that of a start.</param>
    public static void ThrowIfFound(string gameFolder, IEnumerable<string> targets, string? cure = null)
    {
        AntiCheatFinding? finding = AntiCheatDetector.FindFirst(targets.Prepend(gameFolder));
        if (finding is null)
            return;
        throw new CliException(ExitCodes.Refused,
            $"This game has anti-cheat software ({finding.Product}: '{finding.Path}'), which may ban players whose game is changed.",
            cure ?? "If you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json). Without mods: rvfs "
                + "run --no-mods GAME.EXE");
    }
}

/// <summary>A check of whether a game is running. What it has loaded can't be installed or removed then.</summary>
internal static class RunningGame
{
    private static readonly TimeSpan UntilItIsGone = TimeSpan.FromSeconds(3);

    /// <summary>Refuses if a process of the program is running.</summary>
    /// <exception cref="CliException">A process is running.</exception>
    public static void ThrowIfRunning(string game)
    {
        if (Lasts(() => IsRunning(game)))
            throw new CliException($"'{Path.GetFileName(game)}' is running.", "End the game first.");
    }

    /// <summary>Determines whether the sign of a running game lasts longer than that of a game which is just ending.</summary>
    /// <remarks>
    /// To Wine's programs a process has ended once its connection to the server is closed. Its memory and its files are released after that,
    /// which takes long on a busy machine.
    /// </remarks>
    public static bool Lasts(Func<bool> isRunning) => !SpinWait.SpinUntil(() => !isRunning(), UntilItIsGone);

    /// <summary>Determines whether a process of the program is running, whatever started it.</summary>
    public static bool IsRunning(string game) =>
        OperatingSystem.IsWindows() ? HasProcess(game) : MappedFile.IsMapped(RealPath.Of(game) ?? game);

    private static bool HasProcess(string game)
    {
        bool found = false;
        foreach (Process process in Process.GetProcessesByName(Path.GetFileNameWithoutExtension(game)))
        {
            using (process)
                found |= string.Equals(ProcessImage.PathOf(process.Id), game, StringComparison.OrdinalIgnoreCase);
        }

        return found;
    }
}

/// <summary>The refusal of an overwrite folder in an impossible place, before anything in it is read or changed.</summary>
internal static class OverwriteCheck
{
    /// <summary>Refuses a configuration with such a folder.</summary>
    /// <param name="configuration">The configuration, with its defaults and with paths of this system.</param>
    /// <exception cref="CliException">The folder has a place that <see cref="OverwriteOverlap"/> rules out.</exception>
    public static void ThrowIfOverlapping(VfsConfiguration configuration)
    {
        if (OverwriteOverlap.Find(configuration, HostPlaces.Find) is not { } overlap)
            return;
        string place = overlap.Line is int line ? $"{overlap.File}({line})" : overlap.File!;
        throw new CliException($"{place}: {overlap.Key}: {overlap.Cause}.", overlap.Fix is { } fix ? $"Fix: {fix}." : null);
    }
}

/// <summary>Checks, before a game starts, whether files that are written after its end can be written.</summary>
internal static class LaterFile
{
    /// <summary>Opens a file for writing, and leaves everything as it was.</summary>
    /// <param name="path">The file, a host path. It need not exist.</param>
    /// <param name="option">The option that names the file.</param>
    /// <exception cref="CliException">The file can't be written.</exception>
    public static void Try(string path, string option)
    {
        path = Path.GetFullPath(path);
        if (Directory.Exists(path))
            throw Refusal(path, option, "it is a folder");
        if (Path.GetDirectoryName(path) is { } folder && !Directory.Exists(folder))
            throw Refusal(path, option, $"there is no folder '{folder}'");
        try
        {
            const FileShare share = FileShare.ReadWrite | FileShare.Delete;
            using FileStream file = File.Exists(path)
                ? new(path, FileMode.Open, FileAccess.Write, share)
                : DiskRemoval.OpenPassing(path, FileMode.CreateNew, share);
        }
        catch (UnauthorizedAccessException)
        {
            throw Refusal(path, option, "you may not write there");
        }
        catch (IOException)
        {
            throw Refusal(path, option, "the disk refuses it, or another program has it open");
        }
    }

    private static CliException Refusal(string path, string option, string cause) =>
        new($"{option} '{path}' can't be written: {cause}.", "Nothing was started. Name another file.");
}
