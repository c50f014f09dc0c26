namespace Reloaded.VFS.PathRecords;

/// <summary>The name of a file or folder in a listing.</summary>
/// <remarks>Implementations have the offset first and the information eight bytes after it, as <c>path_keys_avx2.c</c> expects.</remarks>
internal interface IListedName
{
    /// <summary>Gets the offset of the name in the listing's names, in bytes.</summary>
    uint NameOffset { get; }

    /// <summary>Gets the length of the name, and <see cref="PackedText.Wide"/>.</summary>
    ushort NameInfo { get; }
}
