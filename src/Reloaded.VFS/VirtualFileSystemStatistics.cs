namespace Reloaded.VFS;

/// <summary>Figures of a <see cref="VirtualFileSystem"/>.</summary>
/// <param name="Layers">Layers, disabled ones included.</param>
/// <param name="Folders">Virtual folders, targets and below.</param>
/// <param name="Files">Names of files that layers supply, each once.</param>
/// <param name="Clashes">Names that are a file in one layer and a folder in another.</param>
/// <param name="NativeBytes">Native memory: listings, paths, trees, and snapshots that are replaced but not yet collected.</param>
public readonly record struct VirtualFileSystemStatistics(int Layers, int Folders, int Files, int Clashes, long NativeBytes);
