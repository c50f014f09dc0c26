using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A check that the folders to which a start or a game writes are writable. Each gets a file, which is deleted again.</summary>
internal static class WritableCheck
{
    private static string ElsewhereFix => OperatingSystem.IsWindows()
        ? "move the game out of 'Program Files' and the like, or give your own user the right to write there (Properties, Security)"
        : "give your own user the right to write there (chmod, chown), or move the game into your home folder";

    /// <summary>Checks the temporary folder, which each start needs.</summary>
    public static IEnumerable<Diagnostic> OfSystem(SystemFacts facts)
    {
        string temporary = Path.TrimEndingDirectorySeparator(Path.GetTempPath());
        if (facts.Files.WhyUnwritable(temporary) is { } cause)
            yield return Diagnostic.Error($"the temporary folder can't be written, but each start with mods needs it: {cause}",
                file: temporary, fix: "set the variable TEMP (TMPDIR on Linux) to a folder that you may write to");
    }

    /// <summary>Checks the game's folders, and those of its mods and reports.</summary>
    public static IEnumerable<Diagnostic> OfGame(SystemFacts facts, string gameFolder, VfsConfiguration configuration)
    {
        bool isOverwrite = configuration.Writes == WritePolicy.Overwrite;
        if (isOverwrite && FindOverwrite(facts, configuration) is { } overwrite)
            yield return overwrite;
        foreach (string target in configuration.Targets.Prepend(gameFolder).Distinct().Where(Directory.Exists))
        {
            if (facts.Files.WhyUnwritable(target) is { } cause)
            {
                // The game's saves go to the overwrite folder.
                if (isOverwrite)
                    continue;
                yield return Diagnostic.Warning(
                    $"this folder of the game can't be written: {cause}. What the game saves there is lost or fails, "
                        + $"with mods and without") with
                { File = target, Fix = ElsewhereFix };
                continue; // The folder's contents need no finding of their own.
            }

            string logs = ReportFolders.OfGame(target), own = Path.GetDirectoryName(logs)!;
            if (Directory.Exists(own) && facts.Files.WhyUnwritable(Directory.Exists(logs) ? logs : own) is { } ownCause)
                yield return Diagnostic.Warning(
                    $"start reports can't be written here, and go to '{ReportFolders.LocalOfGame(target)}': {ownCause}",
                    file: Directory.Exists(logs) ? logs : own, fix: ElsewhereFix);
        }

        if (!isOverwrite && configuration.Mods is { } mods && Directory.Exists(mods) && facts.Files.WhyUnwritable(mods) is { } modsCause)
            yield return Diagnostic.Warning($"the mods folder can't be written: {modsCause}. What the game saves over a mod's file fails",
                file: mods, fix: "give your own user the right to write there, or move the mods");
    }

    private static Diagnostic? FindOverwrite(SystemFacts facts, VfsConfiguration configuration)
    {
        string folder = OverwritePlaces.FolderOf(configuration), there = folder;
        // A start creates the folder.
        while (!Directory.Exists(there) && !File.Exists(there) && Path.GetDirectoryName(there) is { } parent)
            there = parent;
        string? cause = File.Exists(there) ? "a file is in its place" : facts.Files.WhyUnwritable(there);
        if (cause is null)
            return null;
        return Diagnostic.Warning($"the overwrite folder can't be written: {cause}. What the game saves goes to "
            + (OverwritePlaces.LocalOf(configuration) is { } local ? $"'{local}'" : "the user's local data"),
            file: folder, fix: "give your own user the right to write there, or name another folder as \"overwrite\" in rvfs.json");
    }
}

/// <summary>Findings about an overwrite folder: an invalid place, and updates that it hides.</summary>
internal static class OverwriteFindings
{
    /// <summary>Checks the folder if writes go there.</summary>
    /// <param name="configuration">The configuration, with its defaults; host paths.</param>
    public static IEnumerable<Diagnostic> Find(VfsConfiguration configuration)
    {
        if (configuration.Writes != WritePolicy.Overwrite)
            return [];
        return OverwriteOverlap.Find(configuration, HostPlaces.Find) is { } overlap
            ? [overlap]
            : OutdatedFiles.Describe(UnchangedContent.Read(OverwritePlaces.UsedOf(configuration), configuration).Outdated);
    }
}
