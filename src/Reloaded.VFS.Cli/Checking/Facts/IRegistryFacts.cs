namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// What <c>HKEY_LOCAL_MACHINE</c> says, in the 64-bit view. Keys are named below it, with backslashes.
/// What isn't there or may not be read is null.
/// </summary>
internal interface IRegistryFacts
{
    /// <summary>
    /// A value: an <see cref="int"/> (<c>REG_DWORD</c>), a <see cref="long"/> (<c>REG_QWORD</c>), a <see cref="string"/> or a
    /// <see cref="byte"/> array (<c>REG_BINARY</c>).
    /// </summary>
    object? Read(string key, string name);

    /// <summary>The names of the keys in a key; empty where it has none.</summary>
    IReadOnlyList<string> SubKeys(string key);
}
