namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// An accessor to one record of a listing in native memory. The caller guarantees that the pointer leads to a whole record of the layout's
/// class, its name included.
/// </summary>
internal static unsafe class DirectoryRecord
{
    /// <summary>The offset of <c>FileIndex</c> in every class.</summary>
    private const int FileIndex = 4;

    /// <summary>The offset of the times, sizes and attributes.</summary>
    private const int FirstTime = 8;

    /// <summary>Returns the name, without a terminator.</summary>
    internal static ReadOnlySpan<char> Name(byte* record, in DirectoryRecordLayout layout) =>
        new((char*)(record + layout.FileName), NameBytes(record, layout) / sizeof(char));

    /// <summary>Returns the name's length in bytes.</summary>
    internal static int NameBytes(byte* record, in DirectoryRecordLayout layout) =>
        (int)Unsafe.ReadUnaligned<uint>(record + layout.FileNameLength);

    /// <summary>Returns the 8.3 name, or an empty one.</summary>
    internal static ReadOnlySpan<char> ShortName(byte* record, in DirectoryRecordLayout layout)
    {
        if (!layout.HasShortName)
            return default;
        int characters = Math.Min(record[layout.ShortNameLength] / sizeof(char), 12);
        return new ReadOnlySpan<char>((char*)(record + layout.ShortName), characters);
    }

    /// <summary>Replaces the record's 8.3 name (12 characters at most; may be empty).</summary>
    internal static void SetShortName(byte* record, in DirectoryRecordLayout layout, ReadOnlySpan<char> name)
    {
        record[layout.ShortNameLength] = (byte)(name.Length * sizeof(char));
        var field = new Span<char>((char*)(record + layout.ShortName), 12);
        field.Clear();
        name.CopyTo(field);
    }

    /// <summary>Determines whether the record is a folder's. Returns false if the class doesn't have attributes.</summary>
    internal static bool IsFolder(byte* record, in DirectoryRecordLayout layout) =>
        HasAttribute(record, layout, FileAttributes.Directory);

    /// <summary>Returns the size in bytes of a record with a name of <paramref name="nameBytes"/>, without padding.</summary>
    internal static int Bytes(in DirectoryRecordLayout layout, int nameBytes) => layout.FileName + nameBytes;

    /// <summary>Rounds up to the start of the next record.</summary>
    internal static int Align(int bytes) => (bytes + DirectoryRecordLayout.Alignment - 1) & -DirectoryRecordLayout.Alignment;

    /// <summary>
    /// Fills the fixed part of a record of class <paramref name="to"/> from one of class <paramref name="from"/>. Fields that
    /// <paramref name="from"/> lacks, such as ids, become 0. The name isn't copied.
    /// </summary>
    internal static void ConvertHeader(byte* source, in DirectoryRecordLayout from, byte* destination, in DirectoryRecordLayout to)
    {
        new Span<byte>(destination, to.FileName).Clear();
        Unsafe.WriteUnaligned(destination + FileIndex, Unsafe.ReadUnaligned<uint>(source + FileIndex));
        Unsafe.WriteUnaligned(destination + to.FileNameLength, (uint)NameBytes(source, from));
        if (from.FileAttributes >= 0 && to.FileAttributes >= 0)
        {
            int bytes = to.FileAttributes + sizeof(uint) - FirstTime;
            new ReadOnlySpan<byte>(source + FirstTime, bytes).CopyTo(new Span<byte>(destination + FirstTime, bytes));
        }

        if (from.EaSize >= 0 && to.EaSize >= 0)
        {
            // In a class without a field for the tag of a reparse point, EaSize holds the tag ([MS-FSA] 2.1.5.6.3).
            bool isTag = from.ReparsePointTag < 0 && to.ReparsePointTag >= 0 && HasAttribute(source, from, FileAttributes.ReparsePoint);
            Unsafe.WriteUnaligned(destination + (isTag ? to.ReparsePointTag : to.EaSize), Unsafe.ReadUnaligned<uint>(source + from.EaSize));
        }

        if (to.HasShortName)
            SetShortName(destination, to, ShortName(source, from));
    }

    private static bool HasAttribute(byte* record, in DirectoryRecordLayout layout, FileAttributes attribute) =>
        layout.FileAttributes >= 0 && (Unsafe.ReadUnaligned<FileAttributes>(record + layout.FileAttributes) & attribute) != 0;
}

/// <summary>A reader of the records of one real call. Stops at a record that would exceed the bytes that the call wrote.</summary>
internal unsafe ref struct RecordReader(byte* records, uint bytes, scoped in DirectoryRecordLayout layout)
{
    private readonly byte* _records = records;
    private readonly uint _bytes = bytes;
    private readonly DirectoryRecordLayout _layout = layout;
    private uint _offset;
    private bool _ended = bytes == 0;

    internal bool Next(out byte* record)
    {
        record = _records + _offset;
        if (_ended || _offset + (long)_layout.FileName > _bytes
            || _offset + (long)_layout.FileName + Unsafe.ReadUnaligned<uint>(record + _layout.FileNameLength) > _bytes)
            return false;
        uint distance = Unsafe.ReadUnaligned<uint>(record);
        _ended = distance == 0 || distance > _bytes - _offset;
        _offset += distance;
        return true;
    }
}

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

    private DirectoryRecordLayout(FILE_INFORMATION_CLASS informationClass, int size, int fileName) =>
        (Class, Size, FileName) = (informationClass, size, fileName);

    internal FILE_INFORMATION_CLASS Class { get; }

    /// <summary>
    /// Gets the <c>sizeof</c> of the structure. A smaller buffer gives <see cref="NtStatus.STATUS_INFO_LENGTH_MISMATCH"/> (checked by the
    /// I/O manager, and by Wine).
    /// </summary>
    internal int Size { get; }

    /// <summary>Gets <c>FileName</c>, the end of the fixed part.</summary>
    internal int FileName { get; }

    /// <summary>Gets <c>FileNameLength</c>, in bytes.</summary>
    internal int FileNameLength { get; private init; } = 60;

    /// <summary>Gets <c>FileAttributes</c>; the times and sizes precede it, at 8 to 56, in every class that has it.</summary>
    internal int FileAttributes { get; private init; } = 56;

    internal int EaSize { get; private init; } = 64;
    internal int ReparsePointTag { get; private init; } = -1;

    /// <summary>Gets <c>ShortName</c>, 12 characters. <c>ShortNameLength</c>, one byte, precedes it with one byte of padding.</summary>
    internal int ShortName { get; private init; } = -1;

    /// <summary>Gets the 64-bit <c>FileId</c>.</summary>
    internal int FileId { get; private init; } = -1;

    /// <summary>Gets the 128-bit <c>FileId</c> or <c>FileId128</c>.</summary>
    internal int FileId128 { get; private init; } = -1;

    internal bool HasShortName => ShortName >= 0;

    internal int ShortNameLength => HasShortName ? ShortName - 2 : -1;

    /// <summary>
    /// Gets the layout of a class. Returns false for classes that don't list folders (object ids, quotas, reparse points) and for unknown
    /// ones: those calls are passed to the original unchanged.
    /// </summary>
    internal static bool TryGet(FILE_INFORMATION_CLASS informationClass, out DirectoryRecordLayout layout)
    {
        layout = informationClass switch
        {
            FILE_INFORMATION_CLASS.FileDirectoryInformation => new(informationClass, 72, 64) { EaSize = -1 },
            FILE_INFORMATION_CLASS.FileFullDirectoryInformation => new(informationClass, 72, 68),
            FILE_INFORMATION_CLASS.FileBothDirectoryInformation => new(informationClass, 96, 94) { ShortName = 70 },
            FILE_INFORMATION_CLASS.FileNamesInformation =>
                new(informationClass, 16, 12) { FileNameLength = 8, FileAttributes = -1, EaSize = -1 },
            FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation => new(informationClass, 112, 104) { ShortName = 70, FileId = 96 },
            FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation => new(informationClass, 88, 80) { FileId = 72 },
            FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation => new(informationClass, 96, 92) { EaSize = -1, FileId = 64 },
            FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation => new(informationClass, 96, 88) { ReparsePointTag = 68, FileId128 = 72 },
            FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation =>
                new(informationClass, 120, 114) { ReparsePointTag = 68, FileId128 = 72, ShortName = 90 },
            FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation => new(informationClass, 88, 80) { ReparsePointTag = 68, FileId = 72 },
            FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation =>
                new(informationClass, 112, 106) { ReparsePointTag = 68, FileId = 72, ShortName = 82 },
            FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation =>
                new(informationClass, 104, 96) { ReparsePointTag = 68, FileId = 72, FileId128 = 80 },
            FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation =>
                new(informationClass, 128, 122) { ReparsePointTag = 68, FileId = 72, FileId128 = 80, ShortName = 98 },
            _ => default,
        };
        return layout.Size != 0;
    }
}
