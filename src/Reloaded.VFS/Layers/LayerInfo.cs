using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Layers;

/// <summary>A description of a layer, for reports.</summary>
/// <param name="Handle">The layer's handle.</param>
/// <param name="Name">The name given when the layer was added; by default its source.</param>
/// <param name="Source">The real folder (with a trailing separator) or file, in target form.</param>
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
