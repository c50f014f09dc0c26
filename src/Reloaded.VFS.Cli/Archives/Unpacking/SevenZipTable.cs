using System.Buffers.Binary;
using SharpCompress.Compressors.LZMA;

namespace Reloaded.VFS.Cli.Archives.Unpacking;

/// <summary>A check of the table of a 7z before the library reads it.</summary>
/// <remarks>
/// The library creates an object for each file that the table announces, and a few bytes can announce thousands of millions. Format:
/// "7zFormat.txt" of 7-Zip's SDK. Reads up to the number of files.
/// </remarks>
internal ref struct SevenZipTable
{
    // The format's kHeader, kArchiveProperties and so on.
    private const int End = 0, Header = 1, Properties = 2, MoreStreams = 3, MainStreams = 4, Files = 5, PackInfo = 6, UnpackInfo = 7,
        SubStreams = 8, Size = 9, Crc = 10, Folder = 11, UnpackSizes = 12, StreamCounts = 13, EncodedHeader = 0x17;

    private const int SignatureBytes = 32, MostCoders = 32, DictionaryAt = 1;

    // 1,000,000 names of 100 letters take 200 MB.
    private const long LargestTable = 256L << 20;

    private readonly UnpackLimits _limits;
    private ReadOnlySpan<byte> _rest;

    private SevenZipTable(ReadOnlySpan<byte> table, UnpackLimits limits)
    {
        _rest = table;
        _limits = limits;
    }

    /// <summary>Checks an archive and restores the stream's position.</summary>
    /// <param name="stream">The archive, at its start.</param>
    /// <param name="file">The archive's path, for messages.</param>
    /// <param name="limits">The limits of the contents.</param>
    /// <exception cref="ArchiveException">The archive has too many entries, or an unreadable table.</exception>
    public static void Check(Stream stream, string file, UnpackLimits limits)
    {
        try
        {
            byte[] signature = new byte[SignatureBytes];
            stream.ReadExactly(signature);
            ulong offset = BinaryPrimitives.ReadUInt64LittleEndian(signature.AsSpan(12));
            ulong size = BinaryPrimitives.ReadUInt64LittleEndian(signature.AsSpan(20));
            byte[] table = ReadAt(stream, offset, size);
            // Each table may be packed again.
            while (table is [EncodedHeader, ..])
            {
                if (new SevenZipTable(table.AsSpan(1), limits).Unpack(stream) is not { } unpacked)
                    return;
                table = unpacked;
            }

            if (table.Length > 0)
                new SevenZipTable(table, limits).CountFiles();
        }
        catch (TooManyException)
        {
            throw ArchiveException.Of(file, $"it has more than {limits.MostEntries:N0} entries",
                "unpack it yourself if you trust it, and add the folder");
        }
        catch (Exception e) when (e is not ArchiveException)
        {
            throw ArchiveException.Of(file, "it is damaged: its table can't be read", "download it again", e);
        }
        finally
        {
            stream.Position = 0;
        }
    }

    private static byte[] ReadAt(Stream stream, ulong offset, ulong size)
    {
        if (size > LargestTable || offset > (ulong)stream.Length || SignatureBytes + offset + size > (ulong)stream.Length)
            throw new FormatException();
        byte[] bytes = new byte[size];
        stream.Position = SignatureBytes + (long)offset;
        stream.ReadExactly(bytes);
        return bytes;
    }

    /// <summary>Unpacks a packed table. Returns null for an encrypted one, which the library refuses.</summary>
    private byte[]? Unpack(Stream stream)
    {
        ulong place = 0, packed = 0, unpacked = 0;
        byte[] method = [], properties = [];
        ReadStreams(ref place, ref packed, ref unpacked, ref method, ref properties);
        if (unpacked > LargestTable)
            throw new TooManyException();
        byte[] bytes = ReadAt(stream, place, packed);
        switch (method)
        {
            case [0]:
                return bytes;
            case [6, 0xF1, 7, 1]:
                return null;
            case [3, 1, 1] when properties.Length == 5:
                // The dictionary needn't be larger than the unpacked data.
                BinaryPrimitives.WriteUInt32LittleEndian(properties.AsSpan(DictionaryAt),
                    Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(properties.AsSpan(DictionaryAt)), Math.Max((uint)unpacked, 4096)));
                return Decode(bytes, properties, unpacked, isLzma2: false);
            case [0x21] when properties.Length == 1:
                return Decode(bytes, properties, unpacked, isLzma2: true);
            default:
                throw new FormatException();
        }
    }

    private static byte[] Decode(byte[] bytes, byte[] properties, ulong unpacked, bool isLzma2)
    {
        using var input = new MemoryStream(bytes);
        using Stream decoded = LzmaStream.Create(properties, input, bytes.Length, (long)unpacked, null, isLzma2, leaveOpen: true);
        byte[] table = new byte[unpacked];
        decoded.ReadExactly(table);
        return table;
    }

    private void CountFiles()
    {
        if (Byte() != Header)
            throw new FormatException();
        int id = Byte();
        if (id == Properties)
        {
            for (int property = Byte(); property != End; property = Byte())
                Skip(Number());
            id = Byte();
        }

        ulong place = 0, packed = 0, unpacked = 0;
        byte[] method = [], properties = [];
        if (id == MoreStreams)
        {
            ReadStreams(ref place, ref packed, ref unpacked, ref method, ref properties);
            id = Byte();
        }

        if (id == MainStreams)
        {
            ReadStreams(ref place, ref packed, ref unpacked, ref method, ref properties);
            id = Byte();
        }

        if (id == Files)
            Count();
        else if (id != End)
            throw new FormatException();
    }

    private void ReadStreams(ref ulong place, ref ulong packed, ref ulong unpacked, ref byte[] method, ref byte[] properties)
    {
        int folders = 0;
        bool[] hasCrc = [];
        for (int id = Byte(); id != End; id = Byte())
        {
            switch (id)
            {
                case PackInfo:
                    ReadPacked(ref place, ref packed);
                    break;
                case UnpackInfo:
                    folders = ReadFolders(ref unpacked, ref method, ref properties, out hasCrc);
                    break;
                case SubStreams:
                    ReadSubStreams(folders, hasCrc);
                    break;
                default:
                    throw new FormatException();
            }
        }
    }

    private void ReadPacked(ref ulong place, ref ulong packed)
    {
        place = Number();
        int count = Count();
        for (int id = Byte(); id != End; id = Byte())
        {
            if (id == Crc)
                _ = Digests(count);
            else if (id != Size)
                throw new FormatException();
            for (int i = 0; id == Size && i < count; i++)
            {
                ulong size = Number();
                packed = i == 0 ? size : packed;
            }
        }
    }

    private int ReadFolders(ref ulong unpacked, ref byte[] method, ref byte[] properties, out bool[] hasCrc)
    {
        // The definitions may be elsewhere, but no program writes such archives.
        if (Byte() != Folder)
            throw new FormatException();
        int count = Count();
        if (Byte() != 0)
            throw new FormatException();
        int outputs = 0;
        for (int i = 0; i < count; i++)
            outputs = checked(outputs + ReadFolder(ref method, ref properties));
        if (outputs > _limits.MostEntries * (long)MostCoders || Byte() != UnpackSizes)
            throw new FormatException();
        for (int i = 0; i < outputs; i++)
        {
            ulong size = Number();
            unpacked = i == 0 ? size : unpacked;
        }

        hasCrc = new bool[count];
        for (int id = Byte(); id != End; id = Byte())
            hasCrc = id == Crc ? Digests(count) : throw new FormatException();
        return count;
    }

    private int ReadFolder(ref byte[] method, ref byte[] properties)
    {
        int coders = Small(), inputs = 0, outputs = 0;
        for (int i = 0; i < coders; i++)
        {
            int flags = Byte();
            byte[] coder = Take((ulong)(flags & 0xF)).ToArray();
            // Whatever the other methods, an encrypted table can't be read.
            method = method is [6, 0xF1, 7, 1] ? method : coder;
            inputs += (flags & 0x10) != 0 ? Small() : 1;
            outputs += (flags & 0x10) != 0 ? Small() : 1;
            properties = (flags & 0x20) != 0 ? Take(Number()).ToArray() : [];
        }

        int pairs = outputs - 1, packed = inputs - pairs;
        for (int i = 0; i < pairs * 2; i++)
            _ = Number();
        for (int i = 0; packed > 1 && i < packed; i++)
            _ = Number();
        return outputs;
    }

    private void ReadSubStreams(int folders, bool[] hasCrc)
    {
        int[] counts = [.. Enumerable.Repeat(1, folders)];
        long all = folders;
        int id = Byte();
        if (id == StreamCounts)
        {
            all = 0;
            for (int i = 0; i < folders; i++)
            {
                counts[i] = Count();
                all += counts[i];
                if (all > _limits.MostEntries)
                    throw new TooManyException();
            }

            id = Byte();
        }

        if (id == Size)
        {
            for (long i = counts.Sum(count => Math.Max(0L, count - 1)); i > 0; i--)
                _ = Number();
            id = Byte();
        }

        for (; id != End; id = Byte())
        {
            if (id != Crc)
                throw new FormatException();
            int unknown = 0;
            for (int i = 0; i < folders; i++)
                unknown += counts[i] == 1 && hasCrc[i] ? 0 : counts[i];
            _ = Digests(unknown);
        }
    }

    /// <summary>Reads which of the items have a checksum, and skips the checksums.</summary>
    private bool[] Digests(int count)
    {
        var defined = new bool[count];
        if (Byte() != 0)
        {
            Array.Fill(defined, true);
        }
        else
        {
            ReadOnlySpan<byte> bits = Take((ulong)((count + 7) / 8));
            for (int i = 0; i < count; i++)
                defined[i] = (bits[i / 8] & (0x80 >> (i % 8))) != 0;
        }

        Skip((ulong)defined.Count(one => one) * sizeof(uint));
        return defined;
    }

    /// <summary>Reads a count of items of which a mod has at most one for each entry.</summary>
    private int Count() => Number() is var count && count <= (ulong)_limits.MostEntries ? (int)count : throw new TooManyException();

    private int Small() => Number() is var count && count <= MostCoders ? (int)count : throw new FormatException();

    /// <summary>
    /// Reads a number: the first byte's leading ones are the number of bytes that follow, and its remaining bits the highest part.
    /// </summary>
    private ulong Number()
    {
        int first = Byte();
        ulong value = 0;
        int mask = 0x80;
        for (int i = 0; i < 8; i++, mask >>= 1)
        {
            if ((first & mask) == 0)
                return value | ((ulong)(first & (mask - 1)) << (8 * i));
            value |= (ulong)Byte() << (8 * i);
        }

        return value;
    }

    private int Byte() => Take(1)[0];

    private void Skip(ulong count) => _ = Take(count);

    private ReadOnlySpan<byte> Take(ulong count)
    {
        if (count > (ulong)_rest.Length)
            throw new FormatException();
        ReadOnlySpan<byte> taken = _rest[..(int)count];
        _rest = _rest[(int)count..];
        return taken;
    }

    private sealed class TooManyException : Exception;
}
