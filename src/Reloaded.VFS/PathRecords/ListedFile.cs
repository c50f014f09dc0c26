using System.Runtime.InteropServices;

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
