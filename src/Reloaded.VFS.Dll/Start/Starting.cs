using Reloaded.VFS.Dll.Sharing;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The state of a start in progress: the results of its steps for later ones. Not thread-safe: the host's lock is held.</summary>
internal sealed class Starting
{
    /// <summary>Begins a start.</summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="time">The time at which the start began.</param>
    public Starting(StartRequest request, VfsConfiguration configuration, DateTimeOffset time)
    {
        (Request, Configuration, Time) = (request, configuration, time);
        Diagnostics = [.. request.Diagnostics];
        if (configuration.SetName is { } set && Path.GetDirectoryName(configuration.Overwrite) is { } folder && !Directory.Exists(folder))
        {
            IsSetMissing = true;
            Diagnostics.Add(Diagnostic.Error(configuration.Writes == WritePolicy.Overwrite
                ? $"there is no set '{set}', whose overwrite folder takes what the game writes; nothing is redirected"
                : $"there is no set '{set}'") with
            {
                File = folder,
                Key = "set",
                Fix = "'rvfs set NAME --new' makes it",
            });
        }
    }

    public StartRequest Request { get; }
    public VfsConfiguration Configuration { get; }
    public DateTimeOffset Time { get; }

    /// <summary>Gets a value indicating whether the set named by the configuration doesn't exist.</summary>
    public bool IsSetMissing { get; }

    public List<Diagnostic> Diagnostics { get; }

    /// <summary>Gets or sets the time at which listing the mods began, in UTC: later changes are reported by their watch.</summary>
    public DateTime Scanned { get; set; } = DateTime.UtcNow;

    /// <summary>Gets or sets the trees of the process that has started this one, from which the mods' were taken; null if none were.</summary>
    public InheritedTrees? Inherited { get; set; }

    /// <summary>Gets the folders that could be laid over virtual ones besides the mods.</summary>
    public List<AddedFolder> Added { get; } = [];

    /// <summary>Gets or sets the mods, once they are loaded.</summary>
    public ModSet Mods { get; set; } = null!;

    /// <summary>Gets or sets the mods' layers; null until they are laid.</summary>
    public AppliedMods Applied { get; set; } = null!;

    /// <summary>
    /// Gets or sets the update of the file system in which mods and other folders are laid, so that one tree is built or taken over.
    /// </summary>
    public IDisposable? Laying { get; set; }

    /// <summary>Gets or sets the counts of what the game sees of the mods.</summary>
    public ModCounts Counts { get; set; } = null!;

    /// <summary>Gets or sets the number of mods' folders that matched the kept scan and weren't listed.</summary>
    public int ConfirmedFolders { get; set; }

    /// <summary>Gets or sets the report's file; null if none could be written.</summary>
    public string? ReportFile { get; set; }
}

/// <summary>The reasons to refuse a start that are known before anything of the process or the disk is changed.</summary>
internal static class StartRefusals
{
    /// <summary>Finds a reason, and adds diagnostics that are no reason.</summary>
    /// <param name="start">The start, with its mods.</param>
    /// <returns><see cref="RvfsStatus.Ok"/> if there is no reason.</returns>
    public static RvfsStatus Find(Starting start)
    {
        VfsConfiguration configuration = start.Configuration;
        if (HasAntiCheat(start))
            return RvfsStatus.AntiCheat;
        // A mod that order.txt lists but that doesn't exist is a warning, but counts as missing if everything is required.
        bool isIncomplete = start.Diagnostics.Exists(d => d.IsError)
            || start.Mods.Mods.Any(mod => mod.Mod.State is ModState.Missing or ModState.Error);
        if (configuration.OnError == ErrorPolicy.Stop && isIncomplete)
            return IsNotThere(start.Request) ? RvfsStatus.NotFound : RvfsStatus.Configuration;
        // No folder is created for a set that doesn't exist: the next start would mistake it for an existing one.
        return start.IsSetMissing && configuration.Writes == WritePolicy.Overwrite ? RvfsStatus.Configuration : RvfsStatus.Ok;
    }

    private static bool HasAntiCheat(Starting start)
    {
        VfsConfiguration configuration = start.Configuration;
        IEnumerable<string> folders = configuration.Targets.Prepend(OwnProcess.Folder);
        AntiCheatFinding? found = AntiCheatDetector.FindFirst(folders, start.Mods.TargetNames, out string? unlisted);
        if (found is not null)
        {
            string risk = $"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed";
            start.Diagnostics.Add(configuration.Offline
                ? Diagnostic.Warning(risk + "; the start goes on, because \"offline\" says that the game is played offline only",
                    file: found.Path)
                : Diagnostic.Error(risk,
                    file: found.Path, fix: "nothing is redirected; if you play offline only, set \"offline\": true in rvfs.json"));
        }

        bool isRefused = found is not null && !configuration.Offline;
        if (unlisted is not null && !configuration.Offline && !isRefused)
            start.Diagnostics.Add(Diagnostic.Warning("this folder can't be listed, so anti-cheat software in it isn't found",
                file: unlisted));
        return isRefused;
    }

    /// <summary>Determines whether a folder passed to <c>rvfs_start</c> doesn't exist.</summary>
    private static bool IsNotThere(StartRequest request) => request.IsOfOptions
        && request.Configuration.Targets.Concat(request.Folders.Select(folder => folder.Source))
            .Concat(request.Configuration.Mods is { } mods ? [mods] : [])
            .Any(folder => !Directory.Exists(folder));
}
