namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>What is known of a call that may change a name, where it is written where it is.</summary>
/// <param name="IsAbsent">Whether the game doesn't see the name, or one above it, whatever is on disk.</param>
/// <param name="IsAbsentItself">Whether the name itself is what the game doesn't see.</param>
/// <param name="IsHiddenByMod">Whether a mod hides it.</param>
/// <param name="IsModFile">Whether a mod supplies a file of the name, which is neither a stream of that nor a companion's place.</param>
/// <param name="IsInMod">Whether the name leads to a place in a mod: a file's, a stream's, or a companion's.</param>
/// <param name="MayCreate">Whether the call may make what it names.</param>
/// <param name="Deletes">Whether the call deletes what it names.</param>
internal readonly record struct InPlaceFacts(
    bool IsAbsent, bool IsAbsentItself, bool IsHiddenByMod, bool IsModFile, bool IsInMod, bool MayCreate, bool Deletes);

/// <summary>What is done about a call that may change a name, where it is written where it is.</summary>
internal enum InPlaceWay
{
    /// <summary>The call is made on what the game sees.</summary>
    Seen,

    /// <summary>On what the game sees; a name that it makes anew isn't deleted any more.</summary>
    Make,

    /// <summary>On what the game sees, a mod's file, whose name stays deleted.</summary>
    Delete,

    /// <summary>On the place in the mod that hides the name.</summary>
    MakeHidden,

    /// <summary>On none: nothing can take the place of the VFS's own files, nor of a name whose mod is gone.</summary>
    Refuse,
}

/// <summary>The ways of the policy <c>game</c>. Asks nothing of the disk.</summary>
internal static class InPlaceOpen
{
    /// <summary>The way of a call.</summary>
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
