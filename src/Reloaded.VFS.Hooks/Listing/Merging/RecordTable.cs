using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// A listing's records in one information class, in native memory, packed as the game gets them: aligned to 8, each with the distance to
/// the next, so that a query is answered by one copy. Immutable. Freed by <see cref="Free"/>; the owner sees to it that no thread reads
/// then.
/// </summary>
internal sealed unsafe class RecordTable
{
    private readonly byte* _memory;
    private readonly uint* _offsets;
    private readonly byte* _image;

    /// <summary>Packs <paramref name="items"/>. An item without a record (gone since) takes no room.</summary>
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

    /// <summary>The class's layout.</summary>
    internal readonly DirectoryRecordLayout Layout;

    /// <summary>The next table of the listing: another class.</summary>
    internal RecordTable? Next;

    /// <summary>How many entries the listing has.</summary>
    internal int Count { get; }

    /// <summary>The first entry from <paramref name="index"/> on that has a record, or <see cref="Count"/>.</summary>
    internal int Skip(int index)
    {
        while (index < Count && _offsets[index] == _offsets[index + 1])
            index++;
        return index;
    }

    /// <summary>The record of entry <paramref name="index"/>; where it begins in the packed records.</summary>
    internal byte* Record(int index, out uint offset)
    {
        offset = _offsets[index];
        return _image + offset;
    }

    /// <summary>The name of entry <paramref name="index"/>, which has a record.</summary>
    internal ReadOnlySpan<char> Name(int index) => DirectoryRecord.Name(_image + _offsets[index], Layout);

    /// <summary>Frees the memory. Once.</summary>
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
