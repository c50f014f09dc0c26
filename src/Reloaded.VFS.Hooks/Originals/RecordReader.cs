using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Walks the records of one real call; stops where one would reach out of the bytes that the call wrote.</summary>
internal unsafe ref struct RecordReader(byte* records, uint bytes, in DirectoryRecordLayout layout)
{
    private readonly byte* records = records;
    private readonly uint bytes = bytes;
    private readonly DirectoryRecordLayout layout = layout;
    private uint offset;
    private bool ended = bytes == 0;

    /// <summary>The next record.</summary>
    internal bool Next(out byte* record)
    {
        record = records + offset;
        if (ended || offset + (long)layout.FileName > bytes
            || offset + (long)layout.FileName + Unsafe.ReadUnaligned<uint>(record + layout.FileNameLength) > bytes)
            return false;
        uint distance = Unsafe.ReadUnaligned<uint>(record);
        ended = distance == 0 || distance > bytes - offset;
        offset += distance;
        return true;
    }
}
