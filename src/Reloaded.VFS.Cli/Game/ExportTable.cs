using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Text;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// The export table of a DLL file, so that the address of an export is known in a process in which nobody has called GetProcAddress: base
/// plus relative virtual address (RVA).
/// </summary>
internal static class ExportTable
{
    /// <summary>The RVA of <paramref name="export"/> in the x64 DLL <paramref name="path"/>.</summary>
    /// <exception cref="CliException">The file is missing, cut off, no x64 DLL, or doesn't export the name.</exception>
    public static uint FindRva(string path, string export)
    {
        const string Cure = "Unpack Reloaded VFS again, so that rvfs.exe and reloaded_vfs.dll are of the same version; a virus scanner may "
            + "have removed or changed the DLL.";
        if (!File.Exists(path))
            throw new CliException(ExitCodes.Failed, $"'{path}' is missing; it belongs beside rvfs.exe.", Cure);
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            PEHeaders headers = reader.PEHeaders;
            if (headers.PEHeader is null || !headers.IsDll || headers.CoffHeader.Machine != Machine.Amd64)
                throw new CliException(ExitCodes.Failed, $"'{path}' is no 64-bit DLL.", Cure);
            foreach (SectionHeader section in headers.SectionHeaders)
            {
                if ((long)(uint)section.PointerToRawData + (uint)section.SizeOfRawData > stream.Length)
                    throw new CliException(ExitCodes.Failed,
                        $"'{path}' is cut off: it has {stream.Length} bytes, and should have more.", Cure);
            }

            uint rva = Find(reader, headers.PEHeader.ExportTableDirectory, export);
            if (rva == 0)
                throw new CliException(ExitCodes.Failed,
                    $"'{path}' has no export '{export}': it is another program's DLL, or of another version.", Cure);
            return rva;
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' is damaged or cut off: it can't be read as a DLL.", Cure);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' can't be read: {e.Message}", Cure);
        }
    }

    // IMAGE_EXPORT_DIRECTORY: NumberOfNames at 24, AddressOfFunctions at 28, AddressOfNames at 32, AddressOfNameOrdinals at 36.
    private static uint Find(PEReader reader, DirectoryEntry directory, string export)
    {
        if (directory.Size < 40)
            return 0;
        ReadOnlySpan<byte> table = At(reader, directory.RelativeVirtualAddress);
        int names = BinaryPrimitives.ReadInt32LittleEndian(table[24..]);
        ReadOnlySpan<byte> functionRvas = At(reader, BinaryPrimitives.ReadInt32LittleEndian(table[28..]));
        ReadOnlySpan<byte> nameRvas = At(reader, BinaryPrimitives.ReadInt32LittleEndian(table[32..]));
        ReadOnlySpan<byte> ordinals = At(reader, BinaryPrimitives.ReadInt32LittleEndian(table[36..]));
        for (int i = 0; i < names; i++)
        {
            ReadOnlySpan<byte> name = At(reader, BinaryPrimitives.ReadInt32LittleEndian(nameRvas[(i * 4)..]));
            name = name[..Math.Max(0, name.IndexOf((byte)0))];
            if (Encoding.ASCII.GetString(name) == export)
                return BinaryPrimitives.ReadUInt32LittleEndian(
                    functionRvas[(BinaryPrimitives.ReadUInt16LittleEndian(ordinals[(i * 2)..]) * 4)..]);
        }

        return 0;
    }

    private static unsafe ReadOnlySpan<byte> At(PEReader reader, int rva)
    {
        // The block lives as long as the reader.
        PEMemoryBlock block = reader.GetSectionData(rva);
        return new ReadOnlySpan<byte>(block.Pointer, block.Length);
    }
}
