namespace Reloaded.VFS.Interop.Win32;

/// <summary>What ends a wait (<c>winbase.h</c>).</summary>
public enum WaitResult : uint
{
    /// <summary>The object is signalled; of several, the first.</summary>
    WAIT_OBJECT_0 = 0,

    /// <summary>The time is over.</summary>
    WAIT_TIMEOUT = 0x102,

    /// <summary>The wait itself has failed.</summary>
    WAIT_FAILED = 0xFFFFFFFF,
}
