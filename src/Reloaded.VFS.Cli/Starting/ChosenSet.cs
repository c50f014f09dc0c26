using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Which set counts: that of the command line, else that of the environment, else that of the configuration.</summary>
internal static class ChosenSet
{
    /// <summary>The name; null for none.</summary>
    public static string? Of(RunOptions options, VfsConfiguration configuration) =>
        options.Set ?? SetPlaces.FromEnvironment() ?? configuration.Set;

    /// <summary>Fills in a configuration's defaults and what the chosen set says.</summary>
    /// <param name="configuration">The configuration, without defaults.</param>
    /// <param name="options">The command line.</param>
    /// <param name="folder">The game's folder.</param>
    /// <param name="order">The order that the command line names, which wins; null for none.</param>
    /// <param name="diagnostics">Gets what is the matter with the configuration's set.</param>
    /// <exception cref="CliException">The set that the user names isn't there.</exception>
    public static VfsConfiguration WithDefaults(VfsConfiguration configuration, RunOptions options, string folder, string? order,
        List<Diagnostic> diagnostics)
    {
        string? set = Of(options, configuration);
        VfsConfiguration filled = (configuration with { Set = set }).WithDefaults(folder);
        if (set is not null && Path.GetDirectoryName(filled.Order) is { } setFolder && !Directory.Exists(setFolder))
        {
            string sets = Path.GetDirectoryName(setFolder)!;
            IEnumerable<string> others = Directory.Exists(sets)
                ? Directory.GetDirectories(sets).Select(other => Path.GetFileName(other))
                : [];
            string? near = NearestName.Find(set, others);
            string cure = near is null ? $"rvfs set {set} makes it" : $"did you mean '{near}'?";
            if (set == options.Set)
                throw new CliException(ExitCodes.Failed, $"There is no set '{set}'.", cure);
            diagnostics.Add(Diagnostic.Error($"there is no set '{set}'") with { File = setFolder, Key = "set", Fix = cure });
        }

        return order is null ? filled : filled with { Order = order };
    }
}
