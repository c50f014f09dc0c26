namespace Reloaded.VFS.Hooks.Opening;

/// <summary>The outcome of a call on the game's own file or folder, as far as it determines what comes next.</summary>
internal enum OwnOutcome
{
    /// <summary>The call succeeded, or failed in a way that a mod doesn't change.</summary>
    Final,

    /// <summary>A folder above the name doesn't exist.</summary>
    NoFolderAbove,

    /// <summary>The name doesn't exist, or isn't a folder.</summary>
    NoName,

    /// <summary>The name ends in a backslash, and is a file.</summary>
    FileWithBackslash,
}

/// <summary>The place on which a call is made first.</summary>
internal enum FirstPlace
{
    /// <summary>The name in the game's own folder.</summary>
    Own,

    /// <summary>The name in the game's own folder, as a folder: a file of that name isn't seen.</summary>
    OwnFolder,

    Mod,
}

/// <summary>The places that a call is made on after the game's own.</summary>
[Flags]
internal enum NextPlace
{
    /// <summary>None: the status of the first call is the game's.</summary>
    None = 0,

    /// <summary>The mod's folder, or the name in it.</summary>
    Mod = 1,

    /// <summary>The policy's place for new names.</summary>
    Elsewhere = 2,

    /// <summary>None, if the name is a file in the game's own folder.</summary>
    UnlessOwnFile = 4,

    /// <summary>First the game's own again, in the folders above the name, which are made; the rest if they can't be made.</summary>
    WithParents = 8,

    /// <summary>The mod's folder, unless the name is a file in the game's own folder.</summary>
    ModUnlessOwnFile = Mod | UnlessOwnFile,

    /// <summary>The game's own again, in the folders above the name, which are made; the mod's if they can't be made.</summary>
    OwnWithParents = WithParents | Mod,

    /// <summary><see cref="OwnWithParents"/>; if the folders can't be made, <see cref="ModUnlessOwnFile"/>.</summary>
    OwnWithParentsUnlessOwnFile = WithParents | ModUnlessOwnFile,

    /// <summary><see cref="OwnWithParents"/>, with the policy's place instead of the mod's.</summary>
    OwnWithParentsOrElsewhere = WithParents | Elsewhere,

    /// <summary><see cref="OwnWithParentsOrElsewhere"/>, unless the name is a file in the game's own folder.</summary>
    OwnWithParentsOrElsewhereUnlessOwnFile = WithParents | Elsewhere | UnlessOwnFile,
}

/// <summary>The places of a call on a folder of mods, or on a name in one that no mod supplies. Asks nothing of the disk.</summary>
/// <remarks>
/// The game's own folder comes first: its attributes and its handle are those without the VFS. If the game doesn't have the folder, the
/// mod's comes next: the status is then that of a merged folder.
/// </remarks>
internal static class BaseFirst
{
    /// <summary>Returns the place on which the call is made first.</summary>
    /// <param name="isFolder">True if mods have a folder of that name; otherwise it is a name that no mod supplies.</param>
    /// <param name="mayCreate">True if the call may create what it names.</param>
    /// <param name="isInBase">True if the game's own folder has the name. Used only for a folder that may be created.</param>
    /// <param name="isInMod">True if the mod's folder still exists. Used only if the game's own doesn't have the name.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FirstPlace First(bool isFolder, bool mayCreate, bool isInBase,
        bool isInMod) => (isFolder, mayCreate, isInBase, isInMod) switch
        {
            (false, _, _, _) => FirstPlace.Own,
            (true, false, _, _) => FirstPlace.OwnFolder,
            (true, true, true, _) => FirstPlace.OwnFolder,
            (true, true, false, true) => FirstPlace.Mod, // created in the game's own folder, it would be new there
            (true, true, false, false) => FirstPlace.OwnFolder, // deleted in the mod, and created again, it is new
        };

    /// <summary>Returns what comes after the call on the game's own.</summary>
    /// <param name="isFolder">True if mods have a folder of that name.</param>
    /// <param name="isNew">
    /// True if the call may create something that neither the game nor a mod has: a name, or a folder that was deleted in the mod.
    /// </param>
    /// <param name="outcome">The outcome of the call.</param>
    /// <param name="hasBackslash">True if the name ends in a backslash.</param>
    /// <param name="newNames">The policy's place for something new; see <see cref="AsksPolicy"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NextPlace Next(bool isFolder, bool isNew, OwnOutcome outcome, bool hasBackslash,
        NewNames newNames) => (isFolder, isNew, outcome, hasBackslash) switch
        {
            (_, _, OwnOutcome.Final, _) => NextPlace.None,

            // The game has the folder above, and not the name: neither does a mod.
            (false, _, OwnOutcome.NoName, _) => NextPlace.None,
            (false, _, OwnOutcome.FileWithBackslash, _) => NextPlace.None,

            // The game has nothing of that name, or a file, which the mods' folder covers.
            (true, _, OwnOutcome.NoName, _) => NextPlace.Mod,
            (true, _, OwnOutcome.FileWithBackslash, true) => NextPlace.Mod,
            (true, _, OwnOutcome.FileWithBackslash, false) => NextPlace.None, // the name itself is invalid

            // Only mods have the folder above: something new goes where the policy says, mostly to the game's own folder.
            (true, true, OwnOutcome.NoFolderAbove, _) => OfNew(newNames),
            (false, true, OwnOutcome.NoFolderAbove, false) => OfNew(newNames),
            (false, true, OwnOutcome.NoFolderAbove, true) => OfNew(newNames) is var next and not NextPlace.None
                ? next | NextPlace.UnlessOwnFile
                : NextPlace.None,
            (true, false, OwnOutcome.NoFolderAbove, _) => NextPlace.Mod,
            (false, false, OwnOutcome.NoFolderAbove, false) => NextPlace.Mod,
            // some file systems return this for a file with a backslash
            (false, false, OwnOutcome.NoFolderAbove, true) => NextPlace.ModUnlessOwnFile,
            _ => NextPlace.None,
        };

    /// <summary>
    /// Determines whether the policy decides what comes next, since something new is created in a folder that only mods have.
    /// </summary>
    public static bool AsksPolicy(bool isNew, OwnOutcome outcome) => isNew && outcome == OwnOutcome.NoFolderAbove;

    private static NextPlace OfNew(NewNames newNames) => newNames switch
    {
        NewNames.InOwnFolder => NextPlace.OwnWithParents,
        NewNames.InOwnFolderOrElsewhere => NextPlace.OwnWithParentsOrElsewhere,
        _ => NextPlace.None,
    };

    /// <summary>Returns the outcome that a status stands for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OwnOutcome OutcomeOf(NtStatus status) => status switch
    {
        NtStatus.STATUS_OBJECT_PATH_NOT_FOUND => OwnOutcome.NoFolderAbove,
        NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_NO_SUCH_FILE or NtStatus.STATUS_NOT_A_DIRECTORY => OwnOutcome.NoName,
        NtStatus.STATUS_OBJECT_NAME_INVALID => OwnOutcome.FileWithBackslash,
        _ => OwnOutcome.Final,
    };
}
