using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>A game of the self-test in a folder of its own: the program, its files, and a mod beside it or copied into it.</summary>
internal sealed class TestGame
{
    private const string Mod = "red";

    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, RecurseSubdirectories = true };

    private static readonly (string Path, string Text)[] s_own =
    [
        (@"data\wall.txt", "the grey wall"), (@"data\own.txt", "the game's own"), (@"data\options.ini", "low"),
        (@"data\unwanted.txt", "the game's, and deleted"),
    ];

    private static readonly (string Path, string Text)[] s_ofMod =
    [
        (@"data\wall.txt", "the red wall"), (@"data\added.txt", "added"), (@"data\wanted.txt", "the mod's, and deleted"),
        (@"island\map.txt", "an island"),
    ];

    private TestGame(string folder) => Folder = folder;

    public string Folder { get; }

    public string Program => Path.Combine(Folder, "game.exe");

    /// <summary>Gets the folder into which other programs put a mod's files.</summary>
    public required string ModFolder { get; init; }

    /// <summary>Makes a game.</summary>
    /// <param name="folder">The folder, which isn't there yet.</param>
    /// <param name="program">The program's image.</param>
    /// <param name="isPlain">True to copy the mod's files over the game's; false to put the mod into <c>rvfs\mods</c>.</param>
    public static TestGame Make(string folder, byte[] program, bool isPlain)
    {
        TestGame game = new(folder) { ModFolder = isPlain ? folder : Path.Combine(folder, VfsConfiguration.FolderName, "mods", Mod) };
        foreach ((string path, string text) in s_own)
            Write(Path.Combine(folder, path), text);
        foreach ((string path, string text) in s_ofMod)
            Write(Path.Combine(game.ModFolder, path), text);
        Directory.CreateDirectory(Path.Combine(game.ModFolder, "plugins"));
        File.WriteAllBytes(Path.Combine(game.ModFolder, "plugins", "extra.dll"), GameImages.MakeDll());
        File.WriteAllBytes(game.Program, program);
        return game;
    }

    public void Configure(string json) => Write(VfsConfiguration.GetFile(Folder), json);

    /// <summary>Returns the content of the game's own files and of its mod's, by path.</summary>
    public SortedDictionary<string, string> Survey()
    {
        SortedDictionary<string, string> found = new(StringComparer.OrdinalIgnoreCase);
        string own = Path.Combine(Folder, VfsConfiguration.FolderName) + Path.DirectorySeparatorChar;
        foreach (string path in Directory.EnumerateFileSystemEntries(Folder, "*", s_all)
            .Where(path => !path.StartsWith(own, StringComparison.OrdinalIgnoreCase)
                || path.StartsWith(ModFolder, StringComparison.OrdinalIgnoreCase)))
            found[Path.GetRelativePath(Folder, path)] = Directory.Exists(path) ? "folder"
                : path == Program ? "program"
                : Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path)));
        return found;
    }

    private static void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}

/// <summary>The images that the self-test makes: a program that imports a DLL <c>rvfs install</c> stands in for, and a mod's DLL.</summary>
internal static class GameImages
{
    /// <summary>The text that <see cref="MakeDll"/> puts at <see cref="MarkOffset"/> of the loaded image.</summary>
    public const string Mark = "a mod's DLL";

    /// <summary>The offset of the mark from the image's base.</summary>
    public const int MarkOffset = 0x1000;

    private const int DescriptorSize = 20; // IMAGE_IMPORT_DESCRIPTOR
    private const int SectionHeaderSize = 40; // IMAGE_SECTION_HEADER
    private const int ImportDirectory = 120, SizeOfImage = 56; // offsets in the optional header of a 64-bit image
    private const int DependentLoadFlags = 0x4E; // in IMAGE_LOAD_CONFIG_DIRECTORY64
    private const uint WritableData = 0xC000_0040, ReadableData = 0x4000_0040;

    /// <summary>Returns a program with one more import, in a section of its own. Nothing else of the program changes.</summary>
    /// <param name="program">The image of a 64-bit program.</param>
    /// <param name="dll">The imported DLL.</param>
    /// <param name="function">A function that it exports. The program doesn't call the function.</param>
    /// <exception cref="BadImageFormatException">The image has no room for another section.</exception>
    public static byte[] WithImport(byte[] program, string dll, string function)
    {
        PEHeaders headers = new(new MemoryStream(program));
        PEHeader optional = headers.PEHeader!;
        if (!headers.TryGetDirectoryOffset(optional.ImportTableDirectory, out int imports))
            throw new BadImageFormatException("The program imports nothing.");
        int count = 0;
        while (BinaryPrimitives.ReadUInt32LittleEndian(program.AsSpan(imports + (count * DescriptorSize) + 12)) != 0)
            count++;

        SectionHeader last = headers.SectionHeaders[^1];
        int address = Align(last.VirtualAddress + Math.Max(last.VirtualSize, last.SizeOfRawData), optional.SectionAlignment);
        int place = Align(program.Length, optional.FileAlignment);
        int lookups = (count + 2) * DescriptorSize, addresses = lookups + 16, names = addresses + 16;
        byte[] nameBytes = [0, 0, .. Encoding.ASCII.GetBytes(function), 0], dllBytes = [.. Encoding.ASCII.GetBytes(dll), 0];
        int size = names + nameBytes.Length + dllBytes.Length;
        int header = headers.PEHeaderStartOffset + headers.CoffHeader.SizeOfOptionalHeader
            + (headers.SectionHeaders.Length * SectionHeaderSize);
        if (header + SectionHeaderSize > optional.SizeOfHeaders)
            throw new BadImageFormatException("The program's headers have no room for another section.");

        byte[] image = new byte[place + Align(size, optional.FileAlignment)];
        program.CopyTo(image, 0);
        Span<byte> section = image.AsSpan(place);
        program.AsSpan(imports, count * DescriptorSize).CopyTo(section);
        Span<byte> descriptor = section[(count * DescriptorSize)..];
        Put(descriptor, address + lookups);
        Put(descriptor[12..], address + names + nameBytes.Length);
        Put(descriptor[16..], address + addresses);
        Put(section[lookups..], address + names);
        Put(section[addresses..], address + names);
        nameBytes.CopyTo(section[names..]);
        dllBytes.CopyTo(section[(names + nameBytes.Length)..]);

        WriteSection(image.AsSpan(header), ".imports", size, address, place..image.Length, WritableData);
        BinaryPrimitives.WriteInt16LittleEndian(
            image.AsSpan(headers.CoffHeaderStartOffset + 2), (short)(headers.SectionHeaders.Length + 1));
        Put(image.AsSpan(headers.PEHeaderStartOffset + SizeOfImage), Align(address + size, optional.SectionAlignment));
        Put(image.AsSpan(headers.PEHeaderStartOffset + ImportDirectory), address);
        Put(image.AsSpan(headers.PEHeaderStartOffset + ImportDirectory + 4), (count + 2) * DescriptorSize);
        // A launcher may take its DLLs from Windows' folder only; a game doesn't.
        if (headers.TryGetDirectoryOffset(optional.LoadConfigTableDirectory, out int configuration))
            BinaryPrimitives.WriteInt16LittleEndian(image.AsSpan(configuration + DependentLoadFlags), 0);
        return image;
    }

    /// <summary>Returns a 64-bit DLL without code, as one that has resources only.</summary>
    public static byte[] MakeDll()
    {
        const int headers = 0x200, alignment = 0x1000, optionalSize = 0xF0;
        byte[] image = new byte[headers + headers];
        "MZ"u8.CopyTo(image);
        Put(image.AsSpan(0x3C), 0x40);
        "PE\0\0"u8.CopyTo(image.AsSpan(0x40));
        Span<byte> coff = image.AsSpan(0x44), optional = image.AsSpan(0x58);
        BinaryPrimitives.WriteUInt16LittleEndian(coff, (ushort)Machine.Amd64);
        BinaryPrimitives.WriteInt16LittleEndian(coff[2..], 1);
        BinaryPrimitives.WriteInt16LittleEndian(coff[16..], optionalSize);
        BinaryPrimitives.WriteUInt16LittleEndian(coff[18..],
            (ushort)(Characteristics.ExecutableImage | Characteristics.LargeAddressAware | Characteristics.Dll));
        BinaryPrimitives.WriteUInt16LittleEndian(optional, (ushort)PEMagic.PE32Plus);
        Put(optional[8..], headers); // initialised data
        BinaryPrimitives.WriteInt64LittleEndian(optional[24..], 0x1_8000_0000);
        Put(optional[32..], alignment);
        Put(optional[36..], headers);
        BinaryPrimitives.WriteInt16LittleEndian(optional[40..], 6); // the system's version
        BinaryPrimitives.WriteInt16LittleEndian(optional[48..], 6); // the subsystem's version
        Put(optional[SizeOfImage..], 2 * alignment);
        Put(optional[60..], headers);
        BinaryPrimitives.WriteInt16LittleEndian(optional[68..], (short)Subsystem.WindowsGui);
        BinaryPrimitives.WriteUInt16LittleEndian(optional[70..],
            (ushort)(DllCharacteristics.HighEntropyVirtualAddressSpace | DllCharacteristics.DynamicBase | DllCharacteristics.NxCompatible));
        Put(optional[108..], 16); // directories, all of them empty
        WriteSection(optional[optionalSize..], ".rdata", Mark.Length, MarkOffset, headers..image.Length, ReadableData);
        Encoding.ASCII.GetBytes(Mark).CopyTo(image, headers);
        return image;
    }

    private static void WriteSection(Span<byte> header, string name, int size, int address, Range file, uint characteristics)
    {
        header[..SectionHeaderSize].Clear();
        Encoding.ASCII.GetBytes(name).CopyTo(header);
        Put(header[8..], size);
        Put(header[12..], address);
        Put(header[16..], file.End.Value - file.Start.Value);
        Put(header[20..], file.Start.Value);
        BinaryPrimitives.WriteUInt32LittleEndian(header[36..], characteristics);
    }

    private static void Put(Span<byte> place, int value) => BinaryPrimitives.WriteInt32LittleEndian(place, value);

    private static int Align(int value, int alignment) => (value + alignment - 1) / alignment * alignment;
}
