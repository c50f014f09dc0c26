using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>A file in a listing: 10 bytes of native memory. Its name is a <see cref="PackedText"/> among the listing's names.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 2)]
internal struct ListedFile : IListedName
{
    /// <inheritdoc cref="IListedName.NameOffset"/>
    public uint NameOffset;

    /// <summary>The <see cref="PathRecords.NameHash"/> of the name.</summary>
    public uint Hash;

    /// <inheritdoc cref="IListedName.NameInfo"/>
    public ushort NameInfo;

    readonly uint IListedName.NameOffset => NameOffset;

    readonly ushort IListedName.NameInfo => NameInfo;
}

/// <summary>The name of a file or folder in a listing.</summary>
/// <remarks>Implementations have the offset first and the information eight bytes after it, as <c>path_keys_avx2.c</c> expects.</remarks>
internal interface IListedName
{
    /// <summary>Gets the offset of the name in the listing's names, in bytes.</summary>
    uint NameOffset { get; }

    /// <summary>Gets the length of the name, and <see cref="PackedText.Wide"/>.</summary>
    ushort NameInfo { get; }
}

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
