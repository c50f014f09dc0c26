namespace Reloaded.VFS.Client;

/// <summary>The result of a call, as in <c>reloaded_vfs.h</c>: 0 and above is success, below 0 an error.</summary>
public enum VfsStatus
{
    /// <summary>Done.</summary>
    Ok = 0,

    /// <summary>Deferred until the loader lock is free. <see cref="Vfs.Describe"/> tells the result later.</summary>
    Deferred = 1,

    /// <summary>Started before, by this or another caller, or about to start. The arguments were ignored.</summary>
    AlreadyStarted = 2,

    /// <summary>The calling thread holds the loader lock.</summary>
    LoaderLock = -1,

    /// <summary>Another, older copy of the DLL is in this process and lacks the function.</summary>
    SecondCopy = -2,

    /// <summary>No start preceded the call.</summary>
    NotStarted = -3,

    /// <summary>A path isn't absolute, or another argument can't be used. Nothing was done.</summary>
    InvalidArgument = -4,

    /// <summary>The configuration can't be read.</summary>
    Configuration = -5,

    /// <summary>There is no such file or folder.</summary>
    NotFound = -6,

    /// <summary>The handle was never given out, or was removed.</summary>
    UnknownHandle = -7,

    /// <summary>The hooks couldn't be installed. Nothing is redirected.</summary>
    Hooks = -8,

    /// <summary>The calling thread has ended.</summary>
    ThreadEnding = -9,

    /// <summary>The process is ending.</summary>
    ProcessEnding = -10,

    /// <summary>There is no memory left.</summary>
    OutOfMemory = -11,

    /// <summary>An error inside the VFS.</summary>
    Internal = -12,

    /// <summary>Anti-cheat software is beside the game, and offline play wasn't declared. Nothing is redirected.</summary>
    AntiCheat = -13,

    /// <summary>Windows for ARM64 emulates this process. Nothing is redirected.</summary>
    Machine = -14,

    /// <summary>The VFS has started; the call belongs before a start. Nothing was done.</summary>
    Started = -15,

    /// <summary>The wait timed out.</summary>
    Timeout = -16,
}

/// <summary>A call that failed. The message is the DLL's own: it names the file or folder, and the cause.</summary>
public sealed class VfsException : Exception
{
    internal VfsException(VfsStatus status, string message)
        : base(message) => Status = status;

    /// <summary>Gets the status that the function returned.</summary>
    public VfsStatus Status { get; }
}
