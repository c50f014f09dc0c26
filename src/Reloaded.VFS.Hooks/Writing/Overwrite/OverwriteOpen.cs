using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>What is known of a call that may change a name which doesn't have to be written where it is.</summary>
/// <param name="Kind">What the game sees under the name.</param>
/// <param name="IsInOverwrite">Whether that lies in the overwrite folder.</param>
/// <param name="IsDeleted">Whether a marker there says that nothing has the name. Counts only if nothing has it.</param>
/// <param name="IsInFolder">Whether the game sees the folder around the name. Counts only for a call that may make the name.</param>
/// <param name="IsMarkerName">Whether the name would say that another one is hidden.</param>
/// <param name="IsTarget">Whether it is the target's own folder.</param>
/// <param name="HasStream">Whether the call names a stream of the file.</param>
/// <param name="HasBackslash">Whether the name has a backslash behind it.</param>
/// <param name="IsPlain">
/// Whether no attribute of the file has the system refuse to empty it. Counts only for a file of another layer that the call empties.
/// </param>
internal readonly record struct OverwriteOpenFacts(
    WrittenKind Kind, bool IsInOverwrite = false, bool IsDeleted = false, bool IsInFolder = true, bool IsMarkerName = false,
    bool IsTarget = false, bool HasStream = false, bool HasBackslash = false, bool IsPlain = true);

/// <summary>What is done about a call that may change a name, under the policy <c>overwrite</c>.</summary>
internal enum OverwriteWay
{
    /// <summary>The call goes its usual way: the system refuses it, or it changes nothing.</summary>
    Usual,

    /// <summary>The call is refused.</summary>
    Refuse,

    /// <summary>The call is made on a name that isn't there.</summary>
    Absent,

    /// <summary>On the name's place in the overwrite folder, where nothing is: it is made there.</summary>
    Create,

    /// <summary>On the overwrite folder itself: the system refuses to make what is there.</summary>
    Collide,

    /// <summary>On a folder, which is deleted by its name.</summary>
    DeleteFolder,

    /// <summary>On a folder as it is: what the handle is used for later is answered for it.</summary>
    OpenFolder,

    /// <summary>On a folder's part in the overwrite folder, which is made and is what the game sees of the folder from now on.</summary>
    OpenLeadingFolder,

    /// <summary>On none: the file of another layer, or of the game, is hidden by its name.</summary>
    HideFile,

    /// <summary>On the file of another layer, or of the game, as it is: the handle deletes it, or gives it another name.</summary>
    OpenAsItIs,

    /// <summary>On a new file in the overwrite folder, which takes the place of one of another layer, or of the game.</summary>
    Replace,

    /// <summary>On the copy of a file of another layer, or of the game.</summary>
    CopyUp,

    /// <summary>On the file in the overwrite folder.</summary>
    OpenCopy,
}

/// <summary>The ways of the policy <c>overwrite</c>. Asks nothing of the disk.</summary>
internal static class OverwriteOpen
{
    private const AccessMask Changing = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA | AccessMask.FILE_WRITE_EA
        | AccessMask.FILE_WRITE_ATTRIBUTES | AccessMask.WRITE_DAC | AccessMask.WRITE_OWNER | AccessMask.MAXIMUM_ALLOWED
        | AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE;

    /// <summary>The way of a call.</summary>
    public static OverwriteWay Of(in OverwriteOpenFacts facts, in ChangeRequest call) => facts.Kind switch
    {
        WrittenKind.None => OfNew(facts, call),
        WrittenKind.Folder => OfFolder(facts, call),
        WrittenKind.File => OfFile(facts, call),
        _ => OverwriteWay.Usual,
    };

    /// <summary>Nothing has the name.</summary>
    private static OverwriteWay OfNew(in OverwriteOpenFacts facts, in ChangeRequest call) => (call.MayCreate, facts) switch
    {
        // Another process may have deleted it, which isn't known here yet.
        (false, { IsDeleted: true }) => OverwriteWay.Absent,
        (false, _) or (_, { IsInFolder: false }) => OverwriteWay.Usual,
        // Such a name means another one there.
        (_, { IsMarkerName: true }) => OverwriteWay.Refuse,
        _ => OverwriteWay.Create,
    };

    private static OverwriteWay OfFolder(in OverwriteOpenFacts facts, in ChangeRequest call) => (call.GivesHandle, call.Open) switch
    {
        (false, _) => call.Deletes ? OverwriteWay.DeleteFolder : OverwriteWay.Usual,
        (_, { Disposition: CreateDisposition.FILE_CREATE }) => OverwriteWay.Collide,
        (_, { Disposition: not (CreateDisposition.FILE_OPEN or CreateDisposition.FILE_OPEN_IF) }) => OverwriteWay.Usual,
        // A target's own folder stays what it is.
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

    /// <summary>Whether a file's handle deletes it, or gives it another name, and does no more.</summary>
    public static bool OnlyDeletes(in OverwriteOpenFacts facts, in ChangeRequest call) =>
        (call.Open.Access & Changing) == 0 && !call.Truncates && !facts.HasStream;

    /// <summary>
    /// The rights of an access to a target's own folder that change nothing. The right to delete is one: the VFS answers a deletion by the
    /// handle. So are the rights to add files and folders, which count for those who share the folder: what is added is added by a named
    /// call.
    /// </summary>
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

    /// <summary>Whether the call, or the handle that it gives, may delete the file or give it another name.</summary>
    public static bool MayDelete(in ChangeRequest call) => !call.GivesHandle
        || (call.Open.Options & CreateOptions.FILE_DELETE_ON_CLOSE) != 0
        || (call.Open.Access & (AccessMask.DELETE | AccessMask.MAXIMUM_ALLOWED | AccessMask.GENERIC_ALL)) != 0;
}
