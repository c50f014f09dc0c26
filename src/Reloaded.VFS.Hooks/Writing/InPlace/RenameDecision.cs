using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

internal enum RenameWay
{
    /// <summary>The original is called with the game's arguments.</summary>
    Original,

    /// <summary>The original is called; the name of the mod's file is whited out before.</summary>
    MoveOut,

    /// <summary>The game gets a status, and nothing is changed.</summary>
    Refuse,

    /// <summary>The original is called with the place that <see cref="RenamePlace"/> gives.</summary>
    Rename,
}

/// <summary>The facts about a rename, or a hard link, before anything is changed.</summary>
/// <param name="IsLink">True for a hard link: the old name stays.</param>
/// <param name="IsModFile">True if the handle leads to a mod's file.</param>
/// <param name="IsOfSeveral">True if the handle leads to a folder that consists of several real ones.</param>
/// <param name="IsSpelledOut">True if the new name is absolute, so that the original finds it by itself.</param>
/// <param name="Destination">What the game sees at the new name; null if only the kernel can answer.</param>
internal readonly record struct RenameFacts(bool IsLink, bool IsModFile, bool IsOfSeveral, bool IsSpelledOut, SeenEntry? Destination);

/// <summary>The decision about a rename. Asks nothing of the disk: a function of the facts.</summary>
/// <param name="Status">The game's status, for <see cref="RenameWay.Refuse"/>.</param>
internal readonly record struct RenameDecision(RenameWay Way, NtStatus Status = NtStatus.STATUS_SUCCESS)
{
    public static RenameDecision Of(in RenameFacts facts)
    {
        if (facts.Destination is not { } destination)
            return new RenameDecision(facts is { IsModFile: true, IsLink: false } ? RenameWay.MoveOut : RenameWay.Original);
        // Overlay file systems return the same: the caller copies, or reports that the rename isn't possible.
        if (facts is { IsOfSeveral: true, IsLink: false })
            return new RenameDecision(RenameWay.Refuse, NtStatus.STATUS_NOT_SAME_DEVICE);
        if (destination.IsAbsent)
            return new RenameDecision(RenameWay.Refuse,
                destination.IsAbsentItself ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND);
        // A mod's file leaves its name behind, wherever it is moved.
        bool isNobodys = destination.Kind == LookupKind.Outside && facts is { IsSpelledOut: true, IsModFile: false, IsOfSeveral: false };
        return new RenameDecision(isNobodys ? RenameWay.Original : RenameWay.Rename);
    }
}

/// <summary>The place of a new name on disk.</summary>
/// <param name="Place">The place, in NT form, without a backslash at the end.</param>
/// <param name="IsInMod">True if the place is in a mod.</param>
/// <param name="IsOwnName">True if the file already has that name, perhaps in another letter case.</param>
internal readonly record struct RenamePlace(string Place, bool IsInMod, bool IsOwnName)
{
    /// <summary>
    /// Returns the place: beside the file that the name belongs to, in the mod that supplies the name or in which the game deleted it, in
    /// the mod's folder if a mod hides the game's own, or in the game's own folder.
    /// </summary>
    /// <param name="destination">What the game sees at the new name.</param>
    /// <param name="companion">The place beside the file that the name belongs to, in NT form; null if it belongs to none.</param>
    /// <param name="hasOwnFolder">True if the game's own folder has a folder of that name.</param>
    /// <param name="real">The real path of what is renamed, canonical; empty if the system doesn't report it.</param>
    public static RenamePlace Of(SeenEntry destination, string? companion, bool hasOwnFolder, string real)
    {
        if (companion is not null)
            return new RenamePlace(companion, true, false);
        bool isMods = destination.Kind == LookupKind.File || destination is { Backing: not null, IsOpaque: true }
            || (destination is { Kind: LookupKind.Folder, Backing: not null } && !hasOwnFolder);
        if (!isMods)
            return new RenamePlace(NtPath.FromCanonical(destination.Path), false, false);
        string target = destination.Kind == LookupKind.Miss
            ? string.Concat(destination.Backing, VirtualPath.GetName(destination.Path))
            : NtPath.ToOpen(destination.Backing).ToString();
        bool isOwnName = CaseFolding.Equals(NtPath.ToCanonical(target), real);
        // A single file that a mod has under another name keeps its own.
        return new RenamePlace(GivenLetters.Of(target, destination.Path), true, isOwnName);
    }
}

/// <summary>The file or folder that a handle leads to after it was renamed.</summary>
internal static class RenamedHandle
{
    /// <summary>Determines whether the snapshots know the new name only later, so that they are waited for.</summary>
    /// <param name="isInMod">True if the name lies in a mod.</param>
    /// <param name="isFolder">True if the name is a folder's.</param>
    /// <param name="isCompanion">True if the name belongs to another file.</param>
    /// <param name="kind">The kind that the name had before.</param>
    public static bool IsAwaited(bool isInMod, bool isFolder, bool isCompanion, LookupKind kind) =>
        isInMod && !isCompanion && (isFolder || kind == LookupKind.Miss);

    /// <summary>Returns what the handle leads to.</summary>
    /// <param name="isInMod">True if the file lies in a mod.</param>
    /// <param name="isFolder">True if it is a folder.</param>
    /// <param name="destination">What the game saw at the name before.</param>
    /// <param name="knownId">The folder's stable id, if it is known by then; otherwise -1.</param>
    public static OpenedEntry EntryOf(bool isInMod, bool isFolder, SeenEntry destination, int knownId) => (isInMod, isFolder) switch
    {
        (true, true) when knownId >= 0 => OpenedEntry.Folder(knownId),
        (true, false) when destination.Kind != LookupKind.Folder => OpenedEntry.FileIn(destination.PathId),
        _ => OpenedEntry.None,
    };
}
