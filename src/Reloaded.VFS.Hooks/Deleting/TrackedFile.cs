namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// A file of the game or of a mod, under the policy <c>overwrite</c>, of a handle that may delete or rename it. Safe from any thread.
/// </summary>
/// <remarks>The file itself stays unchanged; the new state of its name is kept here.</remarks>
/// <param name="generation">The generation of the handle's entry.</param>
/// <param name="path">The canonical path under which the game saw it.</param>
internal sealed class TrackedFile(uint generation, string path)
{
    private volatile string? _renamed;

    /// <summary>Gets the generation of the handle's entry.</summary>
    public uint Generation => generation;

    /// <summary>Gets the canonical path under which the game sees the file.</summary>
    public string Path => _renamed ?? path;

    /// <summary>Gets a value indicating whether the handle has given the file that name.</summary>
    public bool IsRenamed => _renamed is not null;

    /// <summary>Notes the file's new name.</summary>
    public void Rename(string to) => _renamed = to;
}
