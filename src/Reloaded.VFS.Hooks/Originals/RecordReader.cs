using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>A reader of the records of one real call. Stops at a record that would exceed the bytes that the call wrote.</summary>
internal unsafe ref struct RecordReader(byte* records, uint bytes, in DirectoryRecordLayout layout)
{
    private readonly byte* _records = records;
    private readonly uint _bytes = bytes;
    private readonly DirectoryRecordLayout _layout = layout;
    private uint _offset;
    private bool _ended = bytes == 0;

    /// <summary>Advances to the next record.</summary>
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
