using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Whether a game runs. What it has loaded can't be put there or taken away then.</summary>
internal static class RunningGame
{
    /// <summary>Refuses where a process of the program runs.</summary>
    /// <exception cref="CliException">One does.</exception>
    public static void ThrowIfRunning(string game)
    {
        if (IsRunning(game))
            throw new CliException(ExitCodes.Failed, $"'{Path.GetFileName(game)}' is running.", "End the game first.");
    }

    /// <summary>Whether a process of the program runs, whichever program has started it.</summary>
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
