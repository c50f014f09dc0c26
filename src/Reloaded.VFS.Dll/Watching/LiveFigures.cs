using System.Text.Json;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>What the watcher has done so far. Written by its thread, read by others without a lock: figures for people.</summary>
internal struct LiveFigures
{
    /// <summary>Folders that the system watches.</summary>
    public int Watched;

    /// <summary>Folders that are looked at every second.</summary>
    public int Polled;

    /// <summary>How long it took until everything was watched; 0 until then.</summary>
    public double SetUpMilliseconds;

    /// <summary>Batches of changes.</summary>
    public long Applied;

    /// <summary>Files that went into a snapshot in force.</summary>
    public long Appended;

    /// <summary>Folders that were listed again.</summary>
    public long Listed;

    /// <summary>Mods that were scanned as a whole.</summary>
    public long Scanned;

    /// <summary>Looks at all folders after a storm.</summary>
    public long Sweeps;

    /// <summary>The longest that a batch took.</summary>
    public double LongestMilliseconds;

    /// <summary>Writes the figures into <c>rvfs_describe</c>.</summary>
    public readonly void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject("live");
        json.WriteNumber("watchedFolders", Watched);
        json.WriteNumber("polledFolders", Polled);
        json.WriteNumber("setUpMilliseconds", SetUpMilliseconds);
        json.WriteNumber("batches", Applied);
        json.WriteNumber("appendedFiles", Appended);
        json.WriteNumber("listedFolders", Listed);
        json.WriteNumber("scannedMods", Scanned);
        json.WriteNumber("sweeps", Sweeps);
        json.WriteNumber("longestBatchMilliseconds", LongestMilliseconds);
        json.WriteEndObject();
    }
}
