using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Text;

namespace Reloaded.VFS.Tests.Building;

/// <summary>A Windows image as bytes, with parts that <see cref="PEReader"/> doesn't read.</summary>
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

    /// <summary>Gets the file.</summary>
    public byte[] Bytes { get; }

    /// <summary>Gets the optional header.</summary>
    public PEHeader Header => _headers.PEHeader!;

    /// <summary>Gets the sections.</summary>
    public IReadOnlyList<SectionHeader> Sections => _headers.SectionHeaders;

    /// <summary>Gets the entries of the debug directory.</summary>
    public IReadOnlyList<DebugDirectoryEntry> Debug { get; }

    /// <summary>Returns the data at an address relative to the image's base, up to the end of its section.</summary>
    public ReadOnlySpan<byte> At(int address)
    {
        SectionHeader section = Sections.Single(s => address >= s.VirtualAddress && address < s.VirtualAddress + s.SizeOfRawData);
        int offset = address - section.VirtualAddress;
        return Bytes.AsSpan(section.PointerToRawData + offset, section.SizeOfRawData - offset);
    }

    /// <summary>Returns the 32-bit number at an address.</summary>
    public int Int32(int address) => BinaryPrimitives.ReadInt32LittleEndian(At(address));

    /// <summary>Returns a zero-terminated text.</summary>
    public string Text(int address)
    {
        ReadOnlySpan<byte> bytes = At(address);
        return Encoding.ASCII.GetString(bytes[..bytes.IndexOf((byte)0)]);
    }

    /// <summary>Returns the DLLs that the loader maps before the image runs.</summary>
    public IEnumerable<string> Imports()
    {
        for (int entry = Header.ImportTableDirectory.RelativeVirtualAddress; Int32(entry + 12) != 0; entry += 20)
            yield return Text(Int32(entry + 12));
    }

    /// <summary>Returns the functions with unwind information: their beginning, their end, and the information's address.</summary>
    public IEnumerable<(int Begin, int End, int Unwind)> Functions()
    {
        DirectoryEntry table = Header.ExceptionTableDirectory;
        for (int i = 0; i < table.Size; i += 12)
            yield return (Int32(table.RelativeVirtualAddress + i), Int32(table.RelativeVirtualAddress + i + 4),
                Int32(table.RelativeVirtualAddress + i + 8));
    }

    /// <summary>Returns the bytes of each resource of a type (16: version, 24: manifest).</summary>
    public IEnumerable<byte[]> Resources(int type)
    {
        int root = Header.ResourceTableDirectory.RelativeVirtualAddress;
        return Children(root, root).Where(t => t.Id == type).SelectMany(t => Children(root, t.At)).SelectMany(n => Children(root, n.At))
            .Select(l => At(Int32(l.At))[..Int32(l.At + 4)].ToArray());
    }

    /// <summary>
    /// Computes the checksum that the header should have: the sum of the file's 16-bit words with carries added, plus its length.
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
