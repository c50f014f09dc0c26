namespace Reloaded.VFS;

/// <summary>Statistics of a <see cref="VirtualFileSystem"/>.</summary>
/// <param name="Layers">The number of layers, disabled ones included.</param>
/// <param name="Folders">The number of virtual folders that are targets or below one.</param>
/// <param name="Files">The number of file names that layers supply, each counted once.</param>
/// <param name="Clashes">The number of names that are a file in one layer and a folder in another.</param>
/// <param name="NativeBytes">The native memory in bytes: listings, paths, trees, and replaced snapshots that aren't collected yet.</param>
public readonly record struct VirtualFileSystemStatistics(int Layers, int Folders, int Files, int Clashes, long NativeBytes);
