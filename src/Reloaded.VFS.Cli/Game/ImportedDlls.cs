using System.Reflection.PortableExecutable;
using System.Text;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The names in the import table of a program or DLL file.</summary>
internal static class ImportedDlls
{
    private const int DescriptorSize = 20; // IMAGE_IMPORT_DESCRIPTOR
    private const int NameOffset = 12;

    /// <summary>The DLLs that the file imports, as its table spells them; none where the file can't be read or is damaged.</summary>
    public static IReadOnlyList<string> Read(string path)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            return reader.PEHeaders.PEHeader is { ImportTableDirectory.RelativeVirtualAddress: > 0 and int rva } ? Read(reader, rva) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            return [];
        }
    }

    private static List<string> Read(PEReader reader, int rva)
    {
        List<string> names = [];
        PEMemoryBlock table = reader.GetSectionData(rva);
        for (int at = 0; at + DescriptorSize <= table.Length; at += DescriptorSize)
        {
            int name = table.GetReader(at + NameOffset, sizeof(int)).ReadInt32();
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
