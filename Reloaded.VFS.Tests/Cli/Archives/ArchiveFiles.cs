using System.Buffers.Binary;
using System.IO.Hashing;
using System.Security.Cryptography;
using System.Text;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Creates archives by the usual programs, or byte by byte.</summary>
internal static class ArchiveFiles
{
    /// <summary>Creates a mod: text, a file that compresses well, an empty file, an empty folder, and names in other languages.</summary>
    public static string Mod(TemporaryFolder folder, string name)
    {
        folder.File(name + "/data/wall.dds", "a wall");
        folder.File(name + "/data/large.bin", new string('x', 300_000));
        folder.File(name + "/data/empty.txt", "");
        folder.File(name + "/data/Größe.txt", "ü");
        folder.File(name + "/data/地図/町.txt", "町");
        folder.Folder(name + "/data/nothing");
        // Formats round times differently, so the time is far from the end of a minute.
        foreach (string file in Directory.GetFiles(folder.At(name), "*", SearchOption.AllDirectories))
            File.SetLastWriteTimeUtc(file, new DateTime(2024, 5, 6, 7, 8, 10, DateTimeKind.Utc));
        return folder.At(name);
    }

    /// <summary>Packs a folder's content by a program: <c>7z</c> (zip, 7z) or <c>bsdtar</c> (zip, 7z).</summary>
    public static void Pack(string folder, string archive, string program = "7z", string options = "")
    {
        string command = program == "7z"
            ? $"cd \"$1\" && 7z a {options} \"$2\" . >/dev/null"
            : $"cd \"$1\" && LC_ALL=C.UTF-8 bsdtar -a {options} -cf \"$2\" *";
        TemporaryFolder.Shell(command, folder, archive);
    }

    /// <summary>Unpacks by a program.</summary>
    /// <param name="archive">The archive, <c>$1</c> of the command.</param>
    /// <param name="folder">The folder, <c>$2</c>, which is made.</param>
    /// <param name="command">A line of bash.</param>
    public static void Unpack(string archive, string folder, string command)
    {
        Directory.CreateDirectory(folder);
        TemporaryFolder.Shell(command, archive, folder);
    }

    /// <summary>
    /// Every path below a folder, with its content's hash and its time in seconds, without what <c>rvfs add</c> writes for itself.
    /// </summary>
    public static string[] Tree(string folder) =>
    [
        .. Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories)
            .Where(path => Path.GetFileName(path) != "rvfs-added.txt").Order(StringComparer.Ordinal).Select(path =>
            Path.GetRelativePath(folder, path) + (Directory.Exists(path)
                ? "/"
                : FormattableString.Invariant($" {HashOf(path)} {File.GetLastWriteTimeUtc(path):yyyy-MM-dd HH:mm}"))),
    ];

    private static string HashOf(string path) => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))[..16];

    /// <summary>Creates a zip of stored files, with every field as specified.</summary>
    public static byte[] Zip(params ZipPart[] parts)
    {
        using var output = new MemoryStream();
        using var table = new MemoryStream();
        foreach (ZipPart part in parts)
        {
            uint crc = part.Crc ?? Crc32.HashToUInt32(part.Content);
            uint size = part.Size ?? (uint)part.Content.Length, offset = (uint)output.Position;
            byte[] head = [.. U16(20), .. U16(part.Flags), .. U16(0), .. U32(0x5A8F_6000), .. U32(crc), .. U32((uint)part.Content.Length),
                .. U32(size), .. U16((ushort)part.Name.Length), .. U16(0)];
            output.Write([0x50, 0x4B, 3, 4, .. head, .. part.Name, .. part.Content]);
            table.Write([0x50, 0x4B, 1, 2, .. U16(0x0314), .. head, .. U16(0), .. U16(0), .. U16(0), .. U32(part.UnixMode << 16),
                .. U32(offset), .. part.Name]);
        }

        uint begin = (uint)output.Position;
        output.Write(table.ToArray());
        ushort count = (ushort)Math.Min(parts.Length, ushort.MaxValue);
        if (count == ushort.MaxValue)
        {
            // The end of a Zip64 table, and its position (APPNOTE.TXT, 4.3.14 and 4.3.15).
            byte[] end = U64((ulong)output.Position), all = U64((ulong)parts.Length);
            output.Write([0x50, 0x4B, 6, 6, .. U64(44), .. U16(45), .. U16(45), .. U32(0), .. U32(0), .. all, .. all,
                .. U64((ulong)table.Length), .. U64(begin)]);
            output.Write([0x50, 0x4B, 6, 7, .. U32(0), .. end, .. U32(1)]);
        }

        output.Write([0x50, 0x4B, 5, 6, .. U16(0), .. U16(0), .. U16(count), .. U16(count),
            .. U32((uint)table.Length), .. U32(begin), .. U16(0)]);
        return output.ToArray();
    }

    /// <summary>Creates a rar of stored files.</summary>
    public static byte[] Rar(params (string Name, byte[] Content)[] files) =>
        RarFile.Of([.. files.Select(file => new RarPart(file.Name, file.Content))]);

    private static byte[] U16(ushort value)
    {
        byte[] bytes = new byte[2];
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] U64(ulong value)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] U32(uint value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
        return bytes;
    }
}

/// <summary>An entry of <see cref="ArchiveFiles.Zip"/>.</summary>
/// <param name="Name">The name's bytes.</param>
/// <param name="Content">The stored content.</param>
internal sealed record ZipPart(byte[] Name, byte[] Content)
{
    public ZipPart(string name, string content = "x")
        : this(Encoding.UTF8.GetBytes(name), Encoding.UTF8.GetBytes(content))
    {
    }

    /// <summary>Gets the flags. Bit 0: encrypted; bit 11: the name is UTF-8.</summary>
    public ushort Flags { get; init; }

    /// <summary>Gets the CRC in the table; null for the right one.</summary>
    public uint? Crc { get; init; }

    /// <summary>Gets the size in the table; null for the right one.</summary>
    public uint? Size { get; init; }

    /// <summary>Gets the Unix mode.</summary>
    public uint UnixMode { get; init; } = 0x81A4;
}
