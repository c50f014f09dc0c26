using System.Buffers.Binary;
using System.Reflection.PortableExecutable;

namespace Reloaded.VFS.Cli.Game;

/// <summary>One entry of an export table.</summary>
/// <param name="Ordinal">The number by which it can be imported.</param>
/// <param name="Names">The names that lead to the entry. Most entries have one, some none.</param>
/// <param name="Rva">The address relative to the image; for a forwarder, that of its text.</param>
/// <param name="IsData">True if the export is a variable, so that there is no code at its address.</param>
internal sealed record DllExport(int Ordinal, IReadOnlyList<string> Names, uint Rva, bool IsData);

/// <summary>The export table of a DLL file, read without loading it. Immutable.</summary>
internal static class DllExports
{
    private const int DirectorySize = 40; // IMAGE_EXPORT_DIRECTORY

    // Numbers of entries have 16 bits. A C++ name may have some thousand characters.
    private const int MostEntries = 65536, LongestName = 4096;
    private const int Base = 16, FunctionCount = 20, NameCount = 24, Functions = 28, Names = 32, NameIndices = 36;

    private const string Cure = "Unpack Reloaded VFS again, so that rvfs.exe and reloaded_vfs.dll are of the same version; a virus scanner may "
        + "have removed or changed the DLL.";

    /// <summary>Reads the entries of a file's table, in order of their ordinals.</summary>
    /// <exception cref="CliException">The file can't be read, or isn't a DLL.</exception>
    public static IReadOnlyList<DllExport> Read(string path) => Read(path, cure: null, (reader, _) => Read(reader));

    /// <summary>
    /// Finds the address of an export of reloaded_vfs.dll relative to the image (RVA), so that it is known in a process in which nothing
    /// has called GetProcAddress.
    /// </summary>
    /// <param name="path">The DLL's path.</param>
    /// <param name="export">The export's name.</param>
    /// <param name="is32Bit">True for the DLL for 32-bit games.</param>
    /// <exception cref="CliException">The file is missing, truncated, not a DLL of this width, or doesn't export the name.</exception>
    public static uint FindRva(string path, string export, bool is32Bit = false) => !File.Exists(path)
        ? throw new CliException(ExitCodes.Failed,
            $"'{path}' is missing; it belongs {(is32Bit ? "in the folder x86 " : "")}beside rvfs.exe.", Cure)
        : Read(path, Cure, (reader, length) =>
        {
            PEHeaders headers = reader.PEHeaders;
            if (headers.PEHeader is null || !headers.IsDll || headers.CoffHeader.Machine != (is32Bit ? Machine.I386 : Machine.Amd64))
                throw new CliException(ExitCodes.Failed, $"'{path}' is no {(is32Bit ? 32 : 64)}-bit DLL.", Cure);
            if (FindEndBehind(headers, length) is not null)
                throw new CliException(ExitCodes.Failed, $"'{path}' is cut off: it has {length} bytes, and should have more.", Cure);
            return Read(reader).FirstOrDefault(e => e.Names.Contains(export))?.Rva is { } rva and not 0
                ? rva
                : throw new CliException(ExitCodes.Failed,
                    $"'{path}' has no export '{export}': it is another program's DLL, or of another version.", Cure);
        });

    /// <summary>Finds the end of a section that lies after the end of the file. Returns null if the file is complete.</summary>
    public static long? FindEndBehind(PEHeaders headers, long length) => headers.SectionHeaders
        .Select(section => (long?)((long)(uint)section.PointerToRawData + (uint)section.SizeOfRawData)).FirstOrDefault(end => end > length);

    private static T Read<T>(string path, string? cure, Func<PEReader, long, T> read)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            return read(reader, stream.Length);
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' is damaged or cut off: it can't be read as a DLL.", cure);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' can't be read: {ErrorCause.Of(e)}", cure);
        }
    }

    /// <summary>Returns the entries of an open file's table, in order of their ordinals, or none if the file has no table.</summary>
    /// <exception cref="BadImageFormatException">The file isn't an image, or its table is invalid.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The table leads outside the file.</exception>
    public static IReadOnlyList<DllExport> Read(PEReader reader)
    {
        DirectoryEntry directory = reader.PEHeaders.PEHeader?.ExportTableDirectory ?? default;
        if (directory.Size < DirectorySize)
            return [];
        ReadOnlySpan<byte> table = At(reader, directory.RelativeVirtualAddress);
        int first = Int32(table, Base), count = Int32(table, FunctionCount), named = Int32(table, NameCount);
        if (count is < 0 or > MostEntries || named is < 0 or > MostEntries)
            throw new BadImageFormatException();
        ReadOnlySpan<byte> functions = At(reader, Int32(table, Functions));
        List<string>[] names = new List<string>[count];
        if (named > 0)
        {
            ReadOnlySpan<byte> texts = At(reader, Int32(table, Names)), indices = At(reader, Int32(table, NameIndices));
            for (int i = 0; i < named; i++)
            {
                int index = BinaryPrimitives.ReadUInt16LittleEndian(indices[(i * 2)..]);
                ReadOnlySpan<byte> name = At(reader, Int32(texts, i * 4));
                if (index >= count)
                    throw new BadImageFormatException();
                name = name[..Math.Min(name.Length, LongestName)];
                (names[index] ??= []).Add(Encoding.ASCII.GetString(name[..Math.Max(0, name.IndexOf((byte)0))]));
            }
        }

        List<DllExport> exports = [];
        for (int i = 0; i < count; i++)
        {
            uint rva = BinaryPrimitives.ReadUInt32LittleEndian(functions[(i * 4)..]);
            if (rva == 0)
                continue;
            // Text in the directory's own range names the function of another DLL.
            bool forwards = rva >= directory.RelativeVirtualAddress && rva < directory.RelativeVirtualAddress + directory.Size;
            exports.Add(new DllExport(first + i, names[i] ?? [], rva, !forwards && !IsCode(reader, (int)rva)));
        }

        return exports;
    }

    private static bool IsCode(PEReader reader, int rva) =>
        reader.PEHeaders.GetContainingSectionIndex(rva) is >= 0 and int section
        && reader.PEHeaders.SectionHeaders[section].SectionCharacteristics.HasFlag(SectionCharacteristics.MemExecute);

    private static int Int32(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadInt32LittleEndian(bytes[at..]);

    private static unsafe ReadOnlySpan<byte> At(PEReader reader, int rva)
    {
        // The block lives as long as the reader.
        PEMemoryBlock block = reader.GetSectionData(rva);
        return new ReadOnlySpan<byte>(block.Pointer, block.Length);
    }
}
