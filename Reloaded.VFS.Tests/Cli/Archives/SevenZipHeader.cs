using System.Buffers.Binary;
using System.IO.Hashing;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Changes, byte by byte, the header of a 7z with one uncompressed file ("7zFormat.txt" of 7-Zip's SDK).</summary>
internal static class SevenZipHeader
{
    private const int SignatureBytes = 32;
    private const byte WindowsAttributes = 0x15;

    /// <summary>Sets the file's attributes.</summary>
    public static void SetAttributes(Span<byte> archive, uint attributes)
    {
        int offset = SignatureBytes + (int)BinaryPrimitives.ReadUInt64LittleEndian(archive[12..]);
        Span<byte> header = archive.Slice(offset, (int)BinaryPrimitives.ReadUInt64LittleEndian(archive[20..]));
        // The property, its 6 bytes: defined for all files, not elsewhere, and the word.
        int at = header.LastIndexOf((ReadOnlySpan<byte>)[WindowsAttributes, 6, 1, 0]);
        Assert.True(at >= 0, "the header has no attributes");
        BinaryPrimitives.WriteUInt32LittleEndian(header[(at + 4)..], attributes);
        BinaryPrimitives.WriteUInt32LittleEndian(archive[28..], Crc32.HashToUInt32(header));
        BinaryPrimitives.WriteUInt32LittleEndian(archive[8..], Crc32.HashToUInt32(archive[12..SignatureBytes]));
    }

    /// <summary>Returns the bytes with the right checksums, as far as their fields are valid.</summary>
    public static byte[] WithSums(byte[] archive)
    {
        if (archive.Length < SignatureBytes)
            return archive;
        ulong offset = BinaryPrimitives.ReadUInt64LittleEndian(archive.AsSpan(12)), size = BinaryPrimitives.ReadUInt64LittleEndian(archive.AsSpan(20));
        if (offset <= (ulong)(archive.Length - SignatureBytes) && size <= (ulong)archive.Length - SignatureBytes - offset)
            BinaryPrimitives.WriteUInt32LittleEndian(archive.AsSpan(28),
                Crc32.HashToUInt32(archive.AsSpan(SignatureBytes + (int)offset, (int)size)));
        BinaryPrimitives.WriteUInt32LittleEndian(archive.AsSpan(8), Crc32.HashToUInt32(archive.AsSpan(12, SignatureBytes - 12)));
        return archive;
    }

    /// <summary>Returns an archive of a few bytes whose table claims this number of files.</summary>
    /// <param name="count">The number.</param>
    /// <param name="isPacked">Whether the table is packed, as by programs; here it is only copied.</param>
    public static byte[] OfManyFiles(uint count, bool isPacked = false)
    {
        // kHeader, kFilesInfo, a number of five bytes, no properties, kEnd.
        byte[] table = [1, 5, 0xF0, .. BitConverter.GetBytes(count), 0, 0], header = table, packed = [];
        byte size = (byte)table.Length;
        // kEncodedHeader; kPackInfo at 0, one stream, kSize; kUnpackInfo, kFolder, one with one coder, "copy"; kCodersUnpackSize.
        if (isPacked)
            (header, packed) = ([0x17, 6, 0, 1, 9, size, 0, 7, 11, 1, 0, 1, 1, 0, 12, size, 0, 0], table);
        byte[] archive = [(byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4, .. new byte[24], .. packed, .. header];
        BinaryPrimitives.WriteUInt64LittleEndian(archive.AsSpan(12), (ulong)packed.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(archive.AsSpan(20), (ulong)header.Length);
        return WithSums(archive);
    }
}
