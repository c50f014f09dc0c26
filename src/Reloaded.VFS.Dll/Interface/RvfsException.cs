using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Dll.Interface;

/// <summary>A failure of a C interface function whose cause the caller can be told.</summary>
internal sealed class RvfsException(RvfsStatus status, string message) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;

    /// <summary>Gets the status that the function returns.</summary>
    public RvfsStatus Status { get; } = status;
}
