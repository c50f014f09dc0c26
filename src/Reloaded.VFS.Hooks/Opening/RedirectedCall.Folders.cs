using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>Folders that mods have, and names in them that no mod supplies.</content>
internal static unsafe partial class RedirectedCall
{
    /// <summary>
    /// Makes a call on a folder that mods have, or on a name in one that no mod supplies, on the places that <see cref="BaseFirst"/> gives.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static NtStatus InvokeBaseFirst<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        if (found.IsOpaque)
            return InvokeOpaque(ref call, ref name);
        bool isFolder = found.Kind == LookupKind.Folder, mayCreate = call.MayCreate;
        if (isFolder && name.View.Writes.Leads(found.Layer, name.Path.Length))
        {
            NtStatus leading = InvokeListed(ref call, ref name, InvokeBacking(ref call, ref name));
            if (BaseFirst.OutcomeOf(leading) == OwnOutcome.Final)
                return leading;
        }

        OBJECT_ATTRIBUTES* attributes = name.Original;
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING text;
        // A handle that the name is relative to may lead into a mod: the game's own folder is found by its path.
        if ((name.Path.Header.RootDirectory != 0 || name.Path.IsRespelled) && TryMakeAbsolute(in name, &text, &absolute))
            attributes = &absolute;
        // The disk is asked only if the answer matters.
        bool isInBase = !isFolder || !mayCreate || RealFiles.Exists(attributes);
        bool isInMod = isInBase || RealFiles.Exists(BackingPath.Of(found));
        FirstPlace first = BaseFirst.First(isFolder, mayCreate, isInBase, isInMod);
        if (first == FirstPlace.Mod)
            return InvokeBacking(ref call, ref name);
        NtStatus own = first == FirstPlace.OwnFolder ? call.InvokeOnFolder(attributes)
            : name.Path.IsMissing ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
            : call.Invoke(attributes);
        OwnOutcome outcome = BaseFirst.OutcomeOf(own);
        if (outcome == OwnOutcome.Final)
            return own;
        bool isNew = mayCreate && !(isFolder && isInMod);
        NextPlace next = BaseFirst.Next(isFolder, isNew, outcome, name.Path.HasTrailingBackslash,
            BaseFirst.AsksPolicy(isNew, outcome) ? name.View.Writes.PlaceOfNew(name.Text) : NewNames.InOwnFolder);
        if ((next & NextPlace.WithParents) != 0 && TryInvokeInParents(ref call, in name, attributes, out NtStatus made))
            return made;
        return next == NextPlace.None || ((next & NextPlace.UnlessOwnFile) != 0 && RealFiles.IsFile(NtPath.FromCanonical(name.Text)))
            ? own
            : InvokeAfterOwn(ref call, ref name, next, own);
    }

    /// <summary>Makes a call on the mod's folder, or leaves something new to the policy, since the game doesn't have it.</summary>
    private static NtStatus InvokeAfterOwn<TCall>(ref TCall call, ref CalledName name, NextPlace next, NtStatus own)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        bool isFolder = found.Kind == LookupKind.Folder;
        if (!isFolder && IsLeftOut(in name))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        if ((next & NextPlace.Elsewhere) != 0)
        {
            name.End = SeenEnd.WithoutPlace;
            return own;
        }

        // The system must not delete one mod's part alone, either.
        NtStatus status = isFolder && call.Deletes && call.Request.GivesHandle
            ? InvokePlace(ref call, ref name, new Attempt(AttemptOn.Place, WithRest(BackingPath.Of(found), in name))
            {
                Request = call.Request.Open.WithoutDeletion(),
            })
            : InvokeBacking(ref call, ref name);
        if (!status.IsSuccess())
            status = InvokeFolderAgain(ref call, ref name, status);
        // The mods' folder above is gone, and the game's own exists.
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && own == NtStatus.STATUS_OBJECT_NAME_NOT_FOUND)
            status = own;
        // If the game has a file in the folder's place, the folder couldn't be created there.
        if (!isFolder && call.MayCreate && status.IsSuccess())
            name.End = SeenEnd.NewInMod;
        return status;
    }

    /// <summary>
    /// Creates a known folder, and calls the original in it. Returns false if the folder can't be created: then nothing was called, and
    /// nothing is left.
    /// </summary>
    private static bool TryInvokeInParents<TCall>(ref TCall call, in CalledName name, OBJECT_ATTRIBUTES* attributes, out NtStatus status)
        where TCall : struct, INamedCall
    {
        status = NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        for (int i = 0; i < ParentFolders.Attempts && ParentFolders.MayHaveGone(status); i++)
        {
            ParentFolders folders = new(name.View);
            if (!folders.TryMake(name.Found.PathId))
                return false;
            status = call.Invoke(attributes);
            if (!status.IsSuccess())
                folders.Undo();
        }

        return true;
    }

    /// <summary>
    /// Makes a call on a folder that only mods have because a mod hides the game's own, or on a name in one: on the mod's, never the
    /// game's.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeOpaque<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        if (found.Kind == LookupKind.Miss && IsLeftOut(in name))
            return call.MayCreate ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        // A call that deletes a folder has to know that it is one.
        NtStatus status = found.Kind == LookupKind.Folder && call.Deletes
            ? InvokePlace(ref call, ref name, new Attempt(AttemptOn.FolderPlace, BackingPath.OfFolder(found)))
            : InvokeBacking(ref call, ref name);
        if (!status.IsSuccess())
            status = InvokeFolderAgain(ref call, ref name, status);
        if (found.Kind == LookupKind.Miss && call.MayCreate && status.IsSuccess())
            name.End = SeenEnd.NewInMod;
        return status;
    }

    /// <summary>Makes further attempts after a call on a mods' folder has failed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeFolderAgain<TCall>(ref TCall call, ref CalledName name, NtStatus status)
        where TCall : struct, INamedCall
    {
        status = InvokeListed(ref call, ref name, status);
        return IsVanished(status) ? InvokeNextFolder(ref call, ref name, status) : status;
    }

    /// <summary>
    /// Repeats a call on a mod's folder that failed because another process was listing the folder, for half a second at most.
    /// </summary>
    /// <remarks>
    /// A process that follows the mods lists each new folder once, which conflicts with an open that doesn't let others read. The thread
    /// that follows the mods in this process was waited for before.
    /// </remarks>
    private static NtStatus InvokeListed<TCall>(ref TCall call, ref CalledName name, NtStatus status)
        where TCall : struct, INamedCall
    {
        if (status != NtStatus.STATUS_SHARING_VIOLATION || name.Found.Kind != LookupKind.Folder || !IsUnshared(in call))
            return status;
        var pauses = new ShortPauses(LongestListing);
        while (status == NtStatus.STATUS_SHARING_VIOLATION && pauses.TryPause())
            status = InvokeBacking(ref call, ref name);
        return status;
    }

    /// <summary>Determines whether a name that no mod supplies may still be on disk in a mod's folder.</summary>
    private static bool IsLeftOut(in CalledName name) =>
        name.Snapshot.Hidden?.LeavesOut(name.Found.PathId, VirtualPath.GetName(name.Text)) == true;

    /// <summary>Makes a call on a name that the game doesn't see. The call creates nothing, or only below that name.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeAbsent<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        int length = name.Seen.AbsentLength;
        NtStatus status = InvokeAbsent(ref call, ref name, length);
        ReadOnlySpan<char> text = name.Text, folder = VirtualPath.GetParent(text);
        // Only mods have the folder around the name.
        return status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && name.Found is { Kind: LookupKind.Miss, IsBacked: true }
            && length > folder.Length + 1
            ? InvokePlace(ref call, ref name, new Attempt(AttemptOn.Place, string.Concat(
                BackingPath.Of(name.Found), text[(folder.Length + 1)..length], DefaultExcludes.TemporaryEnding,
                string.Concat(text[length..], name.Rest))))
            : status;
    }

    /// <summary>Makes a call on a missing name, so that the system itself reports the name as missing.</summary>
    /// <param name="call">The call, which creates nothing, or only below that name.</param>
    /// <param name="length">The length of the path up to and including the first missing name.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeAbsent<TCall>(ref TCall call, ref CalledName name, int length)
        where TCall : struct, INamedCall
    {
        string absent = string.Concat(name.Text[..length], DefaultExcludes.TemporaryEnding, name.Text[length..]);
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING text;
        CapturedPath path = name.Path;
        fixed (char* characters = absent)
        {
            name.Path.Text = characters;
            name.Path.Length = absent.Length;
            name.Path.StreamLength = 0;
            bool isMade = TryMakeAbsolute(in name, &text, &absolute);
            name.Path = path;
            return isMade ? call.Invoke(&absolute) : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        }
    }
}
