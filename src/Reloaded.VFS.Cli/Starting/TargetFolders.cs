using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Which of the folders that mods are to be laid over can be had.</summary>
internal static class TargetFolders
{
    /// <summary>
    /// Those of the targets that are folders and can be reached; all where none is: without a folder to lay them over there are no mods.
    /// </summary>
    public static string[] ThatAreThere(IReadOnlyList<string> targets) =>
        targets.Where(Directory.Exists).ToArray() is { Length: > 0 } found ? found : [.. targets];

    /// <summary>
    /// Leaves out what is no folder, or can't be reached, and says so (<see cref="ThatAreThere"/>).
    /// </summary>
    /// <param name="configuration">Its targets are absolute.</param>
    /// <param name="places">Where each target stands in the file; shorter than the targets, or empty,
    /// where they come from the command line.</param>
    /// <param name="diagnostics">Gets an error for each that is left out.</param>
    public static VfsConfiguration LeaveOutMissing(VfsConfiguration configuration, IReadOnlyList<ConfigurationPlace> places,
        List<Diagnostic> diagnostics)
    {
        string[] there = ThatAreThere(configuration.Targets);
        for (int i = 0; i < configuration.Targets.Count; i++)
        {
            string target = configuration.Targets[i];
            if (there.Contains(target))
                continue;
            ConfigurationPlace? place = i < places.Count ? places[i] : null;
            diagnostics.Add(Diagnostic.Error($"nothing is laid over '{target}': {Cause(target)}") with
            {
                File = place?.File,
                Line = place?.Line,
                Key = place?.Key ?? "--target",
                Fix = "name a folder as it is on disk, or leave it out; the other targets have their mods",
            });
        }

        return configuration with { Targets = there };
    }

    private static string Cause(string target) => File.Exists(target) ? "it is a file"
        : target.StartsWith(@"\\", StringComparison.Ordinal) ? "there is no such folder, or its machine can't be reached"
        : "there is no such folder, or it can't be reached";
}
