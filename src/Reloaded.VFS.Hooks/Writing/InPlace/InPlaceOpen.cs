namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The facts about a call that may change a name, if the name is written in place.</summary>
/// <param name="IsAbsent">True if the game doesn't see the name, or one above it, whatever is on disk.</param>
/// <param name="IsAbsentItself">True if the name itself is the one that the game doesn't see.</param>
/// <param name="IsHiddenByMod">True if a mod hides the name.</param>
/// <param name="IsModFile">
/// True if a mod supplies a file of the name, and the name is neither a stream of that file nor a companion's place.
/// </param>
/// <param name="IsInMod">True if the name leads to a place in a mod: a file's, a stream's, or a companion's.</param>
/// <param name="MayCreate">True if the call may create what it names.</param>
/// <param name="Deletes">True if the call deletes what it names.</param>
internal readonly record struct InPlaceFacts(
    bool IsAbsent, bool IsAbsentItself, bool IsHiddenByMod, bool IsModFile, bool IsInMod, bool MayCreate, bool Deletes);

/// <summary>The ways of a call that may change a name, if the name is written in place.</summary>
internal enum InPlaceWay
{
    /// <summary>The call is made on what the game sees.</summary>
    Seen,

    /// <summary>On what the game sees; a name that the call creates anew is no longer deleted.</summary>
    Make,

    /// <summary>On what the game sees, a mod's file, whose name stays deleted.</summary>
    Delete,

    /// <summary>On the place in the mod that hides the name.</summary>
    MakeHidden,

    /// <summary>On nothing: nothing can take the place of the VFS's own files, nor of a name whose mod is gone.</summary>
    Refuse,
}

/// <summary>The choice of the way under the policy <c>game</c>. Asks nothing of the disk.</summary>
internal static class InPlaceOpen
{
    /// <summary>Returns the way of a call.</summary>
    public static InPlaceWay Of(in InPlaceFacts facts) => facts switch
    {
        { IsAbsentItself: true, MayCreate: true, IsHiddenByMod: true } => InPlaceWay.MakeHidden,
        { IsAbsentItself: true, MayCreate: true } => InPlaceWay.Refuse,
        { IsAbsent: true } => InPlaceWay.Seen,
        { IsModFile: true, Deletes: true } => InPlaceWay.Delete,
        { IsInMod: true, MayCreate: true } => InPlaceWay.Make,
        _ => InPlaceWay.Seen,
    };
}
