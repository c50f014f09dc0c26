using System.Reflection.PortableExecutable;
using System.Text;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The names in the import tables of a program or DLL file.</summary>
internal static class ImportedDlls
{
    // IMAGE_IMPORT_DESCRIPTOR, and IMAGE_DELAYLOAD_DESCRIPTOR: sizes, and where the name is.
    private const int DescriptorSize = 20, NameOffset = 12;
    private const int DelayedDescriptorSize = 32, DelayedNameOffset = 4;

    /// <summary>The DLLs that the file imports, as its table spells them; none where the file can't be read or is damaged.</summary>
    public static IReadOnlyList<string> Read(string path) =>
        Read(path, header => header.ImportTableDirectory, DescriptorSize, NameOffset);

    /// <summary>The DLLs that the file loads at the first call of one of their functions; none where it can't be read.</summary>
    public static IReadOnlyList<string> ReadDelayed(string path) =>
        Read(path, header => header.DelayImportTableDirectory, DelayedDescriptorSize, DelayedNameOffset);

    private static List<string> Read(string path, Func<PEHeader, DirectoryEntry> directory, int descriptorSize, int nameOffset)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            return reader.PEHeaders.PEHeader is { } header && directory(header).RelativeVirtualAddress is > 0 and int rva
                ? Read(reader, rva, descriptorSize, nameOffset)
                : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException
            or InvalidOperationException or ArgumentOutOfRangeException)
        {
            return [];
        }
    }

    private static List<string> Read(PEReader reader, int rva, int descriptorSize, int nameOffset)
    {
        List<string> names = [];
        PEMemoryBlock table = reader.GetSectionData(rva);
        for (int at = 0; at + descriptorSize <= table.Length; at += descriptorSize)
        {
            int name = table.GetReader(at + nameOffset, sizeof(int)).ReadInt32();
            if (name <= 0)
                break;
            PEMemoryBlock text = reader.GetSectionData(name);
            BlobText(text, names);
        }

        return names;
    }

    private static unsafe void BlobText(PEMemoryBlock block, List<string> names)
    {
        ReadOnlySpan<byte> bytes = new(block.Pointer, block.Length);
        int length = bytes.IndexOf((byte)0);
        if (length > 0)
            names.Add(Encoding.ASCII.GetString(bytes[..length]));
    }
}
