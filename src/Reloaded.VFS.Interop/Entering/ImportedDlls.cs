using System.Buffers.Binary;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>A reader of the import tables of a program or DLL file. Thread-safe.</summary>
/// <remarks>
/// Structures (<c>winnt.h</c>): IMAGE_OPTIONAL_HEADER, IMAGE_SECTION_HEADER, IMAGE_IMPORT_DESCRIPTOR, IMAGE_DELAYLOAD_DESCRIPTOR.
/// </remarks>
public static class ImportedDlls
{
    // The directory's number, the size of a descriptor, and the offset of the name in it.
    private const int Imports = 1, DescriptorSize = 20, NameOffset = 12;
    private const int Delayed = 13, DelayedDescriptorSize = 32, DelayedNameOffset = 4;

    // IMAGE_LOAD_CONFIG_DIRECTORY64.DependentLoadFlags, and that of the 32-bit structure.
    private const int LoadConfiguration = 10, DependentLoadFlags = 0x4E, DependentLoadFlagsOf32Bit = 0x36;

    private const int HeadersOffset = 0x3C, OptionalHeader = 0x18, SectionSize = 40, DirectorySize = 8;

    // Limits, so that a damaged file isn't read to its end.
    private const int MostDescriptors = 4096, LongestName = 260;

    /// <summary>Returns the DLLs that the file imports, as spelled in its table; none if the file is unreadable or damaged.</summary>
    public static IReadOnlyList<string> Read(string path) => Read(path, Imports, DescriptorSize, NameOffset);

    /// <summary>Returns the DLLs that the file loads at the first call of one of their functions; none if the file is unreadable.</summary>
    public static IReadOnlyList<string> ReadDelayed(string path) => Read(path, Delayed, DelayedDescriptorSize, DelayedNameOffset);

    /// <summary>Returns the <c>LoadLibraryEx</c> flags (<c>LOAD_LIBRARY_SEARCH_*</c>) by which Windows finds a file's imports.</summary>
    /// <remarks>
    /// Zero means that the program's folder is searched first; also returned if the file doesn't specify flags or is unreadable.
    /// </remarks>
    public static ushort ReadSearchFlags(string path)
    {
        try
        {
            using SafeFileHandle file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            if (!TryReadHeaders(file, LoadConfiguration, out uint rva, out byte[] sections, out bool is64Bit))
                return 0;
            int flags = is64Bit ? DependentLoadFlags : DependentLoadFlagsOf32Bit;
            Span<byte> table = (stackalloc byte[DependentLoadFlags + sizeof(ushort)])[..(flags + sizeof(ushort))];
            return ReadAt(file, sections, rva, table) == table.Length && BinaryPrimitives.ReadUInt32LittleEndian(table) >= table.Length
                ? BinaryPrimitives.ReadUInt16LittleEndian(table[flags..])
                : (ushort)0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return 0;
        }
    }

    private static List<string> Read(string path, int directory, int descriptorSize, int nameOffset)
    {
        List<string> names = [];
        try
        {
            using SafeFileHandle file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            if (!TryReadHeaders(file, directory, out uint rva, out byte[] sections, out _))
                return names;
            Span<byte> descriptor = stackalloc byte[descriptorSize];
            Span<byte> text = stackalloc byte[LongestName];
            for (int i = 0; i < MostDescriptors; i++)
            {
                uint at = rva + (uint)(i * descriptorSize);
                if (ReadAt(file, sections, at, descriptor) < descriptorSize)
                    break;
                uint name = BinaryPrimitives.ReadUInt32LittleEndian(descriptor[nameOffset..]);
                if (name == 0)
                    break;
                int length = text[..ReadAt(file, sections, name, text)].IndexOf((byte)0);
                if (length > 0)
                    names.Add(Encoding.ASCII.GetString(text[..length]));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            // An unreadable file imports nothing.
        }

        return names;
    }

    /// <summary>Finds a directory (as an RVA) and the section headers. Returns false if the file has none.</summary>
    private static bool TryReadHeaders(SafeFileHandle file, int directory, out uint rva, out byte[] sections, out bool is64Bit)
    {
        rva = 0;
        is64Bit = false;
        sections = [];
        byte[] head = new byte[4096];
        int read = ReadAll(file, head, 0);
        if (read < HeadersOffset + 4 || head[0] != 'M' || head[1] != 'Z')
            return false;
        uint headers = BinaryPrimitives.ReadUInt32LittleEndian(head.AsSpan(HeadersOffset));
        read = ReadAll(file, head, headers);
        if (read < OptionalHeader + 2 || !head.AsSpan().StartsWith("PE\0\0"u8))
            return false;
        int count = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(6));
        int optional = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(0x14));
        is64Bit = BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(OptionalHeader)) == 0x20B;
        int directories = OptionalHeader + (is64Bit ? 0x70 : 0x60);
        int entry = directories + (directory * DirectorySize);
        if (entry + DirectorySize > Math.Min(read, OptionalHeader + optional))
            return false;
        rva = BinaryPrimitives.ReadUInt32LittleEndian(head.AsSpan(entry));
        sections = new byte[count * SectionSize];
        return rva != 0 && ReadAll(file, sections, headers + OptionalHeader + optional) == sections.Length;
    }

    /// <summary>Reads bytes of the image from the file. Returns fewer than requested, or none, if the file has no more there.</summary>
    private static int ReadAt(SafeFileHandle file, ReadOnlySpan<byte> sections, uint rva, Span<byte> to)
    {
        const uint fileAlignment = 0x1FF; // low bits that the loader clears
        for (; !sections.IsEmpty; sections = sections[SectionSize..])
        {
            uint begin = BinaryPrimitives.ReadUInt32LittleEndian(sections[12..]);
            uint size = BinaryPrimitives.ReadUInt32LittleEndian(sections[16..]);
            uint place = BinaryPrimitives.ReadUInt32LittleEndian(sections[20..]) & ~fileAlignment;
            if (rva >= begin && rva - begin < size)
                return ReadAll(file, to[..(int)Math.Min((uint)to.Length, size - (rva - begin))], (long)place + (rva - begin));
        }

        return 0;
    }

    private static int ReadAll(SafeFileHandle file, Span<byte> to, long at)
    {
        int all = 0;
        while (all < to.Length && RandomAccess.Read(file, to[all..], at + all) is var read and > 0)
            all += read;
        return all;
    }
}

/// <summary>The game's view of a DLL, by its name, beside the program.</summary>
/// <param name="File">The file that the game sees, whose own imports count; null if there is none or it is hidden.</param>
/// <param name="IsElsewhere">True if Windows' loader, before the VFS, would take another file, or one where the game sees none.</param>
public sealed record SeenDll(string? File, bool IsElsewhere);

/// <summary>
/// A walk of the imports of a program, direct or through DLLs beside it: Windows maps all of them before anything else runs in the process.
/// </summary>
public static class ImportWalk
{
    /// <summary>Returns the imports that Windows' loader would take from another place than the game sees.</summary>
    /// <param name="program">The program's file.</param>
    /// <param name="see">Called once for each name; returns null if nothing of that name is beside the program.</param>
    public static IReadOnlyList<string> FindElsewhere(string program, Func<string, SeenDll?> see)
    {
        List<string> elsewhere = [];
        HashSet<string> asked = new(StringComparer.OrdinalIgnoreCase);
        Queue<string> files = new([program]);
        while (files.TryDequeue(out string? file))
        {
            foreach (string name in ImportedDlls.Read(file).Where(asked.Add))
            {
                if (see(name) is not { } dll)
                    continue;
                if (dll.IsElsewhere)
                    elsewhere.Add(name);
                if (dll.File is { } own)
                    files.Enqueue(own);
            }
        }

        return elsewhere;
    }
}

/// <summary>An import of a program that isn't available.</summary>
/// <param name="Dll">The DLL's name.</param>
/// <param name="Function">The missing function, or its ordinal in words; null if the DLL itself is missing.</param>
public sealed record MissingImport(string Dll, string? Function)
{
    /// <summary>Gets the status with which Windows ends such a program.</summary>
    public NtStatus Status => Function is null ? NtStatus.STATUS_DLL_NOT_FOUND : NtStatus.STATUS_ENTRYPOINT_NOT_FOUND;

    /// <summary>Describes what is missing, as the end of a sentence that begins "the game needs". Without a full stop.</summary>
    public override string ToString() => Function is null
        ? $"{Dll}, which can't be loaded: it, or a DLL that it needs itself, isn't there"
        : $"the function {Function} of {Dll}, which that DLL doesn't have";
}
