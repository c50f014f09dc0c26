using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// A mod's folder that the game opens without letting others read it, just when another process that follows the mods lists it: a new
/// folder is listed by each of them, once. The thread that follows the mods in this process is waited for before.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    private const int MostMillisecondsListed = 500;

    /// <summary>Whether a call on a folder failed as one does while others list it.</summary>
    private static bool MayBeListed<TCall>(in TCall call, NtStatus status, in LookupResult found)
        where TCall : struct, INamedCall =>
        status == NtStatus.STATUS_SHARING_VIOLATION && found.Kind == LookupKind.Folder
        && (call.Request.Share & ShareAccess.FILE_SHARE_READ) == 0;

    /// <summary>What is tried where a call on what mods have of a folder has failed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeAgain<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, Snapshot snapshot, in CapturedPath path,
        in LookupResult found, NtStatus status, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        if (MayBeListed(in call, status, in found))
            status = InvokeUnlisted(ref call, original, in path, in found, ref buffers);
        return IsVanished(status) ? InvokeNextFolder(ref call, snapshot, in path, in found, status, ref buffers) : status;
    }

    /// <summary>The call again and again, until the folder isn't in use any more, for a moment at most.</summary>
    private static NtStatus InvokeUnlisted<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, in CapturedPath path, in LookupResult found,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        var status = NtStatus.STATUS_SHARING_VIOLATION;
        var pauses = new ShortPauses(MostMillisecondsListed);
        while (status == NtStatus.STATUS_SHARING_VIOLATION && pauses.TryPause())
            status = InvokeTarget(ref call, original, in path, in found, ref buffers);
        return status;
    }
}
