using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// The 32-bit hash of a name in any letter case, kept with each file: it finds what clashes without reading names. Never 0.
/// </summary>
internal static class NameHash
{
    /// <summary>Folds and hashes in one pass, whatever the length, without a buffer.</summary>
    public static uint Of(ReadOnlySpan<char> text)
    {
        uint hash = (uint)PathHash.HashFolded(text);
        return hash == 0 ? 1 : hash;
    }
}
