namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// A listing's records in one information class, in native memory, packed as the game gets them, so that one copy answers a query.
/// Immutable.
/// </summary>
/// <remarks>
/// Records are aligned to 8, each with the distance to the next. <see cref="Free"/> frees the memory; the owner guarantees that no thread
/// is reading.
/// </remarks>
internal sealed unsafe class RecordTable
{
    private readonly byte* _memory;
    private readonly uint* _offsets;
    private readonly byte* _image;

    /// <summary>Packs <paramref name="items"/>. An item without a record (it has disappeared since) takes no room.</summary>
    internal RecordTable(ReadOnlySpan<MergeItem> items, in DirectoryRecordLayout layout)
    {
        Layout = layout;
        Count = items.Length;
        long imageBytes = 0;
        foreach (ref readonly MergeItem item in items)
        {
            if (item.Record is not null)
                imageBytes += DirectoryRecord.Align(DirectoryRecord.Bytes(layout, item.NameLength * sizeof(char)));
        }

        if (imageBytes > int.MaxValue)
            throw new OutOfMemoryException();
        int offsetBytes = DirectoryRecord.Align((Count + 1) * sizeof(uint));
        _memory = (byte*)NativeMemory.AllocZeroed((nuint)(offsetBytes + imageBytes));
        _offsets = (uint*)_memory;
        _image = _memory + offsetBytes;
        uint offset = 0;
        for (int i = 0; i < Count; i++)
        {
            _offsets[i] = offset;
            if (items[i].Record is not null)
                offset += Write(items[i], _image + offset);
        }

        _offsets[Count] = offset;
    }

    internal readonly DirectoryRecordLayout Layout;

    /// <summary>The listing's next table, of another class.</summary>
    internal RecordTable? Next;

    /// <summary>Gets the number of the listing's entries.</summary>
    internal int Count { get; }

    /// <summary>Returns the first entry from <paramref name="index"/> on that has a record, or <see cref="Count"/>.</summary>
    internal int Skip(int index)
    {
        while (index < Count && _offsets[index] == _offsets[index + 1])
            index++;
        return index;
    }

    /// <summary>Returns the record of entry <paramref name="index"/> and its offset in the packed records.</summary>
    internal byte* Record(int index, out uint offset)
    {
        offset = _offsets[index];
        return _image + offset;
    }

    /// <summary>Returns the name of entry <paramref name="index"/>, which must have a record.</summary>
    internal ReadOnlySpan<char> Name(int index) => DirectoryRecord.Name(_image + _offsets[index], Layout);

    /// <summary>Frees the memory. Call once.</summary>
    internal void Free() => NativeMemory.Free(_memory);

    private uint Write(in MergeItem item, byte* destination)
    {
        int nameBytes = item.NameLength * sizeof(char);
        int padded = DirectoryRecord.Align(DirectoryRecord.Bytes(Layout, nameBytes));
        new ReadOnlySpan<byte>(item.Record, Layout.FileName).CopyTo(new Span<byte>(destination, Layout.FileName));
        Unsafe.WriteUnaligned(destination, (uint)padded);
        Unsafe.WriteUnaligned(destination + Layout.FileNameLength, (uint)nameBytes);
        if (Layout.HasShortName)
            DirectoryRecord.SetShortName(destination, Layout, item.ShortName);
        item.Name.CopyTo(new Span<char>((char*)(destination + Layout.FileName), item.NameLength));
        return (uint)padded;
    }
}

/// <summary>
/// The records of a folder of the game's own in which mods replace all names but a few, for the next listing: it needs the names, which
/// stay as long as the folder has the same stamp. Everything else in them is out of date, and never answered. Some file systems change a
/// folder without changing its time, and a link to a missing file is listed once the file is there, so names are kept for seconds only.
/// </summary>
/// <remarks>Immutable. The memory is freed once nobody holds the object.</remarks>
internal sealed unsafe class KeptNames
{
    /// <summary>The number of bytes up to which a folder's records are kept.</summary>
    internal const int MostBytes = 256 << 10;

    private const int MostMilliseconds = 10_000;

    // By the folder's id: a folder may replace another one.
    private static readonly KeptNames?[] s_kept = new KeptNames?[64];

    private readonly byte* _records;
    private int _folderId;
    private long _until;

    internal KeptNames(ReadOnlySpan<RecordBatch> batches, in DirectoryRecordLayout layout, long stamp)
    {
        (Layout, Stamp) = (layout, stamp);
        Batches = new RecordBatch[batches.Length];
        long bytes = 0;
        foreach (RecordBatch batch in batches)
            bytes += DirectoryRecord.Align((int)batch.Bytes);
        byte* next = _records = (byte*)NativeMemory.Alloc((nuint)bytes);
        for (int i = 0; i < batches.Length; i++)
        {
            NativeMemory.Copy(batches[i].Records, next, batches[i].Bytes);
            Batches[i] = new RecordBatch(next, batches[i].Bytes);
            next += DirectoryRecord.Align((int)batches[i].Bytes);
        }
    }

    ~KeptNames() => NativeMemory.Free(_records);

    internal readonly DirectoryRecordLayout Layout;

    /// <summary>The folder's stamp (<see cref="IDirectorySource.GetStamp"/>) before and after the records were read.</summary>
    internal readonly long Stamp;

    /// <summary>The records, in the order in which they were read.</summary>
    internal readonly RecordBatch[] Batches;

    internal static KeptNames? Find(int folderId) =>
        Volatile.Read(ref s_kept[(uint)folderId % (uint)s_kept.Length]) is { } kept && kept._folderId == folderId
            && Environment.TickCount64 < kept._until ? kept : null;

    /// <summary>Drops everything: another view numbers its folders anew.</summary>
    internal static void Forget() => Array.Clear(s_kept);

    /// <summary>Keeps this object for a folder.</summary>
    internal void KeepFor(int folderId)
    {
        _folderId = folderId;
        _until = Environment.TickCount64 + MostMilliseconds;
        Volatile.Write(ref s_kept[(uint)folderId % (uint)s_kept.Length], this);
    }
}

/// <summary>The records of one real call.</summary>
internal readonly unsafe struct RecordBatch(byte* records, uint bytes)
{
    internal readonly byte* Records = records;
    internal readonly uint Bytes = bytes;
}
