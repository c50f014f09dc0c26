using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>A file in a listing: 10 bytes, in native memory. Its name is a <see cref="PackedText"/> among the listing's names.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 2)]
internal struct ListedFile : IListedName
{
    /// <inheritdoc cref="IListedName.NameOffset"/>
    public uint NameOffset;

    /// <summary><see cref="PathRecords.NameHash"/> of its name.</summary>
    public uint Hash;

    /// <inheritdoc cref="IListedName.NameInfo"/>
    public ushort NameInfo;

    readonly uint IListedName.NameOffset => NameOffset;

    readonly ushort IListedName.NameInfo => NameInfo;
}

/// <summary>
/// What a listing has of a file or of a folder. Both have the offset first and the information eight bytes further, where
/// <c>path_keys_avx2.c</c> reads them.
/// </summary>
internal interface IListedName
{
    /// <summary>Where its name begins among the names of the listing, in bytes.</summary>
    uint NameOffset { get; }

    /// <summary>The length of the name, and <see cref="PackedText.Wide"/>.</summary>
    ushort NameInfo { get; }
}

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
