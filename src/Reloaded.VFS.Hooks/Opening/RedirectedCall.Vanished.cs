using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>Calls on a mod's file or folder that was there when the snapshot was made, and no longer exists.</content>
/// <remarks>
/// The mod is removed, or a program deletes its file, and the thread that follows mods on disk hasn't reported that yet. Then the next
/// source of the name answers, the mods in their order and the game last, unless the game itself deleted the name.
/// </remarks>
internal static unsafe partial class RedirectedCall
{
    /// <summary>Determines whether a status is that of a call whose backing file is gone.</summary>
    private static bool IsVanished(NtStatus status) =>
        status is NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_OBJECT_PATH_NOT_FOUND or NtStatus.STATUS_DELETE_PENDING
            or NtStatus.STATUS_NO_SUCH_FILE; // Wine, if the file is removed in the middle of the open

    /// <summary>Makes the call on the next source of a file's name. Rare, so it may allocate and ask the disk.</summary>
    /// <param name="name">The name. For one that belongs to another file, that file's sources are used.</param>
    /// <param name="status">The status of the call on the backing file.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeNext<TCall>(ref TCall call, ref CalledName name, NtStatus status)
        where TCall : struct, INamedCall
    {
        name.End = SeenEnd.NextSource;
        ref readonly LookupResult found = ref name.Found;
        Snapshot snapshot = name.Snapshot;
        bool isCompanion = name.Seen.IsCompanion;
        string file = VirtualPath.GetName(name.Text).ToString(), target = BackingPath.Of(found), rest = name.Rest;
        if (isCompanion)
        {
            int length = CompanionNames.EndingLength(file);
            rest = file[^length..] + rest;
            file = file[..^length];
            target = target[..^length];
        }

        if (name.View.Whiteouts.IsDeleted(found.PathId, file) || snapshot.Hidden?.HidesOwn(found.PathId, file) == true)
            return status;
        // The file exists: its companion or its stream doesn't; or the name was taken for a folder's; or the file has just come back.
        if (status != NtStatus.STATUS_DELETE_PENDING && RealFiles.Exists(target))
        {
            if (rest.Length > 0)
                return status;
            NtStatus again = InvokePlace(ref call, ref name, new Attempt(AttemptOn.Place, target));
            if (!IsVanished(again))
                return again;
        }

        // While the mod itself exists, a program may be replacing its file: nothing else may be changed instead.
        if (call.MayChange && RealFiles.Exists(target.AsSpan(0, target.LastIndexOf('\\') + 1)))
            return status;
        if (snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            foreach (FolderSource source in folder.Sources)
            {
                string real = source.PathOf(file);
                // A call that creates must not create the name where no mod has it.
                if (CaseFolding.Equals(real, target) || !RealFiles.IsFile(real))
                    continue;
                NtStatus next = InvokePlace(ref call, ref name, new Attempt(AttemptOn.Place, real + rest));
                if (isCompanion || !IsVanished(next))
                    return next;
            }
        }

        return snapshot.Hidden?.RankOf(found.PathId) > 0 ? AsSeen(status, snapshot, found.PathId) : InvokeOwn(ref call, ref name, status);
    }

    /// <summary>Makes the call on the game's own file, instead of a mod's that is gone.</summary>
    private static NtStatus InvokeOwn<TCall>(ref TCall call, ref CalledName name, NtStatus status)
        where TCall : struct, INamedCall
    {
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING text;
        OBJECT_ATTRIBUTES* own = TryMakeAbsolute(in name, &text, &absolute) ? &absolute : name.Original;
        name.Opened = OpenedEntry.None;
        NtStatus last = call.Invoke(own);
        if (last != NtStatus.STATUS_OBJECT_PATH_NOT_FOUND)
            return last;
        // Only mods have the folder.
        return call.MayCreate && TryInvokeInParents(ref call, in name, own, out NtStatus made)
            ? made
            : AsSeen(status, name.Snapshot, name.Found.PathId);
    }

    /// <summary>Makes the call on the next mod that has a folder, or the folder around the name, after the first mod's is gone.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeNextFolder<TCall>(ref TCall call, ref CalledName name, NtStatus status)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        if (name.Path.StreamLength > 0)
            return status;
        string last = found.Kind == LookupKind.Miss ? VirtualPath.GetName(name.Text).ToString() : "", first = BackingPath.Of(found);
        bool isThere = RealFiles.Exists(first);
        if (!isThere && name.Snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            foreach (FolderSource source in folder.Sources)
            {
                if (CaseFolding.Equals(source.Text, first) || !RealFiles.IsFolder(source.Path))
                    continue;
                string real = last.Length > 0 ? source.PathOf(last) + name.Rest : WithRest(source.Text, in name);
                status = InvokePlace(ref call, ref name, new Attempt(AttemptOn.Place, real));
                break;
            }
        }

        if (isThere || found.Kind != LookupKind.Folder)
            return status;
        LookupResult parent = name.Snapshot.Lookup(VirtualPath.GetParent(name.Text));
        return parent.Kind == LookupKind.Folder ? AsSeen(status, name.Snapshot, parent.PathId) : status;
    }

    /// <summary>Returns the status of a call whose own folder didn't exist: if another mod has it, only the name is missing.</summary>
    /// <param name="status">The status of the call. The game's own folder has been asked.</param>
    /// <param name="folderId">The folder that contains the name.</param>
    private static NtStatus AsSeen(NtStatus status, Snapshot snapshot, int folderId)
    {
        if (status != NtStatus.STATUS_OBJECT_PATH_NOT_FOUND || !snapshot.TryGetFolder(folderId, out FolderView folder))
            return status;
        foreach (FolderSource source in folder.Sources)
        {
            if (RealFiles.IsFolder(source.Path))
                return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        }

        return status;
    }
}
