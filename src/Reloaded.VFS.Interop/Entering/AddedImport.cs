using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// An import that is added to a suspended 32-bit program of which nothing has run: Windows' loader then loads the DLL first, before the
/// program's own imports.
/// </summary>
/// <remarks>
/// A 64-bit process can't have a 32-bit thread call a function: it knows no address of a 32-bit one. The import table is data. The new table
/// and all that it refers to are in memory that the caller has allocated; only two entries of the program's headers are changed, in this
/// process's copy. Offsets: <c>winnt.h</c>, 32-bit images.
/// </remarks>
internal static unsafe class AddedImport
{
    /// <summary>The export that the import refers to; it needs no runtime.</summary>
    private const string Function = "rvfs_version";

    private const int HeadersOffset = 0x3C, OptionalHeader = 0x18, Directories = OptionalHeader + 0x60, DirectorySize = 8;
    private const int ImportDirectory = 1, BoundImportDirectory = 11, ClrDirectory = 14;
    private const ushort Magic = 0x10B, DosMagic = 0x5A4D;
    private const int DescriptorSize = 20, NameAt = 12, AddressTableAt = 16, MostDescriptors = 4096;

    /// <summary>The offsets of the image's base in a 32-bit environment block (PEB), and in a 64-bit one.</summary>
    private const int ImageBaseAddress = 8, ImageBaseAddressOn64 = 16;

    /// <summary>Returns the number of bytes that <see cref="TryWrite"/> needs, or 0 if no import can be added.</summary>
    /// <param name="process">The process, with all access.</param>
    /// <param name="dll">The DLL's path, in ASCII.</param>
    /// <param name="cause">The reason if the result is 0, a sentence without a full stop.</param>
    public static int Measure(nint process, string dll, out string cause)
    {
        cause = "the path of the DLL has other characters than those of English";
        if (!Ascii.IsValid(dll))
            return 0;
        cause = "the program's headers can't be read";
        if (!TryReadImage(process, out Image? image))
            return 0;
        cause = "it is a .NET program";
        return image.IsManaged ? 0 : SizeOf(image.Descriptors.Length, dll);
    }

    /// <summary>Adds the import. Returns false, with the program unchanged, if that isn't possible.</summary>
    /// <param name="process">The process, with all access.</param>
    /// <param name="dll">The DLL's path, in ASCII.</param>
    /// <param name="place">Writable memory in the process, aligned, of the measured size.</param>
    public static bool TryWrite(nint process, string dll, nint place)
    {
        if (!TryReadImage(process, out Image? image) || image.IsManaged)
            return false;
        // The new descriptor and the program's own, with the empty one at the end; two tables of one entry; the names.
        byte[] bytes = new byte[SizeOf(image.Descriptors.Length, dll)];
        int tables = DescriptorSize + image.Descriptors.Length, function = tables + (4 * sizeof(uint)),
            name = function + sizeof(ushort) + Function.Length + 1;
        uint from = unchecked((uint)place - image.Base);
        Put(0, from + (uint)tables);
        Put(NameAt, from + (uint)name);
        Put(AddressTableAt, from + (uint)tables + (2 * sizeof(uint)));
        image.Descriptors.CopyTo(bytes, DescriptorSize);
        Put(tables, from + (uint)function);
        Put(tables + (2 * sizeof(uint)), from + (uint)function);
        Encoding.ASCII.GetBytes(Function, bytes.AsSpan(function + sizeof(ushort)));
        Encoding.ASCII.GetBytes(dll, bytes.AsSpan(name));
        fixed (byte* p = bytes)
        {
            if (!Kernel32.WriteProcessMemory(process, place, p, (nuint)bytes.Length, out nuint count) || count != (nuint)bytes.Length)
                return false;
        }

        ulong own = from | ((ulong)(uint)(DescriptorSize + image.Descriptors.Length) << 32);
        // Addresses that the linker has bound are those of a table without the new descriptor.
        return TryWriteHeader(process, image.Directories + (BoundImportDirectory * DirectorySize), 0)
            && TryWriteHeader(process, image.Directories + (ImportDirectory * DirectorySize), own);

        void Put(int at, uint value) => BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(at), value);
    }

    private static int SizeOf(int descriptors, string dll) =>
        DescriptorSize + descriptors + (4 * sizeof(uint)) + sizeof(ushort) + Function.Length + 1 + dll.Length + 1;

    private static bool TryReadImage(nint process, [NotNullWhen(true)] out Image? image)
    {
        image = null;
        if (!TryFindBase(process, out uint start, out nint headers))
            return false;
        nint directories = headers + Directories;
        if (!TryRead(process, directories + (ClrDirectory * DirectorySize), out ulong clr)
            || !TryRead(process, directories + (ImportDirectory * DirectorySize), out uint imports))
            return false;
        List<byte> descriptors = [];
        byte[] one = new byte[DescriptorSize];
        for (int i = 0; imports != 0 && i < MostDescriptors; i++)
        {
            fixed (byte* p = one)
            {
                if (!Kernel32.ReadProcessMemory(process, (nint)(start + imports) + (i * DescriptorSize), p, DescriptorSize, out nuint count)
                    || count != DescriptorSize)
                    return false;
            }

            if (BitConverter.ToUInt32(one, NameAt) == 0)
                break;
            descriptors.AddRange(one);
        }

        descriptors.AddRange(new byte[DescriptorSize]);
        image = new Image(start, directories, clr != 0, [.. descriptors]);
        return true;
    }

    /// <summary>Finds the base of the program's image, and its headers.</summary>
    private static bool TryFindBase(nint process, out uint start, out nint headers)
    {
        nint block = 0;
        start = 0;
        headers = 0;
        if (!NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessWow64Information, &block, (uint)sizeof(nint), null)
            .IsSuccess())
            return false;
        if (block > 1)
            return TryRead(process, block + ImageBaseAddress, out start) && IsProgram(process, start, out headers);
        // Wine 8 only says that the process is a 32-bit one; its only environment block is of either kind.
        PROCESS_BASIC_INFORMATION basic;
        return NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessBasicInformation, &basic,
                (uint)sizeof(PROCESS_BASIC_INFORMATION), null).IsSuccess()
            && ((TryRead(process, basic.PebBaseAddress + ImageBaseAddress, out start) && IsProgram(process, start, out headers))
                || (TryRead(process, basic.PebBaseAddress + ImageBaseAddressOn64, out start) && IsProgram(process, start, out headers)));
    }

    private static bool IsProgram(nint process, uint start, out nint headers)
    {
        headers = 0;
        if (!TryRead(process, (nint)start, out ushort mark) || mark != DosMagic
            || !TryRead(process, (nint)start + HeadersOffset, out uint headersOffset))
            return false;
        headers = (nint)(start + headersOffset);
        return TryRead(process, headers + OptionalHeader, out ushort magic) && magic == Magic;
    }

    private static bool TryRead<T>(nint process, nint address, out T value)
        where T : unmanaged
    {
        fixed (T* p = &value)
            return Kernel32.ReadProcessMemory(process, address, p, (nuint)sizeof(T), out nuint count) && count == (nuint)sizeof(T);
    }

    private static bool TryWriteHeader(nint process, nint address, ulong value)
    {
        if (!Kernel32.VirtualProtectEx(process, address, sizeof(ulong), VirtualMemory.PAGE_READWRITE, out uint protection))
            return false;
        bool isWritten = Kernel32.WriteProcessMemory(process, address, &value, sizeof(ulong), out nuint count) && count == sizeof(ulong);
        return Kernel32.VirtualProtectEx(process, address, sizeof(ulong), protection, out _) && isWritten;
    }

    /// <summary>What is read of the program: its base, the place of its directories, and its import descriptors with the empty last one.</summary>
    private sealed record Image(uint Base, nint Directories, bool IsManaged, byte[] Descriptors);
}

/// <summary><see cref="EntryBlock"/> as a 32-bit process has it: the offsets of what a 64-bit process writes and reads there.</summary>
internal static class EntryBlock32
{
    public const int Size = 80, Magic = 0, MagicEnd = 8, Request = 16, Gate = 68, Returned = 72;

    /// <summary>Offsets of <see cref="EntryRequest"/>'s fields in the block.</summary>
    public const int RequestSize = 48, State = Request + 4, Status = Request + 8, Imported = Request + 12, Flags = Request + 16,
        ExitCode = Request + 20, ConfigurationSize = Request + 24, Starter = Request + 28, Configuration = Request + 32,
        Done = Request + 36, Go = Request + 40;
}
