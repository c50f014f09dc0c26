using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Refuses an overwrite folder that can't be one, before anything is read of it or changed.</summary>
internal static class OverwriteCheck
{
    /// <summary>Refuses it.</summary>
    /// <param name="configuration">With its defaults; paths of this system.</param>
    /// <exception cref="CliException">It is the game's folder, or the mods', or lies around one.</exception>
    public static void ThrowIfOverlapping(VfsConfiguration configuration)
    {
        if (OverwriteOverlap.Find(configuration, HostPlaces.Find) is not { } overlap)
            return;
        string place = overlap.Line is int line ? FormattableString.Invariant($"{overlap.File}({line})") : overlap.File!;
        throw new CliException(
            ExitCodes.Failed, $"{place}: {overlap.Key}: {overlap.Cause}.", overlap.Fix is { } fix ? $"Fix: {fix}." : null);
    }
}
