using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Refuses an overwrite folder in an impossible place, before anything in it is read or changed.</summary>
internal static class OverwriteCheck
{
    /// <summary>Refuses a configuration with such a folder.</summary>
    /// <param name="configuration">The configuration, with its defaults and with paths of this system.</param>
    /// <exception cref="CliException">The folder has a place that <see cref="OverwriteOverlap"/> rules out.</exception>
    public static void ThrowIfOverlapping(VfsConfiguration configuration)
    {
        if (OverwriteOverlap.Find(configuration, HostPlaces.Find) is not { } overlap)
            return;
        string place = overlap.Line is int line ? FormattableString.Invariant($"{overlap.File}({line})") : overlap.File!;
        throw new CliException(
            ExitCodes.Failed, $"{place}: {overlap.Key}: {overlap.Cause}.", overlap.Fix is { } fix ? $"Fix: {fix}." : null);
    }
}
