namespace Reloaded.VFS.Layers;

/// <summary>
/// A name that is a file in one layer and a folder in another: the kind that the highest layer gives it wins, and layers that give it the
/// other kind don't take part at this name.
/// </summary>
/// <param name="Path">The virtual path, canonical.</param>
/// <param name="Winner">The handle of the layer that decides; 0 where a declared target makes it a folder.</param>
/// <param name="Loser">The handle of a layer that is left out at this name.</param>
/// <param name="WinnerIsFolder">Whether the name is a folder now.</param>
public sealed record LayerClash(string Path, int Winner, int Loser, bool WinnerIsFolder);
