namespace Reloaded.VFS.Interop.Win32;

/// <summary>How a process is created (<c>winbase.h</c>): the flags that are used here.</summary>
[Flags]
public enum ProcessCreationFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>The creator debugs it, and all that it starts.</summary>
    DEBUG_PROCESS = 0x1,

    /// <summary>The creator debugs it alone.</summary>
    DEBUG_ONLY_THIS_PROCESS = 0x2,

    /// <summary>The process's first thread waits to be resumed.</summary>
    CREATE_SUSPENDED = 0x4,

    /// <summary>The environment is given in UTF-16.</summary>
    CREATE_UNICODE_ENVIRONMENT = 0x400,

    /// <summary>The start-up information is a <c>STARTUPINFOEX</c>, with attributes behind it.</summary>
    EXTENDED_STARTUPINFO_PRESENT = 0x80000,
}
