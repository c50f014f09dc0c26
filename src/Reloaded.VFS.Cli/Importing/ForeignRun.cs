using System.IO.Hashing;
using Reloaded.VFS.Cli.Archives;
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
            using CacheLock turn = CacheLock.Take(place, "another rvfs makes these mods");
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

    /// <summary>Brings the mods folder up to date, unless it agrees with the plan already.</summary>
    /// <remarks>
    /// What was made here is exchanged by renames, one by one, and all else stays in the folder: whenever the process is killed, the next
    /// start completes the rest.
    /// </remarks>
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
        string text = hash.GetCurrentHashAsUInt128().ToString("x32", CultureInfo.InvariantCulture);
        string[] before = File.Exists(known) ? File.ReadAllLines(known) : [];
        if (Directory.Exists(mods) && before.FirstOrDefault() == text)
            return;
        using StagingFolder staging = new(place);
        StagedImport writer = new(copies: false);
        foreach (ImportedMod mod in plan.Mods)
            writer.Write(mod, staging.Content);
        if (writer.CopiedForWantOfLinks.Count > 0)
            Messages.Warn($"copied, because no links can be made: {Counted.Of(writer.CopiedForWantOfLinks.Count, "mod")}.",
                "On Windows links need Developer Mode, or administrator rights.");
        string[] made = [.. plan.Mods.Select(mod => MadeEntry.LineOf(Path.Combine(staging.Content, StagedImport.FileNameOf(mod))))];
        AtomicFile.Write(Path.Combine(staging.Content, OrderFile.Name), order);
        if (plan.Preferences.Count > 0)
            AtomicFile.Write(Path.Combine(staging.Content, PreferenceFile.Name), preferences);
        // Until the end the folder agrees with no plan, and has entries of both.
        string[] either = [.. before.Skip(1).Union(made)];
        WritePlan(known, "", either);
        Directory.CreateDirectory(mods);
        KeepOthers(plan, mods, either);
        Exchange(mods, staging, either);
        WritePlan(known, text, made);
    }

    private static void WritePlan(string file, string hash, string[] made) =>
        AtomicFile.Write(file, Encoding.UTF8.GetBytes(string.Concat(made.Prepend(hash).Select(line => line + "\n"))));

    /// <summary>Moves what wasn't made here but has such a name, and what was changed since, out of the mods folder.</summary>
    /// <param name="made">The lines of what was or is made here.</param>
    private static void KeepOthers(ImportPlan plan, string mods, string[] made)
    {
        HashSet<string> names = new(made.Select(MadeEntry.NameIn), NameComparer.Instance);
        foreach (string entry in Directory.GetFileSystemEntries(mods).Where(entry => names.Contains(Path.GetFileName(entry))))
        {
            if (made.Contains(MadeEntry.LineOf(entry)))
                continue;
            RemovedMod kept = new RemovedMods(mods).Put(entry, Path.GetFileName(entry), []);
            string file = Path.Combine(Path.GetDirectoryName(mods)!, VfsConfiguration.FileName);
            Messages.Warn($"the mods of {plan.Manager} have changed; '{kept.Name}', which was written to here, is kept in '{kept.Path}'.",
                $"rvfs remove --undo \"{kept.Name}\" --config \"{file}\" brings it back.");
        }
    }

    /// <summary>Exchanges what was made here for what the staging folder has. If that fails, the mods folder is as it was.</summary>
    private static void Exchange(string mods, StagingFolder staging, string[] made)
    {
        string old = Directory.CreateDirectory(Path.Combine(staging.Root, "old")).FullName;
        HashSet<string> names = new([OrderFile.Name, PreferenceFile.Name, .. made.Select(MadeEntry.NameIn)], NameComparer.Instance);
        (string From, string To)[] moves =
        [
            .. Directory.GetFileSystemEntries(mods).Where(entry => names.Contains(Path.GetFileName(entry)))
                .Select(entry => (entry, Path.Combine(old, Path.GetFileName(entry)))),
            .. Directory.GetFileSystemEntries(staging.Content).Select(entry => (entry, Path.Combine(mods, Path.GetFileName(entry)))),
        ];
        int done = 0;
        try
        {
            for (; done < moves.Length; done++)
                DiskRemoval.Rename(moves[done].From, moves[done].To);
        }
        catch
        {
            while (--done >= 0)
                FileErrors.Ignore(() => DiskRemoval.Rename(moves[done].To, moves[done].From));
            throw;
        }
    }
}

/// <summary>A line about a folder or file as it was made, so that a later change of it is recognized.</summary>
internal static class MadeEntry
{
    private const char Separator = '\t';

    /// <summary>Returns the line: a hash of the names, of where links lead to, and of the files' sizes and times; and the name.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static string LineOf(string path)
    {
        var hash = new XxHash128();
        Append(hash, Directory.Exists(path) ? new DirectoryInfo(path) : new FileInfo(path));
        return hash.GetCurrentHashAsUInt128().ToString("x32", CultureInfo.InvariantCulture) + Separator + Path.GetFileName(path);
    }

    /// <summary>Returns the name in a line.</summary>
    public static string NameIn(string line) => line[(line.IndexOf(Separator, StringComparison.Ordinal) + 1)..];

    private static void Append(XxHash128 hash, FileSystemInfo entry)
    {
        FileInfo? file = entry.LinkTarget is null ? entry as FileInfo : null;
        hash.Append(Encoding.UTF8.GetBytes($"{entry.Name}\n{entry.LinkTarget}\n{file?.Length}\n{file?.LastWriteTimeUtc.Ticks}\n"));
        if (entry.LinkTarget is not null || entry is not DirectoryInfo folder)
            return;
        FileSystemInfo[] inner = folder.GetFileSystemInfos();
        hash.Append(BitConverter.GetBytes(inner.Length));
        foreach (FileSystemInfo one in inner.OrderBy(one => one.Name, StringComparer.Ordinal))
            Append(hash, one);
    }
}
