using System.IO.Hashing;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.OtherManagers;
using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>
/// A run with the mods of another manager, without an import. A mods folder of links, and a configuration, lie beside the game's own mods
/// folder, and are updated at each start. The game's writes go into an overwrite folder there; the manager's folders aren't written to.
/// </summary>
internal static class ForeignRun
{
    private const string FolderName = "from", PlanName = "plan", ModsName = "mods";

    /// <summary>Prepares the folder.</summary>
    /// <param name="from">The source as it was typed.</param>
    /// <param name="game">The game's program as it was typed.</param>
    /// <returns>The options with which the game is started.</returns>
    /// <exception cref="CliException">The source can't be read, or the folder can't be written.</exception>
    public static RunOptions Prepare(RunOptions options, string from, string game)
    {
        foreach ((string name, string? value) in ((string, string?)[])[
            ("--mods", options.Mods), ("--order", options.Order), ("--set", options.Set)])
        {
            if (value is not null)
                throw new CliException($"{name} and --from don't go together: the mods and their order are those of the source.");
        }

        string folder = FindGameFolder(game);
        // A set's order isn't the source's.
        Environment.SetEnvironmentVariable(SetPlaces.Variable, null);
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = HostConfiguration.Read(folder, options, diagnostics);
        ImportPlan plan = Progress.Of("reading the mods of the other manager",
            () => GameImport.Read(ImportSource.Parse(from, GameQuestion.HostPath), configuration));
        if (plan.IsOfOwnMods)
            throw new CliException($"'{plan.Source}' is a set of this game's own mods.",
                "rvfs import makes a set of it; rvfs run --set plays with that.");
        diagnostics.AddRange(plan.Notes);
        Messages.ShowProblems(diagnostics);

        string place = FindPlace(configuration, plan);
        string overwrite = Path.Combine(place, OverwritePlaces.FolderName);
        string file = Path.Combine(place, VfsConfiguration.FileName);
        try
        {
            WriteMods(plan, place);
            ConfigurationWriter.WriteFile(configuration with
            {
                Mods = Path.Combine(place, ModsName),
                Order = null,
                Map = [],
                Set = null,
                SetName = null,
                AllTargets = null,
                OverwriteKey = null,
                ModJsons = null,
                Writes = WritePolicy.Overwrite,
                Overwrite = overwrite,
            }, file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"'{ErrorCause.PathOf(e) ?? place}' can't be written: {ErrorCause.Of(e)}.",
                "If the game runs, end it first: it may have files open.");
        }

        string count = Counted.Of(plan.Mods.Count(mod => mod.IsOn), "mod");
        Messages.Say($"{count} of {plan.Manager} ({plan.Source}); what the game writes goes to {overwrite}");
        return options with { Config = file, Targets = [] };
    }

    private static string FindGameFolder(string game)
    {
        string path = GameQuestion.HostPath(game);
        if (GameFile.TryFind(path) is { } found)
            return Path.GetDirectoryName(found)!;
        // The program may be one that only the mods have.
        return Path.GetDirectoryName(path) is { } folder && Directory.Exists(folder) ? folder : throw GameFile.NotFound(path);
    }

    /// <summary>Returns the folder of this source, which is <c>rvfs</c> so that what belongs to its mods folder lies in it, too.</summary>
    private static string FindPlace(VfsConfiguration configuration, ImportPlan plan)
    {
        string all = BesideMods.FolderOf(configuration.Mods!, FolderName)
            ?? throw new CliException($"'{configuration.Mods}' is a whole volume: there is no place beside it.");
        uint hash = XxHash32.HashToUInt32(Encoding.UTF8.GetBytes(plan.Source));
        string label = string.Concat(plan.Manager.Where(char.IsAsciiLetterOrDigit)).ToLowerInvariant();
        return Path.Combine(all, $"{label}-{hash:x8}", VfsConfiguration.FolderName);
    }

    /// <summary>Writes the mods folder, unless it agrees with the plan already.</summary>
    private static void WriteMods(ImportPlan plan, string place)
    {
        string mods = Path.Combine(place, ModsName), known = Path.Combine(place, PlanName);
        byte[] order = StagedImport.OrderOf([], [.. plan.Mods.Select(mod => (mod.Name, mod.IsOn))]);
        byte[] preferences = StagedImport.PreferencesOf([], plan.Preferences);
        var hash = new XxHash128();
        foreach (ImportedMod mod in plan.Mods)
            hash.Append(Encoding.UTF8.GetBytes(StagedImport.TextOf(mod)));
        hash.Append(order);
        hash.Append(preferences);
        // The names say later which folders were made here.
        string[] made = [OrderFile.Name, PreferenceFile.Name, .. plan.Mods.Select(StagedImport.FileNameOf)];
        string[] text = [hash.GetCurrentHashAsUInt128().ToString("x32", CultureInfo.InvariantCulture), .. made];
        string[] before = File.Exists(known) ? File.ReadAllLines(known) : [];
        if (Directory.Exists(mods) && before.SequenceEqual(text))
            return;
        using StagingFolder staging = new(place);
        StagedImport writer = new(copies: false);
        foreach (ImportedMod mod in plan.Mods)
            writer.Write(mod, staging.Content);
        if (writer.CopiedForWantOfLinks.Count > 0)
        {
            Messages.Warn($"copied, because no links can be made: {Counted.Of(writer.CopiedForWantOfLinks.Count, "mod")}.",
                "On Windows links need Developer Mode, or administrator rights.");
        }

        AtomicFile.Write(Path.Combine(staging.Content, OrderFile.Name), order);
        if (plan.Preferences.Count > 0)
            AtomicFile.Write(Path.Combine(staging.Content, PreferenceFile.Name), preferences);
        if (Directory.Exists(mods))
        {
            string old = Path.Combine(staging.Root, "old");
            DiskRemoval.Rename(mods, old);
            // What was made here are links, and copies of what the manager has; all else stays.
            foreach (string other in Directory.GetFileSystemEntries(old).Where(other => !before.Skip(1).Contains(Path.GetFileName(other))))
            {
                if (!Path.Exists(Path.Combine(staging.Content, Path.GetFileName(other))))
                    DiskRemoval.Rename(other, Path.Combine(staging.Content, Path.GetFileName(other)));
            }
        }

        DiskRemoval.Rename(staging.Content, mods);
        AtomicFile.Write(known, Encoding.UTF8.GetBytes(string.Join('\n', text) + "\n"));
    }
}
