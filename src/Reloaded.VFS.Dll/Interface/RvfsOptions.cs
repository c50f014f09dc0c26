using System.Runtime.InteropServices;

namespace Reloaded.VFS.Dll.Interface;

/// <summary><c>rvfs_options</c> of <c>reloaded_vfs.h</c>, field for field. The C side has checked size, flags and counts.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct RvfsOptions
{
    /// <summary><c>sizeof(rvfs_options)</c> of the caller's header.</summary>
    public uint Size;

    public RvfsStartFlags Flags;

    /// <summary>NUL-terminated strings, <see cref="TargetCount"/> of them.</summary>
    public char** Targets;

    /// <summary>The mods folder, or null.</summary>
    public char* Mods;

    /// <summary>Further folders, <see cref="FolderCount"/> of them.</summary>
    public RvfsFolder* Folders;

    public uint TargetCount;
    public uint FolderCount;

    /// <summary>The log file, or null.</summary>
    public char* Log;

    /// <summary>The start report's file, or null.</summary>
    public char* Report;
}

/// <summary><c>rvfs_folder</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct RvfsFolder
{
    /// <summary>The real folder.</summary>
    public char* Source;

    /// <summary>The folder as the process sees it.</summary>
    public char* Target;
}

/// <summary><c>RVFS_START_*</c>.</summary>
[Flags]
internal enum RvfsStartFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Redirect nothing until <c>rvfs_enable</c>.</summary>
    Disabled = 1,

    /// <summary>Fail instead of leaving out what can't be used.</summary>
    Strict = 2,

    /// <summary>The user plays offline.</summary>
    Offline = 4,

    /// <summary>Handles of mods' files report their real names.</summary>
    RealNames = 8,
}

/// <summary><c>RVFS_WRITES_*</c>.</summary>
internal enum RvfsWrites : uint
{
    /// <summary>What the game writes goes to the places of the names themselves.</summary>
    InPlace = 0,

    /// <summary>What the game writes goes to the overwrite folder.</summary>
    Overwrite = 1,
}

/// <summary><c>rvfs_statistics</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct RvfsStatistics
{
    /// <summary>The size of the caller's structure; then the number of bytes that were filled.</summary>
    public uint Size;

    /// <summary>1 if calls are redirected.</summary>
    public uint Enabled;

    /// <summary>The number of mods at the start.</summary>
    public ulong Mods;

    public ulong Layers;

    /// <summary>The number of virtual folders.</summary>
    public ulong Folders;

    /// <summary>The number of file names that layers supply.</summary>
    public ulong Files;

    /// <summary>The number of functions that are hooked.</summary>
    public ulong Hooks;

    public ulong NativeBytes;

    public ulong HeapBytes;

    /// <summary>The number of real folders that are followed.</summary>
    public ulong FollowedFolders;

    /// <summary>The number of batches of changes that were applied.</summary>
    public ulong Changes;

    public ulong StartMicroseconds;
}

/// <summary><c>RVFS_LOG_*</c>: the levels of messages, each of which includes those above it.</summary>
internal enum RvfsLogLevel : uint
{
    /// <summary>No messages.</summary>
    Off = 0,

    Error = 1,

    /// <summary>Warnings.</summary>
    Warning = 2,

    Notice = 3,

    /// <summary>What happens to the mods on disk while the program runs.</summary>
    Event = 4,
}
