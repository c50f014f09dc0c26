using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

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
    /// <summary>Returns the decision.</summary>
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
