using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Determines whether a game is running. What it has loaded can't be installed or removed then.</summary>
internal static class RunningGame
{
    /// <summary>Refuses if a process of the program is running.</summary>
    /// <exception cref="CliException">A process is running.</exception>
    public static void ThrowIfRunning(string game)
    {
        if (IsRunning(game))
            throw new CliException(ExitCodes.Failed, $"'{Path.GetFileName(game)}' is running.", "End the game first.");
    }

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
