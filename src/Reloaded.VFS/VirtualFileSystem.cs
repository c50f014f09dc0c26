using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS;

/// <summary>
/// The writer's side: layers (a real folder or file over a virtual one), the trees built from them, and the snapshot that readers take.
/// All members are thread-safe; writers take a lock, readers of <see cref="Current"/> none.
/// </summary>
public sealed class VirtualFileSystem : IDisposable
{
    /// <summary>The snapshot in force; never null. One volatile read.</summary>
    public Snapshot Current => throw new NotImplementedException();

    /// <summary>
    /// The virtual path of a folder by its stable id (<c>C:\games\g\data</c>, no trailing backslash). The memory lives as long as the process:
    /// ids and their paths outlive every snapshot. Empty for an id never given out. Takes no lock.
    /// </summary>
    public ReadOnlySpan<char> GetPath(int pathId) => throw new NotImplementedException();

    /// <inheritdoc/>
    public void Dispose() { }
}
