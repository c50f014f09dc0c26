using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The offsets in bytes of the fields of an information class's records, the same in 64 and 32 bit; -1 for a field that the class lacks.
/// </summary>
/// <remarks>The numbers are [MS-FSCC]'s; a test compares them with the structures.</remarks>
internal readonly struct DirectoryRecordLayout
{
    /// <summary>The alignment of records, counted from the start of the buffer.</summary>
    internal const int Alignment = 8;

    /// <summary>The largest <see cref="Size"/> of all classes.</summary>
    internal const int MaximumSize = 128;

    /// <summary>The class.</summary>
    internal readonly FILE_INFORMATION_CLASS Class;

    /// <summary>
    /// The <c>sizeof</c> of the structure. A smaller buffer gives <see cref="NtStatus.STATUS_INFO_LENGTH_MISMATCH"/> (checked by the I/O
    /// manager, and by Wine).
    /// </summary>
    internal readonly int Size;

    /// <summary><c>FileName</c>, the end of the fixed part.</summary>
    internal readonly int FileName;

    /// <summary><c>FileNameLength</c>, in bytes.</summary>
    internal readonly int FileNameLength;

    /// <summary><c>FileAttributes</c>; the times and sizes precede it, at 8 to 56, in every class that has it.</summary>
    internal readonly int FileAttributes;

    /// <summary><c>EaSize</c>.</summary>
    internal readonly int EaSize;

    /// <summary><c>ReparsePointTag</c>.</summary>
    internal readonly int ReparsePointTag;

    /// <summary><c>ShortNameLength</c>, one byte.</summary>
    internal readonly int ShortNameLength;

    /// <summary><c>ShortName</c>, 12 characters.</summary>
    internal readonly int ShortName;

    /// <summary>The 64-bit <c>FileId</c>.</summary>
    internal readonly int FileId;

    /// <summary>The 128-bit <c>FileId</c> or <c>FileId128</c>.</summary>
    internal readonly int FileId128;

    private DirectoryRecordLayout(FILE_INFORMATION_CLASS informationClass, int size, int fileName, int fileNameLength = 60,
        int attributes = 56, int eaSize = 64, int reparsePointTag = -1, int shortName = -1, int fileId = -1, int fileId128 = -1)
    {
        Class = informationClass;
        Size = size;
        FileName = fileName;
        FileNameLength = fileNameLength;
        FileAttributes = attributes;
        EaSize = eaSize;
        ReparsePointTag = reparsePointTag;
        ShortNameLength = shortName < 0 ? -1 : shortName - 2;
        ShortName = shortName;
        FileId = fileId;
        FileId128 = fileId128;
    }

    /// <summary>Gets a value indicating whether the class has an 8.3 name.</summary>
    internal bool HasShortName => ShortName >= 0;

    /// <summary>
    /// Gets the layout of a class. Returns false for classes that don't list folders (object ids, quotas, reparse points) and for unknown
    /// ones: those calls are passed to the original unchanged.
    /// </summary>
    internal static bool TryGet(FILE_INFORMATION_CLASS informationClass, out DirectoryRecordLayout layout)
    {
        layout = informationClass switch
        {
            FILE_INFORMATION_CLASS.FileDirectoryInformation => new(informationClass, 72, 64, eaSize: -1),
            FILE_INFORMATION_CLASS.FileFullDirectoryInformation => new(informationClass, 72, 68),
            FILE_INFORMATION_CLASS.FileBothDirectoryInformation => new(informationClass, 96, 94, shortName: 70),
            FILE_INFORMATION_CLASS.FileNamesInformation => new(informationClass, 16, 12, fileNameLength: 8, attributes: -1, eaSize: -1),
            FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation => new(informationClass, 112, 104, shortName: 70, fileId: 96),
            FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation => new(informationClass, 88, 80, fileId: 72),
            FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation => new(informationClass, 96, 92, eaSize: -1, fileId: 64),
            FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation => new(informationClass, 96, 88, reparsePointTag: 68, fileId128: 72),
            FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation =>
                new(informationClass, 120, 114, reparsePointTag: 68, fileId128: 72, shortName: 90),
            FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation => new(informationClass, 88, 80, reparsePointTag: 68, fileId: 72),
            FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation =>
                new(informationClass, 112, 106, reparsePointTag: 68, fileId: 72, shortName: 82),
            FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation =>
                new(informationClass, 104, 96, reparsePointTag: 68, fileId: 72, fileId128: 80),
            FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation =>
                new(informationClass, 128, 122, reparsePointTag: 68, fileId: 72, fileId128: 80, shortName: 98),
            _ => default,
        };
        return layout.Size != 0;
    }
}
