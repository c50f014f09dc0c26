namespace Reloaded.VFS.Snapshots;

/// <summary>
/// What hook code reads: an immutable view (but for appended entries) of which paths mods supply. Readers take it with one volatile read
/// (<see cref="VirtualFileSystem.Current"/>), never lock, never allocate, and keep it alive until they are done with its pointers.
/// </summary>
public sealed unsafe class Snapshot
{
    /// <summary>
    /// Looks up an absolute path without NT prefix or trailing backslash (<c>C:\games\g\data\a.dds</c>, a drive root is <c>C:</c>), in any
    /// letter case. Safe from any thread. Allocates nothing, throws nothing.
    /// </summary>
    public LookupResult Lookup(ReadOnlySpan<char> path) => throw new NotImplementedException();

    /// <summary>Finds a folder by its stable id. False where this snapshot has no such folder (any more).</summary>
    public bool TryGetFolder(int pathId, out FolderView folder) => throw new NotImplementedException();
}
