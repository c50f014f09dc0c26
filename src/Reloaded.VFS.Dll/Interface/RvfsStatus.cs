namespace Reloaded.VFS.Dll.Interface;

/// <summary>The values of <c>rvfs_status</c> of <c>reloaded_vfs.h</c> that managed code returns.</summary>
internal enum RvfsStatus
{
    Ok = 0,
    AlreadyStarted = 2,
    NotStarted = -3,
    InvalidArgument = -4,
    Configuration = -5,
    NotFound = -6,
    UnknownHandle = -7,
    Hooks = -8,
    OutOfMemory = -11,
    Internal = -12,
    AntiCheat = -13,
    Machine = -14,
    Started = -15,
    Timeout = -16,
}

/// <summary>A failure of a C interface function whose cause the caller can be told.</summary>
internal sealed class RvfsException(RvfsStatus status, string message) : Exception(message), IOwnText
{
    public string OwnText { get; } = message;
    public RvfsStatus Status { get; } = status;
}

internal static unsafe class CallerPath
{
    /// <summary>Reads a path.</summary>
    /// <param name="name">The name of the argument, for the message.</param>
    /// <exception cref="RvfsException">The pointer is null, or the path isn't absolute.</exception>
    public static string Read(char* text, string name)
    {
        if (text is null)
            throw new RvfsException(RvfsStatus.InvalidArgument, $"{name} is null.");
        string path = new(text);
        return Path.IsPathFullyQualified(path)
            ? path
            : throw new RvfsException(RvfsStatus.InvalidArgument, $"{name} isn't an absolute path: {path}");
    }
}
