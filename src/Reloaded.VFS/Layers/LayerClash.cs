namespace Reloaded.VFS.Layers;

/// <summary>
/// A name that is a file in one layer and a folder in another. The highest layer decides which it is; layers with the other kind are
/// ignored at this name.
/// </summary>
/// <param name="Path">The virtual path, canonical.</param>
/// <param name="Winner">The handle of the layer that decides; 0 if a declared target makes the name a folder.</param>
/// <param name="Loser">The handle of a layer that is ignored at this name.</param>
/// <param name="WinnerIsFolder">True if the name is a folder.</param>
public sealed record LayerClash(string Path, int Winner, int Loser, bool WinnerIsFolder);
