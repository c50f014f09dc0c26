using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>What is known of a rename under the policy <c>overwrite</c>, or of a hard link that is made, before anything is done.</summary>
/// <param name="IsLink">Whether it is a hard link: the old name stays.</param>
/// <param name="IsFolder">Whether the handle leads to a folder.</param>
/// <param name="Replaces">Whether the game asks that a file of the new name is replaced.</param>
/// <param name="IsSameName">Whether the new name is the old one, in another letter case perhaps.</param>
/// <param name="Destination">What the game sees at the new name.</param>
/// <param name="IsVfsName">Whether the new name is one of the VFS's own.</param>
/// <param name="IsMarkerName">Whether the new name would say that another one is hidden.</param>
/// <param name="IsInFolder">Whether the game sees the folder that the new name is in.</param>
internal readonly record struct OverwriteRenameFacts(
    bool IsLink, bool IsFolder, bool Replaces, bool IsSameName, WrittenKind Destination, bool IsVfsName, bool IsMarkerName,
    bool IsInFolder);

/// <summary>Whether a new name can be given. Asks nothing of the disk: a function of the facts.</summary>
/// <param name="Status">Why it can't be given; success where it can.</param>
/// <param name="ReplacesFile">Whether a file that the game sees goes: the system may refuse that.</param>
internal readonly record struct OverwriteRenameDecision(NtStatus Status, bool ReplacesFile = false)
{
    /// <summary>The decision.</summary>
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

/// <summary>How a file gets its new name in the overwrite folder.</summary>
internal enum OverwriteRenameWay
{
    /// <summary>The file is copied, and its copy gets a hard link.</summary>
    LinkToCopy,

    /// <summary>The file is copied to the new name.</summary>
    Copy,

    /// <summary>The original renames the file, or makes the link.</summary>
    Rename,
}

/// <summary>What is done to give a file its new name. Asks nothing of the disk.</summary>
/// <param name="Way">How it gets the name.</param>
/// <param name="HidesOld">Whether what lower layers, or the game, have of the old name is hidden.</param>
/// <param name="ReplacesCopy">Of a copy: whether a file at its place is replaced.</param>
internal readonly record struct OverwriteFileRename(OverwriteRenameWay Way, bool HidesOld = false, bool ReplacesCopy = false)
{
    /// <summary>The decision.</summary>
    /// <param name="isLink">Whether it is a hard link.</param>
    /// <param name="isLower">Whether the file lies in a target, and another layer, or the game, has it.</param>
    /// <param name="isInOverwrite">Whether the file lies in the overwrite folder. Neither: it lies in no target.</param>
    /// <param name="isSameName">Whether the new name is the old one, in another letter case perhaps.</param>
    /// <param name="replaces">Whether the game asks that a file of the new name is replaced.</param>
    public static OverwriteFileRename Of(bool isLink, bool isLower, bool isInOverwrite, bool isSameName, bool replaces) => isLower
        ? isLink
            ? new(OverwriteRenameWay.LinkToCopy)
            : new(OverwriteRenameWay.Copy, HidesOld: !isSameName, ReplacesCopy: replaces || isSameName)
        : new(OverwriteRenameWay.Rename, HidesOld: isInOverwrite && !isLink && !isSameName);
}
