namespace Reloaded.VFS.Client;

/// <summary>A name that the process sees in a folder.</summary>
public sealed class VfsItem
{
    internal VfsItem(string path, string source, string? mod, bool isFolder) =>
        (Path, Source, Mod, IsFolder) = (path, source, mod, isFolder);

    /// <summary>Gets the path as the process sees it.</summary>
    public string Path { get; }

    /// <summary>Gets the real file or folder; of a merged folder, that of the highest priority.</summary>
    public string Source { get; }

    /// <summary>Gets the name of the mod's or the redirection's folder or file; null for the game itself.</summary>
    public string? Mod { get; }

    /// <summary>Gets a value indicating whether the name is a folder.</summary>
    public bool IsFolder { get; }
}

/// <summary>The state of the VFS in numbers.</summary>
public sealed class VfsStatistics
{
    internal VfsStatistics(in NativeMethods.Statistics native)
    {
        IsEnabled = native.Enabled != 0;
        Mods = (long)native.Mods;
        Layers = (long)native.Layers;
        Folders = (long)native.Folders;
        Files = (long)native.Files;
        Hooks = (long)native.Hooks;
        NativeBytes = (long)native.NativeBytes;
        HeapBytes = (long)native.HeapBytes;
        FollowedFolders = (long)native.FollowedFolders;
        Changes = (long)native.Changes;
        Start = TimeSpan.FromTicks((long)native.StartMicroseconds * 10);
    }

    /// <summary>Gets a value indicating whether calls are redirected.</summary>
    public bool IsEnabled { get; }

    /// <summary>Gets the number of mods at the start.</summary>
    public long Mods { get; }

    /// <summary>Gets the number of mods, parts of mods, redirections and overwrite folders.</summary>
    public long Layers { get; }

    /// <summary>Gets the number of folders that the process sees in the targets because of layers.</summary>
    public long Folders { get; }

    /// <summary>Gets the number of names of files that layers supply, each counted once.</summary>
    public long Files { get; }

    /// <summary>Gets the number of functions that are hooked.</summary>
    public long Hooks { get; }

    /// <summary>Gets the bytes of the trees.</summary>
    public long NativeBytes { get; }

    /// <summary>Gets the bytes of the DLL's managed heap.</summary>
    public long HeapBytes { get; }

    /// <summary>Gets the number of real folders whose changes are followed.</summary>
    public long FollowedFolders { get; }

    /// <summary>Gets the number of batches of such changes since the start.</summary>
    public long Changes { get; }

    /// <summary>Gets the duration of the start.</summary>
    public TimeSpan Start { get; }
}

/// <summary>The places of what the game writes.</summary>
public enum VfsWrites
{
    /// <summary>The file that the game sees; what is new goes to the game's folder.</summary>
    InPlace = 0,

    /// <summary>The overwrite folder; no file of the game or of a mod is changed.</summary>
    Overwrite = 1,
}

/// <summary>The levels of messages; each includes those above it.</summary>
public enum VfsLogLevel
{
    /// <summary>No messages.</summary>
    Off = 0,

    /// <summary>Errors.</summary>
    Error = 1,

    /// <summary>Warnings.</summary>
    Warning = 2,

    /// <summary>Notices.</summary>
    Notice = 3,

    /// <summary>What happens to the mods on disk meanwhile.</summary>
    Event = 4,
}
