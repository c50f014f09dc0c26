namespace Reloaded.VFS.Mods.Undoing;

/// <summary>How a name in the overwrite folder came to cover a file of a lower layer or of the game.</summary>
internal enum CoveredKind
{
    /// <summary>The file was copied there, for an open that may change it.</summary>
    Copy,

    /// <summary>Another file took its place there: one that the game made anew, or gave that name.</summary>
    Replaced,

    /// <summary>A marker there hides the file: the game has deleted it, or renamed it.</summary>
    Hidden,
}
