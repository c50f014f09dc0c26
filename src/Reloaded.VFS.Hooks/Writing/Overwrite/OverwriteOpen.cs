using Reloaded.VFS.Hooks.Overwriting;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>The facts about a call that may change a name which isn't written in place.</summary>
/// <param name="Kind">The kind of what the game sees under the name.</param>
/// <param name="IsInOverwrite">True if the file or folder lies in the overwrite folder.</param>
/// <param name="IsDeleted">True if a marker there hides the name. Used only if nothing has the name.</param>
/// <param name="IsInFolder">True if the game sees the folder around the name. Used only for a call that may create the name.</param>
/// <param name="IsMarkerName">True if the name is that of a marker, which would hide another name.</param>
/// <param name="IsTarget">True if the name is the target's own folder.</param>
/// <param name="HasStream">True if the call names a stream of the file.</param>
/// <param name="HasBackslash">True if the name ends in a backslash.</param>
/// <param name="IsPlain">
/// True if the file has no attribute for which the system refuses to truncate it. Used only for a file of another layer that the call
/// truncates.
/// </param>
internal readonly record struct OverwriteOpenFacts(
    WrittenKind Kind, bool IsInOverwrite = false, bool IsDeleted = false, bool IsInFolder = true, bool IsMarkerName = false,
    bool IsTarget = false, bool HasStream = false, bool HasBackslash = false, bool IsPlain = true);

/// <summary>The ways of a call that may change a name, under the policy <c>overwrite</c>.</summary>
internal enum OverwriteWay
{
    /// <summary>The call goes its usual way: the system refuses it, or it changes nothing.</summary>
    Usual,

    Refuse,

    /// <summary>The call is made on a name that doesn't exist.</summary>
    Absent,

    /// <summary>On the name's place in the overwrite folder, where nothing exists: it is created there.</summary>
    Create,

    /// <summary>On the overwrite folder itself: the system refuses to create what exists.</summary>
    Collide,

    /// <summary>On a folder, which is deleted by name.</summary>
    DeleteFolder,

    /// <summary>On a folder as it is: the VFS answers later calls by the handle.</summary>
    OpenFolder,

    /// <summary>On a folder's part in the overwrite folder, which is made and gives the folder its attributes from now on.</summary>
    OpenLeadingFolder,

    /// <summary>On nothing: the file of another layer, or of the game, is hidden by its name.</summary>
    HideFile,

    /// <summary>On the file of another layer, or of the game, as it is: the handle deletes or renames it.</summary>
    OpenAsItIs,

    /// <summary>On a new file in the overwrite folder, which takes the place of one of another layer, or of the game.</summary>
    Replace,

    /// <summary>On the copy of a file of another layer, or of the game.</summary>
    CopyUp,

    /// <summary>On the file in the overwrite folder.</summary>
    OpenCopy,
}

/// <summary>The choice of the way under the policy <c>overwrite</c>. Asks nothing of the disk.</summary>
internal static class OverwriteOpen
{
    private const AccessMask Changing = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA | AccessMask.FILE_WRITE_EA
        | AccessMask.FILE_WRITE_ATTRIBUTES | AccessMask.WRITE_DAC | AccessMask.WRITE_OWNER | AccessMask.MAXIMUM_ALLOWED
        | AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE;

    public static OverwriteWay Of(in OverwriteOpenFacts facts, in ChangeRequest call) => facts.Kind switch
    {
        WrittenKind.None => OfNew(facts, call),
        WrittenKind.Folder => OfFolder(facts, call),
        WrittenKind.File => OfFile(facts, call),
        _ => OverwriteWay.Usual,
    };

    /// <summary>Returns the way of a call on a name that doesn't exist.</summary>
    private static OverwriteWay OfNew(in OverwriteOpenFacts facts, in ChangeRequest call) => (call.MayCreate, facts) switch
    {
        // Another process may have deleted it, which isn't known here yet.
        (false, { IsDeleted: true }) => OverwriteWay.Absent,
        (false, _) or (_, { IsInFolder: false }) => OverwriteWay.Usual,
        // Such a name would hide another one there.
        (_, { IsMarkerName: true }) => OverwriteWay.Refuse,
        _ => OverwriteWay.Create,
    };

    private static OverwriteWay OfFolder(in OverwriteOpenFacts facts, in ChangeRequest call) => (call.GivesHandle, call.Open) switch
    {
        (false, _) => call.Deletes ? OverwriteWay.DeleteFolder : OverwriteWay.Usual,
        (_, { Disposition: CreateDisposition.FILE_CREATE }) => OverwriteWay.Collide,
        (_, { Disposition: not (CreateDisposition.FILE_OPEN or CreateDisposition.FILE_OPEN_IF) }) => OverwriteWay.Usual,
        // A target's own folder stays as it is.
        (_, { Access: var access }) when facts.IsTarget => (access & ~AccessMask.SYNCHRONIZE) == AccessMask.FILE_WRITE_ATTRIBUTES
            ? OverwriteWay.Refuse
            : OverwriteWay.OpenFolder,
        (_, { Access: var access }) => (access & Changing) != 0 ? OverwriteWay.OpenLeadingFolder : OverwriteWay.OpenFolder,
    };

    private static OverwriteWay OfFile(in OverwriteOpenFacts facts, in ChangeRequest call)
    {
        // Refused by the system, wherever the file lies.
        if (facts.HasBackslash || (call.Open.Options & CreateOptions.FILE_DIRECTORY_FILE) != 0
            || call.Open.Disposition > CreateDisposition.FILE_OVERWRITE_IF)
            return OverwriteWay.Usual;
        if (call.Open.Disposition == CreateDisposition.FILE_CREATE && !facts.HasStream)
            return OverwriteWay.Collide;
        if (facts.IsInOverwrite)
            return OverwriteWay.OpenCopy;
        if (!call.GivesHandle)
            return OverwriteWay.HideFile;
        if (OnlyDeletes(facts, call))
            return OverwriteWay.OpenAsItIs;
        return call.Truncates && facts is { HasStream: false, IsPlain: true } ? OverwriteWay.Replace : OverwriteWay.CopyUp;
    }

    /// <summary>Determines whether a file's handle only deletes or renames it.</summary>
    public static bool OnlyDeletes(in OverwriteOpenFacts facts, in ChangeRequest call) =>
        (call.Open.Access & Changing) == 0 && !call.Truncates && !facts.HasStream;

    /// <summary>Returns the rights of an access to a target's own folder that change nothing.</summary>
    /// <remarks>
    /// The right to delete is one of these: the VFS answers a deletion by the handle. So are the rights to add files and folders, which
    /// count for share modes: files and folders are added by calls with names.
    /// </remarks>
    public static AccessMask ReadingPart(AccessMask access)
    {
        const AccessMask making = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA;
        if ((access & Changing) == 0)
            return access;
        AccessMask reading = access & (~Changing | making);
        if ((access & (AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE)) != 0)
            reading |= making;
        if ((access & (AccessMask.GENERIC_ALL | AccessMask.MAXIMUM_ALLOWED)) != 0)
            reading |= AccessMask.GENERIC_READ | AccessMask.GENERIC_EXECUTE | AccessMask.DELETE;
        return reading | AccessMask.FILE_READ_ATTRIBUTES | AccessMask.SYNCHRONIZE;
    }
}

/// <summary>The facts about a rename, or a hard link, under the policy <c>overwrite</c>, before anything is changed.</summary>
/// <param name="IsLink">True for a hard link: the old name stays.</param>
/// <param name="IsFolder">True if the handle leads to a folder.</param>
/// <param name="Replaces">True if the game asks to replace a file of the new name.</param>
/// <param name="IsSameName">True if the new name is the old one, perhaps in another letter case.</param>
/// <param name="Destination">The kind of what the game sees at the new name.</param>
/// <param name="IsVfsName">True if the new name is one of the VFS's own.</param>
/// <param name="IsMarkerName">True if the new name is that of a marker, which would hide another name.</param>
/// <param name="IsInFolder">True if the game sees the folder of the new name.</param>
internal readonly record struct OverwriteRenameFacts(
    bool IsLink, bool IsFolder, bool Replaces, bool IsSameName, WrittenKind Destination, bool IsVfsName, bool IsMarkerName,
    bool IsInFolder);

/// <summary>The decision whether a new name can be given. Asks nothing of the disk: a function of the facts.</summary>
/// <param name="Status">The reason why the name can't be given; success if it can.</param>
/// <param name="ReplacesFile">True if a file that the game sees is removed: the system may refuse that.</param>
internal readonly record struct OverwriteRenameDecision(NtStatus Status, bool ReplacesFile = false)
{
    public static OverwriteRenameDecision Of(in OverwriteRenameFacts facts)
    {
        if (facts.Destination == WrittenKind.Forbidden)
            return new(facts.IsVfsName ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND);
        if (facts.IsMarkerName)
            return new(NtStatus.STATUS_ACCESS_DENIED);
        if (!facts.IsInFolder)
            return new(NtStatus.STATUS_OBJECT_PATH_NOT_FOUND);
        if (facts.Destination == WrittenKind.None || facts is { IsLink: false, IsSameName: true })
            return new(NtStatus.STATUS_SUCCESS);
        if (!facts.Replaces)
            return new(NtStatus.STATUS_OBJECT_NAME_COLLISION);
        return facts.Destination == WrittenKind.Folder || facts.IsFolder
            ? new(NtStatus.STATUS_ACCESS_DENIED)
            : new(NtStatus.STATUS_SUCCESS, ReplacesFile: true);
    }
}

/// <summary>The ways in which a file gets its new name in the overwrite folder.</summary>
internal enum OverwriteRenameWay
{
    /// <summary>The file is copied, and its copy gets a hard link.</summary>
    LinkToCopy,

    /// <summary>The file is copied to the new name.</summary>
    Copy,

    /// <summary>The original renames the file, or makes the link.</summary>
    Rename,
}

/// <summary>The steps that give a file its new name. Asks nothing of the disk.</summary>
/// <param name="Way">The way in which the file gets the name.</param>
/// <param name="HidesOld">True if lower layers' files, and the game's, are hidden under the old name.</param>
/// <param name="ReplacesCopy">For a copy: true if a file at its place is replaced.</param>
internal readonly record struct OverwriteFileRename(OverwriteRenameWay Way, bool HidesOld = false, bool ReplacesCopy = false)
{
    /// <summary>Returns the decision.</summary>
    /// <param name="isLink">True for a hard link.</param>
    /// <param name="isLower">True if the file lies in a target, and another layer, or the game, has it.</param>
    /// <param name="isInOverwrite">True if the file lies in the overwrite folder. If neither is true, the file lies in no target.</param>
    /// <param name="isSameName">True if the new name is the old one, perhaps in another letter case.</param>
    /// <param name="replaces">True if the game asks to replace a file of the new name.</param>
    public static OverwriteFileRename Of(bool isLink, bool isLower, bool isInOverwrite, bool isSameName, bool replaces) => isLower
        ? isLink
            ? new(OverwriteRenameWay.LinkToCopy)
            : new(OverwriteRenameWay.Copy, HidesOld: !isSameName, ReplacesCopy: replaces || isSameName)
        : new(OverwriteRenameWay.Rename, HidesOld: isInOverwrite && !isLink && !isSameName);
}
