using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Sharing;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The state of a start in progress: the results of its steps for later ones. Not thread-safe: the host's lock is held.</summary>
internal sealed class Starting
{
    /// <summary>Begins a start.</summary>
    /// <param name="request">The request.</param>
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

    /// <summary>Gets the request.</summary>
    public StartRequest Request { get; }

    /// <summary>Gets the configuration, with its defaults.</summary>
    public VfsConfiguration Configuration { get; }

    /// <summary>Gets the time at which the start began.</summary>
    public DateTimeOffset Time { get; }

    /// <summary>Gets a value indicating whether the set named by the configuration doesn't exist.</summary>
    public bool IsSetMissing { get; }

    /// <summary>Gets the diagnostics.</summary>
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
