using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// Attributes and times that a call sets by a handle, under the policy <c>overwrite</c>. A handle with the right to set them leads to the
/// overwrite folder. Wine doesn't ask for that right: by a handle that only reads, the game's own file or folder would change.
/// </summary>
internal static unsafe class BasicInformation
{
    /// <summary>Whether the system would refuse to set them by a handle, and Wine doesn't.</summary>
    public static bool IsRefused(nint handle)
    {
        if (!NtFunctions.IsWine || MergedView.Current.Overwrite is not { } overwrite)
            return false;
        IO_STATUS_BLOCK result;
        AccessMask access = 0;
        if (!RealFiles.Query(handle, &result, &access, sizeof(AccessMask), FILE_INFORMATION_CLASS.FileAccessInformation).IsSuccess()
            || (access & AccessMask.FILE_WRITE_ATTRIBUTES) != 0)
            return false;
        try
        {
            MergedView view = MergedView.Current;
            HandlePaths.Resolve(handle, view);
            return OverwrittenHandle.TryFind(view, overwrite, handle, out OverwrittenHandle found) && !found.IsInOverwrite
                && overwrite.TryGetPlace(MergedView.Current, found.Path, out _, out _);
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: nothing of the game's is to be changed.
            HandlerFaults.Note("attributes or times weren't set", e);
            return true;
        }
    }
}
