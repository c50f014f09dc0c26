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

    /// <summary>Returns the layer with other data of its folder.</summary>
    public Layer With(FolderLayer folder) => new()
    {
        Handle = Handle,
        Name = Name,
        Enabled = Enabled,
        Diagnostics = Diagnostics,
        RootId = RootId,
        Folder = folder,
    };
}

/// <summary>A description of a layer, for reports.</summary>
/// <param name="Handle">The layer's handle.</param>
/// <param name="Name">The name given when the layer was added; by default its source.</param>
/// <param name="Source">The real folder (with a trailing separator) or file, in real-path form.</param>
/// <param name="Target">The virtual folder or file that it lies over, canonical.</param>
/// <param name="IsFile">True for a file layer.</param>
/// <param name="Enabled">True if the layer is enabled.</param>
/// <param name="Folders">The number of folders, the root included; 0 for a file layer.</param>
/// <param name="Files">The number of files, appended ones included.</param>
/// <param name="SkippedFolders">The number of folders left out because their virtual or real path is longer than Windows allows.</param>
public sealed record LayerInfo(int Handle, string Name, string Source, string Target, bool IsFile, bool Enabled, int Folders, int Files,
    int SkippedFolders)
{
    /// <summary>Gets what was left out by the scan of the folder, and why; empty if a finished listing was supplied.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];
}

/// <summary>Options for adding a layer to a <see cref="VirtualFileSystem"/>.</summary>
public sealed record LayerOptions
{
    /// <summary>Gets the name used in reports, such as the mod's; by default the layer's source.</summary>
    public string? Name { get; init; }

    /// <summary>Gets a value indicating whether the layer is enabled from the start.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Gets the handle of the layer directly above the new one; null puts the new layer on top.</summary>
    public int? Below { get; init; }
}

/// <summary>
/// A name that is a file in one layer and a folder in another. The highest layer decides which it is; layers with the other kind are
/// ignored at this name.
/// </summary>
/// <param name="Path">The virtual path, canonical.</param>
/// <param name="Winner">The handle of the layer that decides; 0 if a declared target makes the name a folder.</param>
/// <param name="Loser">The handle of a layer that is ignored at this name.</param>
/// <param name="WinnerIsFolder">True if the name is a folder.</param>
public sealed record LayerClash(string Path, int Winner, int Loser, bool WinnerIsFolder);
