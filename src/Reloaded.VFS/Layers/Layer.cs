using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Layers;

/// <summary>
/// One layer: a listed real folder over a virtual one, or a real file over a virtual path. Guarded by its file system's lock.
/// </summary>
internal sealed class Layer
{
    public required int Handle { get; init; }

    public string? Name { get; init; }

    public bool Enabled { get; set; }

    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>The path id of the virtual folder that it lies over; of a file layer the folder that the file is in.</summary>
    public int RootId { get; init; }

    /// <summary>Null for a file layer.</summary>
    public FolderLayer? Folder { get; set; }

    /// <summary>Only for a file layer: a reference into the file system's <see cref="SingleFiles"/>.</summary>
    public uint File { get; set; }
}
