using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Dll.Interface;

/// <summary>The values of <c>rvfs_status</c> of <c>reloaded_vfs.h</c> that managed code returns.</summary>
internal enum RvfsStatus
{
    /// <summary><c>RVFS_OK</c>.</summary>
    Ok = 0,

    /// <summary><c>RVFS_STATUS_ALREADY_STARTED</c>.</summary>
    AlreadyStarted = 2,

    /// <summary><c>RVFS_ERROR_NOT_STARTED</c>.</summary>
    NotStarted = -3,

    /// <summary><c>RVFS_ERROR_INVALID_ARGUMENT</c>.</summary>
    InvalidArgument = -4,

    /// <summary><c>RVFS_ERROR_CONFIGURATION</c>.</summary>
    Configuration = -5,

    /// <summary><c>RVFS_ERROR_NOT_FOUND</c>.</summary>
    NotFound = -6,

    /// <summary><c>RVFS_ERROR_UNKNOWN_HANDLE</c>.</summary>
    UnknownHandle = -7,

    /// <summary><c>RVFS_ERROR_HOOKS</c>.</summary>
    Hooks = -8,

    /// <summary><c>RVFS_ERROR_OUT_OF_MEMORY</c>.</summary>
    OutOfMemory = -11,

    /// <summary><c>RVFS_ERROR_INTERNAL</c>.</summary>
    Internal = -12,

    /// <summary><c>RVFS_ERROR_ANTI_CHEAT</c>.</summary>
    AntiCheat = -13,

    /// <summary><c>RVFS_ERROR_MACHINE</c>.</summary>
    Machine = -14,

    /// <summary><c>RVFS_ERROR_STARTED</c>.</summary>
    Started = -15,

    /// <summary><c>RVFS_ERROR_TIMEOUT</c>.</summary>
    Timeout = -16,
}

/// <summary>A failure of a C interface function whose cause the caller can be told.</summary>
internal sealed class RvfsException(RvfsStatus status, string message) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;

    /// <summary>Gets the status that the function returns.</summary>
    public RvfsStatus Status { get; } = status;
}
