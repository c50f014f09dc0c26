namespace Reloaded.VFS.Interop.Nt;

/// <summary>The flags of <c>NtCreateThreadEx</c> that are used here (<c>THREAD_CREATE_FLAGS_*</c>; phnt: <c>ntpsapi.h</c>).</summary>
[Flags]
public enum ThreadCreateFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It doesn't run until it is resumed.</summary>
    CREATE_SUSPENDED = 0x01,

    /// <summary>A debugger of the process isn't told what happens on it.</summary>
    HIDE_FROM_DEBUGGER = 0x04,
}
