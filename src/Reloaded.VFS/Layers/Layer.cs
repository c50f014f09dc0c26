using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Layers;

/// <summary>
/// A layer: a listed real folder over a virtual one, or a real file over a virtual path. Guarded by its file system's lock.
/// </summary>
internal sealed class Layer
{
    public required int Handle { get; init; }

    public string? Name { get; init; }

    public bool Enabled { get; set; }

    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>
    /// Gets the path id of the virtual folder: for a folder layer the folder it lies over, for a file layer the folder that contains the
    /// file.
    /// </summary>
    public int RootId { get; init; }

    /// <summary>Gets or sets the data of a folder layer; null for a file layer.</summary>
    public FolderLayer? Folder { get; set; }

    /// <summary>Gets or sets the file of a file layer: a reference into the file system's <see cref="SingleFiles"/>.</summary>
    public uint File { get; set; }
}
