namespace Reloaded.VFS.Interop.Win32;

/// <summary>What a handle of a process may be used for (<c>winnt.h</c>): the rights that are used here.</summary>
[Flags]
public enum ProcessAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>The process's memory may be read.</summary>
    PROCESS_VM_READ = 0x10,

    /// <summary>It may be asked for all.</summary>
    PROCESS_QUERY_INFORMATION = 0x400,

    /// <summary>The process's program, times and exit code may be asked for.</summary>
    PROCESS_QUERY_LIMITED_INFORMATION = 0x1000,
}
