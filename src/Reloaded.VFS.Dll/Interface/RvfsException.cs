using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Dll.Interface;

/// <summary>A call of the C interface that fails for a reason its caller can name.</summary>
internal sealed class RvfsException(RvfsStatus status, string message) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;

    /// <summary>What the call returns.</summary>
    public RvfsStatus Status { get; } = status;
}
