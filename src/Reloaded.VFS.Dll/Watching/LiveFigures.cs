using System.Text.Json;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>The watcher's statistics. Written by its thread, read by others without a lock.</summary>
internal struct LiveFigures
{
    /// <summary>The number of folders that the system watches.</summary>
    public int Watched;

    /// <summary>The number of folders that are checked every second.</summary>
    public int Polled;

    /// <summary>The time until everything was watched; 0 until then.</summary>
    public double SetUpMilliseconds;

    /// <summary>The number of batches of changes.</summary>
    public long Applied;

    /// <summary>The number of files appended to a current snapshot.</summary>
    public long Appended;

    /// <summary>The number of folders that were listed again.</summary>
    public long Listed;

    /// <summary>The number of mods that were scanned as a whole.</summary>
    public long Scanned;

    /// <summary>The number of checks of all folders after a burst of changes.</summary>
    public long Sweeps;

    /// <summary>The longest time that a batch took.</summary>
    public double LongestMilliseconds;

    /// <summary>Writes the statistics to <c>rvfs_describe</c>.</summary>
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
