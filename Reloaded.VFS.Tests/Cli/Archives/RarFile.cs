using System.Buffers.Binary;
using System.IO.Hashing;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Creates a rar of format 5 with stored files ("RAR 5.0 archive format", rarlab.com), which no free program writes.</summary>
internal static class RarFile
{
    private static readonly byte[] Signature = [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x01, 0x00];

    private const ulong HasExtra = 1, HasData = 2, HasTimeAndCrc = 6, EncryptionRecord = 1, LinkRecord = 5, UnixLink = 1;

    public static byte[] Of(params RarPart[] parts)
    {
        using var output = new MemoryStream();
        output.Write(Signature);
        WriteBlock(output, [.. VInt(1), .. VInt(0), .. VInt(0)], []);
        foreach (RarPart part in parts)
        {
            byte[] text = Encoding.UTF8.GetBytes(part.Name), extra = Extra(part);
            // A file header with data; a Unix time and a CRC; stored; made on Unix.
            WriteBlock(output,
                [
                    .. VInt(2), .. VInt(HasData | (extra.Length > 0 ? HasExtra : 0)), .. extra.Length > 0 ? VInt((ulong)extra.Length) : [],
                    .. VInt((ulong)part.Content.Length), .. VInt(HasTimeAndCrc), .. VInt(part.Size ?? (ulong)part.Content.Length),
                    .. VInt(part.LinkTarget is null ? 0x81B4u : 0xA1FF), .. U32(1_700_000_000),
                    .. U32(part.Crc ?? Crc32.HashToUInt32(part.Content)), .. VInt(0), .. VInt(1), .. VInt((ulong)text.Length), .. text,
                    .. extra,
                ],
                part.Content);
        }

        WriteBlock(output, [.. VInt(5), .. VInt(0), .. VInt(0)], []);
        return output.ToArray();
    }

    private static byte[] Extra(RarPart part)
    {
        if (part.IsEncrypted)
        {
            byte[] record = [.. VInt(EncryptionRecord), .. Encryption(part.HasPasswordCheck, firstBlock: new byte[16])];
            return [.. VInt((ulong)record.Length), .. record];
        }

        if (part.LinkTarget is not null)
        {
            byte[] target = Encoding.UTF8.GetBytes(part.LinkTarget);
            byte[] record = [.. VInt(LinkRecord), .. VInt(UnixLink), .. VInt(0), .. VInt((ulong)target.Length), .. target];
            return [.. VInt((ulong)record.Length), .. record];
        }

        return [];
    }

    /// <summary>
    /// Creates a rar whose headers are encrypted. Without the password, what follows the first header isn't readable as headers.
    /// </summary>
    public static byte[] WithEncryptedNames(bool hasPasswordCheck)
    {
        using var output = new MemoryStream();
        output.Write(Signature);
        WriteBlock(output, [.. VInt(4), .. VInt(0), .. Encryption(hasPasswordCheck, firstBlock: [])], []);
        byte[] encrypted = new byte[160];
        new Random(5).NextBytes(encrypted);
        output.Write(encrypted);
        return output.ToArray();
    }

    /// <summary>
    /// Returns the encryption record: AES-256, a flag for the password check, 2 to the 15th rounds, a salt, a first block, the check and
    /// its checksum.
    /// </summary>
    private static byte[] Encryption(bool hasPasswordCheck, byte[] firstBlock)
    {
        byte[] check = [1, 2, 3, 4, 5, 6, 7, 8];
        return [.. VInt(0), .. VInt(hasPasswordCheck ? 1u : 0), 15, .. new byte[16], .. firstBlock,
            .. hasPasswordCheck ? (byte[])[.. check, .. SHA256.HashData(check)[..4]] : []];
    }

    private static void WriteBlock(Stream output, byte[] header, byte[] data)
    {
        byte[] sized = [.. VInt((ulong)header.Length), .. header];
        output.Write([.. U32(Crc32.HashToUInt32(sized)), .. sized, .. data]);
    }

    private static byte[] VInt(ulong value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= 7)
            bytes.Add((byte)(value | 0x80));
        return [.. bytes, (byte)value];
    }

    private static byte[] U32(uint value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
        return bytes;
    }
}

/// <summary>An entry of <see cref="RarFile"/>.</summary>
/// <param name="Name">The name.</param>
/// <param name="Content">The stored content.</param>
internal sealed record RarPart(string Name, byte[] Content)
{
    public RarPart(string name, string content = "x")
        : this(name, Encoding.UTF8.GetBytes(content))
    {
    }

    /// <summary>Gets the CRC in the header; null for the right one.</summary>
    public uint? Crc { get; init; }

    /// <summary>Gets the size in the header; null for the right one.</summary>
    public ulong? Size { get; init; }

    /// <summary>Gets the target of a link; null for a file.</summary>
    public string? LinkTarget { get; init; }

    /// <summary>Gets a value indicating whether the header marks the entry as encrypted.</summary>
    public bool IsEncrypted { get; init; }

    /// <summary>Gets a value indicating whether an encrypted entry's header has a value that reveals a wrong password.</summary>
    public bool HasPasswordCheck { get; init; } = true;
}
