namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// What is asked of the disk, and done there, to know what the game sees at a path. Paths are real ones in NT form (<c>\??\C:\mods\a</c>).
/// Behind an interface, so that what decides can be tested on any system. Safe from any thread.
/// </summary>
internal interface IDisk
{
    /// <summary>Whether something is there.</summary>
    bool Exists(ReadOnlySpan<char> path);

    /// <summary>Whether a folder is there.</summary>
    bool IsFolder(ReadOnlySpan<char> path);

    /// <summary>Whether a file is there, and not a folder, nor nothing.</summary>
    bool IsFile(ReadOnlySpan<char> path);

    /// <summary>Makes a folder, in the one around it, if it isn't there.</summary>
    void MakeFolder(ReadOnlySpan<char> path);

    /// <summary>The name on disk that an 8.3 name in a folder stands for; null where the folder has none of that name.</summary>
    /// <param name="folder">The folder, with a backslash behind it.</param>
    /// <param name="name">The 8.3 name.</param>
    string? FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name);
}
