using System.Buffers.Binary;
using System.IO.Hashing;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>The header of a 7z with one file, which isn't compressed ("7zFormat.txt" of 7-Zip's SDK): changed byte by byte.</summary>
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
}
