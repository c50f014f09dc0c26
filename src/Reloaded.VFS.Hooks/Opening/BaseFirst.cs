using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>How a call ended on the game's own file or folder, as far as it decides what comes next.</summary>
internal enum OwnOutcome
{
    /// <summary>It succeeded, or failed in a way that a mod doesn't change.</summary>
    Final,

    /// <summary>A folder above the name isn't there.</summary>
    NoFolderAbove,

    /// <summary>The name isn't there, or isn't a folder.</summary>
    NoName,

    /// <summary>The name has a backslash behind it, and is a file.</summary>
    FileWithBackslash,
}

/// <summary>Where a call is made first.</summary>
internal enum FirstPlace
{
    /// <summary>On the name in the game's own folder.</summary>
    Own,

    /// <summary>On the name in the game's own folder, as a folder: a file of that name isn't seen.</summary>
    OwnFolder,

    /// <summary>On the mod's folder.</summary>
    Mod,
}

/// <summary>What comes after a call on the game's own.</summary>
[Flags]
internal enum NextPlace
{
    /// <summary>Nothing: its status is the game's.</summary>
    None = 0,

    /// <summary>The mod's folder, or the name in it.</summary>
    Mod = 1,

    /// <summary>The place that the policy has for what is new.</summary>
    Elsewhere = 2,

    /// <summary>Nothing more, if the name is a file in the game's own.</summary>
    UnlessOwnFile = 4,

    /// <summary>First the game's own again, in the folders above the name, which are made; the rest if they can't be made.</summary>
    WithParents = 8,

    /// <summary>The mod's folder, unless the name is a file in the game's own.</summary>
    ModUnlessOwnFile = Mod | UnlessOwnFile,

    /// <summary>The game's own again, in the folders above the name, which are made. Where they can't be made, the mod's.</summary>
    OwnWithParents = WithParents | Mod,

    /// <summary><see cref="OwnWithParents"/>, and where that can't be, <see cref="ModUnlessOwnFile"/>.</summary>
    OwnWithParentsUnlessOwnFile = WithParents | ModUnlessOwnFile,

    /// <summary><see cref="OwnWithParents"/>, and the policy's place in place of the mod's.</summary>
    OwnWithParentsOrElsewhere = WithParents | Elsewhere,

    /// <summary><see cref="OwnWithParentsOrElsewhere"/>, unless the name is a file in the game's own.</summary>
    OwnWithParentsOrElsewhereUnlessOwnFile = WithParents | Elsewhere | UnlessOwnFile,
}

/// <summary>
/// Where a call on a folder of mods is made, or on a name in one that no mod supplies. The game's own folder comes first: its attributes
/// and its handle are those without the VFS. Where the game hasn't got the folder, the mod's comes next: the status is then that of a
/// merged folder. Asks nothing of the disk.
/// </summary>
internal static class BaseFirst
{
    /// <summary>Where the call is made first.</summary>
    /// <param name="isFolder">Whether mods have a folder of that name; else it is a name that no mod supplies.</param>
    /// <param name="mayCreate">Whether the call may make what it names.</param>
    /// <param name="isInBase">Whether the game's own folder has the name. It counts only for a folder that may be made.</param>
    /// <param name="isInMod">Whether the mod's folder is still there. It counts only where the game's own isn't.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FirstPlace First(bool isFolder, bool mayCreate, bool isInBase,
        bool isInMod) => (isFolder, mayCreate, isInBase, isInMod) switch
        {
            (false, _, _, _) => FirstPlace.Own,
            (true, false, _, _) => FirstPlace.OwnFolder,
            (true, true, true, _) => FirstPlace.OwnFolder,
            (true, true, false, true) => FirstPlace.Mod, // made in the game's own, it would be new there
            (true, true, false, false) => FirstPlace.OwnFolder, // deleted in the mod, and made again, it is new
        };

    /// <summary>What comes after the call on the game's own.</summary>
    /// <param name="isFolder">Whether mods have a folder of that name.</param>
    /// <param name="isNew">Whether the call may make something that neither the game nor a mod has:
    /// a name, or a folder that was deleted in the mod.</param>
    /// <param name="outcome">How the call ended.</param>
    /// <param name="hasBackslash">Whether the name has a backslash behind it.</param>
    /// <param name="newNames">Where the policy has something new; see <see cref="AsksPolicy"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NextPlace Next(bool isFolder, bool isNew, OwnOutcome outcome, bool hasBackslash,
        NewNames newNames) => (isFolder, isNew, outcome, hasBackslash) switch
        {
            (_, _, OwnOutcome.Final, _) => NextPlace.None,

            // The game has the folder above, and not the name: neither has a mod.
            (false, _, OwnOutcome.NoName, _) => NextPlace.None,
            (false, _, OwnOutcome.FileWithBackslash, _) => NextPlace.None,

            // The game has nothing of that name, or a file, which the mods' folder covers.
            (true, _, OwnOutcome.NoName, _) => NextPlace.Mod,
            (true, _, OwnOutcome.FileWithBackslash, true) => NextPlace.Mod,
            (true, _, OwnOutcome.FileWithBackslash, false) => NextPlace.None, // the name itself is invalid

            // Only mods have the folder above: what is new goes where the policy says, mostly to the game's own.
            (true, true, OwnOutcome.NoFolderAbove, _) => OfNew(newNames),
            (false, true, OwnOutcome.NoFolderAbove, false) => OfNew(newNames),
            (false, true, OwnOutcome.NoFolderAbove, true) => OfNew(newNames) is var next and not NextPlace.None
                ? next | NextPlace.UnlessOwnFile
                : NextPlace.None,
            (true, false, OwnOutcome.NoFolderAbove, _) => NextPlace.Mod,
            (false, false, OwnOutcome.NoFolderAbove, false) => NextPlace.Mod,
            // some file systems say so of a file with a backslash
            (false, false, OwnOutcome.NoFolderAbove, true) => NextPlace.ModUnlessOwnFile,
            _ => NextPlace.None,
        };

    /// <summary>Whether the policy decides about what comes next: about something new in a folder that only mods have.</summary>
    public static bool AsksPolicy(bool isNew, OwnOutcome outcome) => isNew && outcome == OwnOutcome.NoFolderAbove;

    private static NextPlace OfNew(NewNames newNames) => newNames switch
    {
        NewNames.InOwnFolder => NextPlace.OwnWithParents,
        NewNames.InOwnFolderOrElsewhere => NextPlace.OwnWithParentsOrElsewhere,
        _ => NextPlace.None,
    };

    /// <summary>What a status means.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OwnOutcome OutcomeOf(NtStatus status) => status switch
    {
        NtStatus.STATUS_OBJECT_PATH_NOT_FOUND => OwnOutcome.NoFolderAbove,
        NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_NO_SUCH_FILE or NtStatus.STATUS_NOT_A_DIRECTORY => OwnOutcome.NoName,
        NtStatus.STATUS_OBJECT_NAME_INVALID => OwnOutcome.FileWithBackslash,
        _ => OwnOutcome.Final,
    };
}
