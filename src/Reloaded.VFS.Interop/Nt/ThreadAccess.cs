namespace Reloaded.VFS.Interop.Nt;

/// <summary>What a thread's handle may be used for: the rights that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum ThreadAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It may be suspended and resumed.</summary>
    THREAD_SUSPEND_RESUME = 0x0002,

    /// <summary>APCs may be queued for it, and its registers set.</summary>
    THREAD_SET_CONTEXT = 0x0010,

    /// <summary>It may be asked for its id and its block.</summary>
    THREAD_QUERY_LIMITED_INFORMATION = 0x0800,
}
