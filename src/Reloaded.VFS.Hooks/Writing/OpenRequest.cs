using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>What an open asks for.</summary>
/// <param name="Access">The access.</param>
/// <param name="Share">What others may do meanwhile.</param>
/// <param name="Disposition">What is done where the name is there, or isn't.</param>
/// <param name="Options">The options.</param>
internal readonly record struct OpenRequest(
    AccessMask Access, ShareAccess Share, CreateDisposition Disposition, CreateOptions Options)
{
    /// <summary>Whether what is there is emptied.</summary>
    public bool Truncates => Disposition
        is CreateDisposition.FILE_SUPERSEDE or CreateDisposition.FILE_OVERWRITE or CreateDisposition.FILE_OVERWRITE_IF;

    /// <summary>The request, whose handle deletes nothing when it is closed.</summary>
    public OpenRequest WithoutDeletion() => this with { Options = RealFiles.WithoutDeletion(Access, Options) };
}
