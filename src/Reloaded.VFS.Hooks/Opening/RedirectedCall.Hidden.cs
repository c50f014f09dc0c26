using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// What a mod hides of the game's own: the game's own file or folder of such a name is neither opened nor written over. What the game makes
/// under the name goes into the mod that hides it, where it covers what is hidden.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    /// <summary>A call that may make what a mod hides. Rare, so that it may allocate and ask the disk.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeHidden<TCall>(ref TCall call, Snapshot snapshot, in CapturedPath path, ref PathBuffers buffers,
        ref Ended<NtStatus> ended, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        if (snapshot.Hidden is not { } hidden || !hidden.TryGetPlace(path.Span, out string place))
            return NtStatus.STATUS_ACCESS_DENIED;
        NtStatus status = InvokeReal(ref call, in path, place, ref buffers);
        // A pattern hides names in folders that its mod hasn't got.
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && TryMakeFoldersOf(place))
            status = InvokeReal(ref call, in path, place, ref buffers);
        ended.With(status);
        if (status.IsSuccess() && !call.MakesFolder && !call.Deletes && call.HasCreated)
            GivenLetters.Settle(MergedView.Current, path.Span.ToString(), place);
        if (status.IsSuccess())
            opened = TrackNewInMod(in call, in path);
        return status;
    }

    /// <summary>A folder that only mods have since a mod hides the game's own, or a name in one: the mod's, and never the game's.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeOpaque<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, Snapshot snapshot, in CapturedPath path,
        in LookupResult found, ref PathBuffers buffers, out bool isNewInMod)
        where TCall : struct, INamedCall
    {
        isNewInMod = false;
        if (found.Kind == LookupKind.Miss && IsLeftOut(snapshot, in path, in found))
            return call.MayCreate ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        // Who deletes a folder has to know that it is one.
        NtStatus status = found.Kind == LookupKind.Folder && call.Deletes
            ? InvokeOnFolder(ref call, in path, TargetText.Of(found).TrimEnd('\\'), ref buffers)
            : InvokeTarget(ref call, original, in path, in found, ref buffers);
        if (!status.IsSuccess())
            status = InvokeAgain(ref call, original, snapshot, in path, in found, status, ref buffers);
        isNewInMod = found.Kind == LookupKind.Miss && call.MayCreate && status.IsSuccess();
        return status;
    }

    /// <summary>The call on a name that nothing has in a folder that only mods have.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeAbsentInMod<TCall>(ref TCall call, in CapturedPath path, in SeenPath seen, NtStatus status,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        ReadOnlySpan<char> text = path.Span, folder = VirtualPath.GetParent(text);
        if (seen.AbsentLength <= folder.Length + 1)
            return status;
        string name = string.Concat(text[(folder.Length + 1)..seen.AbsentLength], DefaultExcludes.TemporaryEnding,
            text[seen.AbsentLength..]);
        return InvokeReal(ref call, in path, TargetText.Of(seen.Found) + name, ref buffers);
    }

    /// <summary>Whether a name that no mod supplies may be on disk in a mod's folder all the same.</summary>
    private static bool IsLeftOut(Snapshot snapshot, in CapturedPath path, in LookupResult found) =>
        snapshot.Hidden?.LeavesOut(found.PathId, VirtualPath.GetName(path.Span)) == true;

    /// <summary>Makes the folders above a real path in target form, outermost first. False where one can't be made.</summary>
    private static bool TryMakeFoldersOf(string place)
    {
        int end = place.LastIndexOf('\\');
        if (end <= NtPath.PrefixLength + 2)
            return false;
        string folder = place[..end];
        return RealFiles.IsFolder(folder) || (TryMakeFoldersOf(folder) && RealFiles.MakeFolder(folder, out _));
    }
}
