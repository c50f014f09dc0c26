using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>Whether a game runs: what it has loaded can't be put there or taken away then.</summary>
internal static class RunningGame
{
    /// <summary>Refuses where a process of the program runs.</summary>
    /// <exception cref="CliException">One does.</exception>
    public static void ThrowIfRunning(string game)
    {
        if (OperatingSystem.IsWindows() ? IsRunning(game) : MappedFile.IsMapped(RealPath.Of(game) ?? game))
            throw new CliException(ExitCodes.Failed, $"'{Path.GetFileName(game)}' is running.", "End the game first.");
    }

    private static bool IsRunning(string game)
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
