using System.Runtime.InteropServices;

namespace Reloaded.VFS.PathRecords;

/// <summary>A file in a listing: 10 bytes, in native memory. Its name is a <see cref="PackedText"/> among the listing's names.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 2)]
internal struct ListedFile
{
    /// <summary>Where its name begins among the names of the listing, in bytes.</summary>
    public uint NameOffset;

    /// <summary><see cref="PathRecords.NameHash"/> of its name.</summary>
    public uint Hash;

    /// <summary>The length of the name, and <see cref="PackedText.Wide"/>.</summary>
    public ushort NameInfo;
}
