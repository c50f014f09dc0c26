using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.View;

/// <summary>A copy that this process has made in the overwrite folder, for an open that may change it.</summary>
/// <param name="Path">The canonical path under which the game sees it.</param>
/// <param name="Place">The copy, in target form.</param>
/// <param name="Source">The real file that it was made of, in target form.</param>
/// <param name="FolderId">The stable id of the folder that it is seen in.</param>
/// <param name="Stamp">What the system told of it when it was made.</param>
internal sealed record MadeCopy(string Path, string Place, string Source, int FolderId, RealFileStamp Stamp)
{
    /// <summary>
    /// Whether nothing has changed, as far as the system tells by size, times and attributes. A mapped view, and a program that sets times
    /// back, may have changed it all the same.
    /// </summary>
    public bool IsAsMade() => RealFileStamp.TryRead(Place, out RealFileStamp now) && now == Stamp;

    /// <summary>Whether something is at its place that isn't the copy as it was made.</summary>
    public bool IsChanged() => RealFileStamp.TryRead(Place, out RealFileStamp now) && now != Stamp;
}
