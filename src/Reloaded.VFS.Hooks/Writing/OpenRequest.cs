using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The request of an open.</summary>
/// <param name="Access">The access.</param>
/// <param name="Share">The share mode.</param>
/// <param name="Disposition">The create disposition.</param>
/// <param name="Options">The options.</param>
internal readonly record struct OpenRequest(
    AccessMask Access, ShareAccess Share, CreateDisposition Disposition, CreateOptions Options)
{
    /// <summary>Gets a value indicating whether an existing file is truncated.</summary>
    public bool Truncates => Disposition
        is CreateDisposition.FILE_SUPERSEDE or CreateDisposition.FILE_OVERWRITE or CreateDisposition.FILE_OVERWRITE_IF;

    /// <summary>Returns the request without the deletion when the handle is closed.</summary>
    public OpenRequest WithoutDeletion() => this with { Options = RealFiles.WithoutDeletion(Access, Options) };
}
