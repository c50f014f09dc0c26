using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Text;

namespace Reloaded.VFS.Tests.Building;

/// <summary>A Windows image as bytes, with what <see cref="PEReader"/> doesn't read of it.</summary>
internal sealed class PortableImage
{
    private readonly PEHeaders _headers;

    /// <summary>Reads the whole file.</summary>
    public PortableImage(string path)
    {
        Bytes = File.ReadAllBytes(path);
        using var reader = new PEReader([.. Bytes]);
        _headers = reader.PEHeaders;
        Debug = reader.ReadDebugDirectory();
    }

    /// <summary>The file.</summary>
    public byte[] Bytes { get; }

    /// <summary>The optional header.</summary>
    public PEHeader Header => _headers.PEHeader!;

    /// <summary>The sections.</summary>
    public IReadOnlyList<SectionHeader> Sections => _headers.SectionHeaders;

    /// <summary>The entries of the debug directory.</summary>
    public IReadOnlyList<DebugDirectoryEntry> Debug { get; }

    /// <summary>What lies at an address relative to the image's base, up to the end of its section's data.</summary>
    public ReadOnlySpan<byte> At(int address)
    {
        SectionHeader section = Sections.Single(s => address >= s.VirtualAddress && address < s.VirtualAddress + s.SizeOfRawData);
        int offset = address - section.VirtualAddress;
        return Bytes.AsSpan(section.PointerToRawData + offset, section.SizeOfRawData - offset);
    }

    /// <summary>A number of four bytes at an address.</summary>
    public int Int32(int address) => BinaryPrimitives.ReadInt32LittleEndian(At(address));

    /// <summary>A text that ends with a zero.</summary>
    public string Text(int address)
    {
        ReadOnlySpan<byte> bytes = At(address);
        return Encoding.ASCII.GetString(bytes[..bytes.IndexOf((byte)0)]);
    }

    /// <summary>The DLLs that the loader maps before the image runs.</summary>
    public IEnumerable<string> Imports()
    {
        for (int entry = Header.ImportTableDirectory.RelativeVirtualAddress; Int32(entry + 12) != 0; entry += 20)
            yield return Text(Int32(entry + 12));
    }

    /// <summary>The functions that have unwind information: where each begins and ends, and where its information is.</summary>
    public IEnumerable<(int Begin, int End, int Unwind)> Functions()
    {
        DirectoryEntry table = Header.ExceptionTableDirectory;
        for (int i = 0; i < table.Size; i += 12)
            yield return (Int32(table.RelativeVirtualAddress + i), Int32(table.RelativeVirtualAddress + i + 4),
                Int32(table.RelativeVirtualAddress + i + 8));
    }

    /// <summary>The bytes of each resource of a type (16: version, 24: manifest).</summary>
    public IEnumerable<byte[]> Resources(int type)
    {
        int root = Header.ResourceTableDirectory.RelativeVirtualAddress;
        return Children(root, root).Where(t => t.Id == type).SelectMany(t => Children(root, t.At)).SelectMany(n => Children(root, n.At))
            .Select(l => At(Int32(l.At))[..Int32(l.At + 4)].ToArray());
    }

    /// <summary>
    /// The checksum that the header should have: the sum of the file's 16-bit words, carries added in again, and its length.
    /// </summary>
    public uint ExpectedChecksum()
    {
        int field = BinaryPrimitives.ReadInt32LittleEndian(Bytes.AsSpan(0x3C)) + 24 + 64;
        ulong sum = 0;
        for (int i = 0; i < Bytes.Length; i++)
        {
            if (i < field || i >= field + 4)
                sum += (ulong)Bytes[i] << (8 * (i & 1));
        }

        while (sum > 0xFFFF)
            sum = (sum & 0xFFFF) + (sum >> 16);
        return (uint)sum + (uint)Bytes.Length;
    }

    private IEnumerable<(int Id, int At)> Children(int root, int directory)
    {
        int count = BinaryPrimitives.ReadUInt16LittleEndian(At(directory + 12))
            + BinaryPrimitives.ReadUInt16LittleEndian(At(directory + 14));
        for (int i = 0; i < count; i++)
            yield return (Int32(directory + 16 + (8 * i)), root + (Int32(directory + 20 + (8 * i)) & int.MaxValue));
    }
}
