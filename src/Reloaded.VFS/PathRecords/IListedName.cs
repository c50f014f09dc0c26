namespace Reloaded.VFS.PathRecords;

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
