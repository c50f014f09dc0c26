using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Dll.Start;

/// <summary>A start under way: what its steps have found, each for those after it. Not thread-safe: the host's lock is held.</summary>
internal sealed class Starting
{
    /// <summary>Begins a start.</summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="time">When the start began.</param>
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
                Fix = "rvfs set NAME makes one",
            });
        }
    }

    /// <summary>What was asked for.</summary>
    public StartRequest Request { get; }

    /// <summary>The configuration, with its defaults filled in.</summary>
    public VfsConfiguration Configuration { get; }

    /// <summary>When the start began.</summary>
    public DateTimeOffset Time { get; }

    /// <summary>Whether the set that the configuration names isn't there.</summary>
    public bool IsSetMissing { get; }

    /// <summary>What there is to tell.</summary>
    public List<Diagnostic> Diagnostics { get; }

    /// <summary>When the mods began to be listed: what changes later is told by their watch. UTC.</summary>
    public DateTime Scanned { get; } = DateTime.UtcNow;

    /// <summary>The folders over virtual ones that could be laid beside the mods.</summary>
    public List<AddedFolder> Added { get; } = [];

    /// <summary>The mods, once they are loaded.</summary>
    public ModSet Mods { get; set; } = null!;

    /// <summary>The mods' layers.</summary>
    public AppliedMods Applied { get; set; } = null!;

    /// <summary>What the game sees of the mods.</summary>
    public ModCounts Counts { get; set; } = null!;

    /// <summary>How many folders of mods were as they were kept, and not listed.</summary>
    public int ConfirmedFolders { get; set; }

    /// <summary>The report's file; null where none could be written.</summary>
    public string? ReportFile { get; set; }
}
