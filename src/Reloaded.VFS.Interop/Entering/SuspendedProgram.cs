using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The headers of a program's image in a suspended process of which nothing has run, of either width, read and written from a process of
/// either width that can reach its addresses. Immutable.
/// </summary>
/// <remarks>Offsets: <c>winnt.h</c>.</remarks>
internal sealed unsafe class SuspendedProgram(nint process, nint image, nint headers, bool is64Bit)
{
    public const int ImportDirectory = 1, TlsDirectory = 9, BoundImportDirectory = 11, ClrDirectory = 14;

    private const int HeadersOffset = 0x3C, OptionalHeader = 0x18, DirectorySize = 8;
    private const ushort DosMagic = 0x5A4D, Magic32 = 0x10B, Magic64 = 0x20B;

    /// <summary>The offsets of the image's base in a 32-bit environment block (PEB), and in a 64-bit one.</summary>
    private const int ImageBaseAddress = 8, ImageBaseAddressOn64 = 16;

    /// <summary>Gets the address of the image in the process.</summary>
    public nint Image => image;

    public bool Is64Bit => is64Bit;

    public int PointerSize => Is64Bit ? sizeof(ulong) : sizeof(uint);

    /// <summary>Finds the image. Returns null if the process can't be read.</summary>
    /// <param name="process">The process, with all access.</param>
    public static SuspendedProgram? TryFind(nint process)
    {
        // A 32-bit process in a 64-bit system has two environment blocks; a 32-bit caller is told the 32-bit one by either class.
        nint block = 0;
        if (NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessWow64Information, &block, (uint)sizeof(nint), null)
            .IsSuccess() && block > 1 && TryReadImage(process, block + ImageBaseAddress, sizeof(uint)) is { } program)
            return program;
        PROCESS_BASIC_INFORMATION basic;
        if (!NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessBasicInformation, &basic,
            (uint)sizeof(PROCESS_BASIC_INFORMATION), null).IsSuccess())
            return null;
        // Wine 8 only says that a process is a 32-bit one; its only environment block is of either kind.
        return (block != 0 ? TryReadImage(process, basic.PebBaseAddress + ImageBaseAddress, sizeof(uint)) : null)
            ?? TryReadImage(process, basic.PebBaseAddress + (2 * sizeof(nint)), sizeof(nint))
            ?? (block != 0 ? TryReadImage(process, basic.PebBaseAddress + ImageBaseAddressOn64, sizeof(uint)) : null);
    }

    /// <summary>Returns the address of the entry of a directory, which has an RVA and a size of four bytes each.</summary>
    public nint DirectoryEntry(int directory) => headers + OptionalHeader + (Is64Bit ? 0x70 : 0x60) + (directory * DirectorySize);

    /// <summary>Reads the address at which the linker placed the image.</summary>
    public bool TryReadPreferredBase(out ulong preferred) => Is64Bit
        ? TryRead(headers + OptionalHeader + 0x18, out preferred)
        : TryReadPointer(headers + OptionalHeader + 0x1C, out preferred);

    public bool TryReadPointer(nint address, out ulong value)
    {
        if (Is64Bit)
            return TryRead(address, out value);
        bool isRead = TryRead(address, out uint small);
        value = small;
        return isRead;
    }

    /// <summary>Writes a pointer of the process, in a page of any protection.</summary>
    public bool TryWritePointer(nint address, ulong value) => Is64Bit ? TryWrite(address, value) : TryWrite(address, (uint)value);

    public bool TryRead<T>(nint address, out T value)
        where T : unmanaged => TryRead(process, address, out value);

    /// <summary>
    /// Writes a value in a page of any protection: by its documentation <c>WriteProcessMemory</c> fails for an image's headers, as on
    /// Wine 10.
    /// </summary>
    public bool TryWrite<T>(nint address, T value)
        where T : unmanaged
    {
        nuint size = (nuint)sizeof(T);
        if (!Kernel32.VirtualProtectEx(process, address, size, VirtualMemory.PAGE_READWRITE, out uint protection))
            return false;
        nuint count;
        bool isWritten = Kernel32.WriteProcessMemory(process, address, &value, size, &count) != 0 && count == size;
        return Kernel32.VirtualProtectEx(process, address, size, protection, out _) && isWritten;
    }

    private static SuspendedProgram? TryReadImage(nint process, nint pointer, int pointerSize)
    {
        nint image = 0;
        nuint count;
        if (Kernel32.ReadProcessMemory(process, pointer, &image, (nuint)pointerSize, &count) == 0 || count != (nuint)pointerSize
            || !TryRead(process, image, out ushort mark) || mark != DosMagic
            || !TryRead(process, image + HeadersOffset, out uint headersOffset))
            return null;
        nint headers = image + (nint)headersOffset;
        return TryRead(process, headers + OptionalHeader, out ushort magic) && magic is Magic32 or Magic64
            ? new(process, image, headers, magic == Magic64)
            : null;
    }

    private static bool TryRead<T>(nint process, nint address, out T value)
        where T : unmanaged
    {
        nuint count;
        fixed (T* p = &value)
            return Kernel32.ReadProcessMemory(process, address, p, (nuint)sizeof(T), &count) != 0 && count == (nuint)sizeof(T);
    }
}
