using System.Reflection.PortableExecutable;
using System.Text;

namespace Reloaded.VFS.Tests.Dll.Exports;

/// <summary>Reads the names that a Windows image exports.</summary>
internal static class ExportedNames
{
    /// <summary>Returns the names, in the image's order.</summary>
    public static IReadOnlyList<string> Read(string path)
    {
        using PEReader image = new(File.OpenRead(path));
        BlobReaderAt data = new(image);
        int directory = image.PEHeaders.PEHeader!.ExportTableDirectory.RelativeVirtualAddress;
        int count = data.Int32(directory + 24);
        int names = data.Int32(directory + 32);
        return [.. Enumerable.Range(0, count).Select(i => data.Text(data.Int32(names + (4 * i))))];
    }

    private readonly struct BlobReaderAt(PEReader image)
    {
        public int Int32(int address) => image.GetSectionData(address).GetReader().ReadInt32();

        public string Text(int address)
        {
            System.Reflection.Metadata.BlobReader reader = image.GetSectionData(address).GetReader();
            return Encoding.ASCII.GetString(reader.ReadBytes(reader.IndexOf(0)));
        }
    }
}
