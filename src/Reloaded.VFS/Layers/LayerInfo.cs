using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Layers;

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
