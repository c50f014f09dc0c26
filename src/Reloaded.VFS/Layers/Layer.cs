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

/// <summary>What a layer is, for reports.</summary>
/// <param name="Handle">Its handle.</param>
/// <param name="Name">What it was called when it was added; by default its source.</param>
/// <param name="Source">The real folder (with a trailing separator) or file, in target form.</param>
/// <param name="Target">The virtual folder or file that it lies over, canonical.</param>
/// <param name="IsFile">Whether it redirects one file.</param>
/// <param name="Enabled">Whether it takes part.</param>
/// <param name="Folders">Its folders, the root included; 0 for a file.</param>
/// <param name="Files">Its files, appended ones included.</param>
/// <param name="SkippedFolders">Folders left out because their virtual or real path is longer than Windows allows.</param>
public sealed record LayerInfo(int Handle, string Name, string Source, string Target, bool IsFile, bool Enabled, int Folders, int Files,
    int SkippedFolders)
{
    /// <summary>What was left out when its folder was listed, and why; empty for a listing that was given.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];
}

/// <summary>How a layer is added to a <see cref="VirtualFileSystem"/>.</summary>
public sealed record LayerOptions
{
    /// <summary>What to call it in reports, say the mod's name; by default its source.</summary>
    public string? Name { get; init; }

    /// <summary>Whether it takes part from the start.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>The handle of the layer that it goes directly below; null: on top of all.</summary>
    public int? Below { get; init; }
}

/// <summary>
/// A name that is a file in one layer and a folder in another: the kind that the highest layer gives it wins, and layers that give it the
/// other kind don't take part at this name.
/// </summary>
/// <param name="Path">The virtual path, canonical.</param>
/// <param name="Winner">The handle of the layer that decides; 0 where a declared target makes it a folder.</param>
/// <param name="Loser">The handle of a layer that is left out at this name.</param>
/// <param name="WinnerIsFolder">Whether the name is a folder now.</param>
public sealed record LayerClash(string Path, int Winner, int Loser, bool WinnerIsFolder);
