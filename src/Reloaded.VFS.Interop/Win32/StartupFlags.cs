namespace Reloaded.VFS.Interop.Win32;

/// <summary>Which fields of <see cref="STARTUPINFOW"/> count (<c>winbase.h</c>): the flags that are used here.</summary>
[Flags]
public enum StartupFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>How the window is shown.</summary>
    STARTF_USESHOWWINDOW = 0x1,

    /// <summary>The standard handles.</summary>
    STARTF_USESTDHANDLES = 0x100,
}
