namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// A file of the game or of a mod that a handle leads to which may delete or rename it, under the policy <c>overwrite</c>: the file itself
/// stays, and what becomes of its name is known here. Safe from any thread.
/// </summary>
/// <param name="generation">Of the handle's entry.</param>
/// <param name="path">The canonical path under which the game saw it.</param>
internal sealed class FollowedFile(uint generation, string path)
{
    private volatile string? _renamed;

    /// <summary>The generation of the handle's entry.</summary>
    public uint Generation => generation;

    /// <summary>The canonical path under which the game sees it.</summary>
    public string Path => _renamed ?? path;

    /// <summary>Whether the handle has given it that name.</summary>
    public bool IsRenamed => _renamed is not null;

    /// <summary>The file has another name.</summary>
    public void Rename(string to) => _renamed = to;
}
