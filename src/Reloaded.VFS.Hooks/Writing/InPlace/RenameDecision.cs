using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>What is done about a rename.</summary>
internal enum RenameWay
{
    /// <summary>The original does all, with what the game gave.</summary>
    Original,

    /// <summary>The original does it; the name of the mod's file is whited out before.</summary>
    MoveOut,

    /// <summary>The game gets a status, and nothing is done.</summary>
    Refuse,

    /// <summary>The original does it, with the place that <see cref="RenamePlace"/> says.</summary>
    Rename,
}

/// <summary>What is known of a rename, or of a hard link that is made, before anything is done.</summary>
/// <param name="IsLink">Whether it is a hard link: the old name stays.</param>
/// <param name="IsModFile">Whether the handle leads to a mod's file.</param>
/// <param name="IsOfSeveral">Whether the handle leads to a folder that several real ones make up.</param>
/// <param name="IsSpelledOut">Whether the new name is absolute, so that the original finds it by itself.</param>
/// <param name="Destination">What the game sees at the new name; null where only the kernel can answer.</param>
internal readonly record struct RenameFacts(bool IsLink, bool IsModFile, bool IsOfSeveral, bool IsSpelledOut, SeenEntry? Destination);

/// <summary>Decides about a rename. Asks nothing of the disk: a function of the facts.</summary>
/// <param name="Way">What is done.</param>
/// <param name="Status">What the game gets, of <see cref="RenameWay.Refuse"/>.</param>
internal readonly record struct RenameDecision(RenameWay Way, NtStatus Status = NtStatus.STATUS_SUCCESS)
{
    /// <summary>The decision.</summary>
    public static RenameDecision Of(in RenameFacts facts)
    {
        if (facts.Destination is not { } destination)
            return new RenameDecision(facts is { IsModFile: true, IsLink: false } ? RenameWay.MoveOut : RenameWay.Original);
        // What overlay file systems answer: the caller copies, or says that it can't be done.
        if (facts is { IsOfSeveral: true, IsLink: false })
            return new RenameDecision(RenameWay.Refuse, NtStatus.STATUS_NOT_SAME_DEVICE);
        if (destination.IsAbsent)
            return new RenameDecision(RenameWay.Refuse,
                destination.IsAbsentItself ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND);
        // A mod's file leaves its name behind, wherever it goes.
        bool isNobodys = destination.Kind == LookupKind.Outside && facts is { IsSpelledOut: true, IsModFile: false, IsOfSeveral: false };
        return new RenameDecision(isNobodys ? RenameWay.Original : RenameWay.Rename);
    }
}

/// <summary>Where a new name lies on disk.</summary>
/// <param name="Place">The place, in NT form, without a backslash behind it.</param>
/// <param name="IsInMod">Whether the place is in a mod.</param>
/// <param name="IsOwnName">Whether the file has that name already, in another letter case perhaps.</param>
internal readonly record struct RenamePlace(string Place, bool IsInMod, bool IsOwnName)
{
    /// <summary>
    /// The place: beside the file that the name belongs to, in the mod that supplies the name or where the game deleted it, in the mod's
    /// folder where a mod hides the game's own, or in the game's own folder.
    /// </summary>
    /// <param name="destination">What the game sees at the new name.</param>
    /// <param name="companion">The place beside the file that the name belongs to, in NT form; null where it belongs to none.</param>
    /// <param name="hasOwnFolder">Whether the game's own folder has a folder of that name.</param>
    /// <param name="real">The real path of what is renamed, canonical; empty where the system doesn't tell.</param>
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
            : destination.Backing!.TrimEnd('\\');
        bool isOwnName = CaseFolding.Equals(NtPath.ToCanonical(target), real);
        // A single file that a mod has under another name keeps its own.
        return new RenamePlace(GivenLetters.Of(target, destination.Path), true, isOwnName);
    }
}

/// <summary>What a handle is after its file was renamed.</summary>
internal static class RenamedHandle
{
    /// <summary>Whether the snapshots know the new name only later, so that they are waited for.</summary>
    /// <param name="isInMod">Whether it lies in a mod.</param>
    /// <param name="isFolder">Whether it is a folder.</param>
    /// <param name="isCompanion">Whether it belongs to another file.</param>
    /// <param name="kind">What the name was before.</param>
    public static bool IsAwaited(bool isInMod, bool isFolder, bool isCompanion, LookupKind kind) =>
        isInMod && !isCompanion && (isFolder || kind == LookupKind.Miss);

    /// <summary>What the handle leads to.</summary>
    /// <param name="isInMod">Whether the file lies in a mod.</param>
    /// <param name="isFolder">Whether it is a folder.</param>
    /// <param name="destination">What the name was before.</param>
    /// <param name="knownId">The folder's stable id, where it is known by then; -1 where it isn't.</param>
    public static OpenedEntry EntryOf(bool isInMod, bool isFolder, SeenEntry destination, int knownId) => (isInMod, isFolder) switch
    {
        (true, true) when knownId >= 0 => OpenedEntry.Folder(knownId),
        (true, false) when destination.Kind != LookupKind.Folder => OpenedEntry.FileIn(destination.PathId),
        _ => OpenedEntry.None,
    };
}
