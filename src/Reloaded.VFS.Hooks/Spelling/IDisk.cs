namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The accesses to the disk by which the VFS determines what the game sees at a path. Safe from any thread.</summary>
/// <remarks>Paths are real ones in NT form (<c>\??\C:\mods\a</c>). The interface allows tests on any system.</remarks>
internal interface IDisk
{
    /// <summary>Determines whether a file or folder exists.</summary>
    bool Exists(ReadOnlySpan<char> path);

    /// <summary>Determines whether a folder exists.</summary>
    bool IsFolder(ReadOnlySpan<char> path);

    /// <summary>Determines whether a file, and not a folder, exists.</summary>
    bool IsFile(ReadOnlySpan<char> path);

    /// <summary>Makes a folder in its parent folder if it doesn't exist.</summary>
    void MakeFolder(ReadOnlySpan<char> path);

    /// <summary>Returns the name on disk that an 8.3 name in a folder stands for; null if the folder has no such name.</summary>
    /// <param name="folder">The folder, with a backslash at the end.</param>
    /// <param name="name">The 8.3 name.</param>
    string? FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name);
}
