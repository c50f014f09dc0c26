namespace Reloaded.VFS.Client;

/// <summary>A call that failed. The message is the DLL's own: it names the file or folder, and the cause.</summary>
public sealed class VfsException : Exception
{
    internal VfsException(VfsStatus status, string message)
        : base(message) => Status = status;

    /// <summary>Gets the status that the function returned.</summary>
    public VfsStatus Status { get; }
}
