namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// Queries of <c>HKEY_LOCAL_MACHINE</c>, in the 64-bit view. Keys are named relative to it, with backslashes. Missing or unreadable values
/// are null.
/// </summary>
internal interface IRegistryFacts
{
    /// <summary>
    /// Reads a value: an <see cref="int"/> (<c>REG_DWORD</c>), a <see cref="long"/> (<c>REG_QWORD</c>), a <see cref="string"/> or a
    /// <see cref="byte"/> array (<c>REG_BINARY</c>).
    /// </summary>
    object? Read(string key, string name);

    /// <summary>Returns the names of a key's subkeys.</summary>
    IReadOnlyList<string> SubKeys(string key);
}
