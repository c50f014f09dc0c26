using System.Runtime.InteropServices;

namespace Reloaded.VFS.Dll.Interface;

/// <summary><c>rvfs_options</c> of <c>reloaded_vfs.h</c>, field for field. The C side has checked size, flags and counts.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct RvfsOptions
{
    /// <summary><c>sizeof(rvfs_options)</c> of the caller's header.</summary>
    public uint Size;

    /// <summary>The flags of the start.</summary>
    public RvfsStartFlags Flags;

    /// <summary>NUL-terminated strings, <see cref="TargetCount"/> of them.</summary>
    public char** Targets;

    /// <summary>The mods folder, or null.</summary>
    public char* Mods;

    /// <summary>Further folders, <see cref="FolderCount"/> of them.</summary>
    public RvfsFolder* Folders;

    /// <summary>The number of <see cref="Targets"/>.</summary>
    public uint TargetCount;

    /// <summary>The number of <see cref="Folders"/>.</summary>
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
