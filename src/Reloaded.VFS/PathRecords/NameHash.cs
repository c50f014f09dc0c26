using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>The 32-bit hash of a name in any letter case. Stored with each file to find clashes without reading names. Never 0.</summary>
internal static class NameHash
{
    /// <summary>Folds and hashes in one pass, for any length, without a buffer.</summary>
    public static uint Of(ReadOnlySpan<char> text)
    {
        uint hash = (uint)PathHash.HashFolded(text);
        return hash == 0 ? 1 : hash;
    }
}
