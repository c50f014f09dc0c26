using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// What was a mod's when the snapshot was made, and isn't there: the mod goes, or a program deletes its file, and the thread that follows
/// mods on disk hasn't told yet. Then the next source of the name answers, the mods in their order and the game at last,
/// unless the game itself deleted the name.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    /// <summary>Whether a call failed as one does whose target has gone.</summary>
    private static bool IsVanished(NtStatus status) =>
        status is NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_OBJECT_PATH_NOT_FOUND or NtStatus.STATUS_DELETE_PENDING
            or NtStatus.STATUS_NO_SUCH_FILE; // Wine, where the file goes in the middle of the open

    /// <summary>The call on the next source of a file's name. Rare, so that it may allocate and ask the disk.</summary>
    /// <param name="call">The call.</param>
    /// <param name="original">The game's.</param>
    /// <param name="snapshot">The snapshot that the target is of.</param>
    /// <param name="path">The path.</param>
    /// <param name="seen">The target. Of a name that belongs to another file that file's sources count.</param>
    /// <param name="status">How the call ended on the target.</param>
    /// <param name="buffers">The call's.</param>
    /// <param name="opened">Becomes <see cref="OpenedEntry.None"/> where the game's own answers.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeNext<TCall>(
        ref TCall call, OBJECT_ATTRIBUTES* original, Snapshot snapshot, in CapturedPath path, in SeenPath seen, NtStatus status,
        ref PathBuffers buffers, ref OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref seen.Found;
        bool isCompanion = seen.IsCompanion;
        string name = VirtualPath.GetName(path.Span).ToString(), target = TargetText.Of(found), ending = "";
        if (isCompanion)
        {
            int length = CompanionNames.EndingLength(name);
            ending = name[^length..];
            name = name[..^length];
            target = target[..^length];
        }

        if (MergedView.Current.Whiteouts.IsDeleted(found.PathId, name) || snapshot.Hidden?.HidesOwn(found.PathId, name) == true)
            return status;
        // The file is there: its companion isn't, or its stream; or the name was taken for a folder's; or the file has just come back.
        if (status != NtStatus.STATUS_DELETE_PENDING && RealFiles.Exists(target))
        {
            if (isCompanion || path is not { StreamLength: 0, HasTrailingBackslash: false })
                return status;
            NtStatus again = InvokeReal(ref call, in path, target, ref buffers);
            if (!IsVanished(again))
                return again;
        }

        // While the mod itself is there, a program may just be putting a new file in its file's place:
        // nothing else is to be changed instead.
        if (call.MayChange && RealFiles.Exists(target.AsSpan(0, target.LastIndexOf('\\') + 1)))
            return status;
        if (snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            for (int i = 0; i < folder.SourceCount; i++)
            {
                string real = string.Concat(folder.GetSource(i), name);
                // A call that creates must not make the name where no mod has it.
                if (CaseFolding.Equals(real, target) || !RealFiles.IsFile(real))
                    continue;
                NtStatus next = InvokeReal(ref call, in path, real + ending, ref buffers);
                if (isCompanion || !IsVanished(next))
                    return next;
            }
        }

        if (snapshot.Hidden?.RankOf(found.PathId) > 0)
            return AsSeen(status, snapshot, found.PathId);
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING text;
        OBJECT_ATTRIBUTES* own = TryMakeAbsolute(in path, ref buffers, &text, &absolute) ? &absolute : original;
        opened = OpenedEntry.None;
        NtStatus last = call.Invoke(own);
        if (last != NtStatus.STATUS_OBJECT_PATH_NOT_FOUND)
            return last;
        // Only mods have the folder.
        return call.MayCreate && ParentFolders.TryInvoke(ref call, own, found.PathId, out NtStatus made)
            ? made
            : AsSeen(status, snapshot, found.PathId);
    }

    /// <summary>
    /// The call on the next mod that has a folder, or the folder in which the name isn't, where the first one's has gone.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeNextFolder<TCall>(ref TCall call, Snapshot snapshot, in CapturedPath path, in LookupResult found,
        NtStatus status, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        if (path.StreamLength > 0)
            return status;
        string name = found.Kind == LookupKind.Miss ? VirtualPath.GetName(path.Span).ToString() : "", first = TargetText.Of(found);
        bool isThere = RealFiles.Exists(first);
        if (!isThere && snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            for (int i = 0; i < folder.SourceCount; i++)
            {
                string real = folder.GetSource(i).ToString();
                if (CaseFolding.Equals(real, first) || !RealFiles.IsFolder(real))
                    continue;
                status = InvokeReal(ref call, in path,
                    name.Length > 0 ? real + name : real.TrimEnd('\\') is var plain && plain.EndsWith(':') ? real : plain, ref buffers);
                break;
            }
        }

        if (isThere || found.Kind != LookupKind.Folder)
            return status;
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path.Span));
        return parent.Kind == LookupKind.Folder ? AsSeen(status, snapshot, parent.PathId) : status;
    }

    /// <summary>
    /// How a call ended whose own folder wasn't there: another mod may have it, and then it's the name alone that isn't there.
    /// </summary>
    /// <param name="status">How it ended. The game's own folder has been asked.</param>
    /// <param name="snapshot">The snapshot.</param>
    /// <param name="folderId">The folder in which the name is.</param>
    private static NtStatus AsSeen(NtStatus status, Snapshot snapshot, int folderId)
    {
        if (status != NtStatus.STATUS_OBJECT_PATH_NOT_FOUND || !snapshot.TryGetFolder(folderId, out FolderView folder))
            return status;
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (RealFiles.IsFolder(folder.GetSource(i).ToString()))
                return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        }

        return status;
    }

    /// <summary>The call on a real path in NT form, with what stands behind the name in the game's.</summary>
    private static NtStatus InvokeReal<TCall>(ref TCall call, in CapturedPath path, string real, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        string whole = string.Concat(real, new ReadOnlySpan<char>(path.Text + path.Length, path.StreamLength),
            path.HasTrailingBackslash ? @"\" : "");
        fixed (char* text = whole)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes;
            Fill(&attributes, &name, text, whole.Length, in path, ref buffers);
            return call.Invoke(&attributes);
        }
    }
}
