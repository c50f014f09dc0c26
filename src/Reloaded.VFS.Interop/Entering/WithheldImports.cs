using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The import table of a suspended program, withheld from Windows' loader until the VFS runs, so that a mod's DLL can be imported.
/// Immutable.
/// </summary>
/// <remarks>
/// The table and the first TLS callback (which may use imports) are removed from the process's copy of the image; <c>rvfs_import</c>
/// restores them. Offsets: <c>winnt.h</c>, 64-bit images.
/// </remarks>
public sealed unsafe class WithheldImports
{
    /// <summary>The export that resolves the withheld imports.</summary>
    public const string Export = "rvfs_import";

    private const int ImportDirectory = 1;
    private const int TlsDirectory = 9;
    private const int ClrDirectory = 14;
    private const int NameChars = 260;

    private readonly Block _block;
    private readonly nint _directory;
    private readonly nint _callback;

    private WithheldImports(Block block, nint directory, nint callback)
    {
        _block = block;
        _directory = directory;
        _callback = callback;
    }

    /// <summary>Gets the number of bytes passed to the DLL.</summary>
    public static int Size => sizeof(Block);

    /// <summary>Gets the data passed to the DLL: <see cref="Size"/> bytes.</summary>
    public ReadOnlySpan<byte> Bytes => MemoryMarshal.AsBytes(MemoryMarshal.CreateReadOnlySpan(in _block, 1));

    /// <summary><c>rvfs_withheld</c> of <c>reloaded_vfs.h</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Block
    {
        public uint Size;
        public uint ImportRva;
        public uint ImportSize;
        public uint Ordinal;
        public ulong TlsCallback;
        public fixed byte Dll[NameChars];
        public fixed byte Function[NameChars];
    }

    /// <summary>
    /// Removes the table. Returns null, with the process unchanged, if that isn't possible; <paramref name="cause"/> is the reason.
    /// </summary>
    /// <param name="process">The process, with all access. None of its code has run.</param>
    /// <param name="cause">The reason, a sentence without a full stop.</param>
    public static WithheldImports? TryTake(nint process, out string cause)
    {
        cause = "the program's headers can't be read";
        if (!TryFindImage(process, out nint image) || !TryRead(process, image + 0x3C, out uint headersOffset))
            return null;
        nint headers = image + (nint)headersOffset;
        nint directories = headers + 0x88;
        if (!TryRead(process, headers + 0x18, out ushort magic))
            return null;
        cause = "it is a 32-bit program";
        if (magic != 0x20B)
            return null;
        cause = "the program's headers can't be read";
        if (!TryRead(process, headers + 0x30, out ulong preferred)
            || !TryRead(process, directories + (ClrDirectory * 8), out ulong clr)
            || !TryRead(process, directories + (ImportDirectory * 8), out ulong imports))
            return null;
        cause = "a .NET program loads its DLLs in its own way";
        if (clr != 0)
            return null;
        cause = "it has no import table";
        if ((uint)imports == 0)
            return null;
        cause = "its TLS callbacks can't be held back";
        Block block = new() { Size = (uint)sizeof(Block), ImportRva = (uint)imports, ImportSize = (uint)(imports >> 32) };
        if (!TryFindTlsCallback(process, image, preferred, directories, out nint callback, out block.TlsCallback)
            || (callback != 0 && !TryWrite(process, callback, 0ul)))
            return null;
        WithheldImports taken = new(block, directories + (ImportDirectory * 8), callback);
        if (TryWrite(process, taken._directory, 0ul))
            return taken;
        taken.PutBack(process);
        cause = "its headers can't be written";
        return null;
    }

    /// <summary>Restores the table while no code of the process has run.</summary>
    /// <param name="process">The process, with all access.</param>
    public void PutBack(nint process)
    {
        TryWrite(process, _directory, _block.ImportRva | ((ulong)_block.ImportSize << 32));
        if (_callback != 0)
            TryWrite(process, _callback, _block.TlsCallback);
    }

    /// <summary>Returns the import that failed, or null if unknown.</summary>
    /// <param name="entry">The entry that started the DLL.</param>
    /// <param name="result">The export's result; not 0.</param>
    public static MissingImport? FindMissing(ProcessEntry entry, int result)
    {
        const int RVFS_ERROR_NOT_FOUND = -6;
        Span<Block> block = stackalloc Block[1];
        if (result != RVFS_ERROR_NOT_FOUND || !entry.TryReadWithheld(MemoryMarshal.AsBytes(block)))
            return null;
        string name = Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Dll[0], NameChars));
        string function = block[0].Ordinal != 0
            ? $"number {block[0].Ordinal}"
            : Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Function[0], NameChars));
        return new MissingImport(name, function.Length == 0 ? null : function);
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes[..Math.Max(0, bytes.IndexOf((byte)0))]);

    /// <summary>Finds the program's image by the process environment block (PEB).</summary>
    private static bool TryFindImage(nint process, out nint image)
    {
        const int ImageBaseAddress = 2; // the third pointer of the PEB
        image = 0;
        PROCESS_BASIC_INFORMATION information;
        return NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessBasicInformation, &information,
                (uint)sizeof(PROCESS_BASIC_INFORMATION), null) >= 0
            && TryRead(process, information.PebBaseAddress + (ImageBaseAddress * sizeof(nint)), out image) && image != 0;
    }

    /// <summary>Finds the first TLS callback and its slot; zeros if the program has none.</summary>
    private static bool TryFindTlsCallback(nint process, nint image, ulong preferred, nint directories, out nint place,
        out ulong callback)
    {
        place = 0;
        callback = 0;
        if (!TryRead(process, directories + (TlsDirectory * 8), out uint rva))
            return false;
        if (rva == 0)
            return true;
        if (!TryRead(process, image + (nint)rva + 0x18, out ulong callbacks))
            return false;
        if (callbacks == 0)
            return true;
        // The addresses are still to be relocated: relocation would change a zero.
        if ((ulong)image != preferred || !TryRead(process, (nint)callbacks, out callback))
            return false;
        if (callback != 0)
            place = (nint)callbacks;
        return true;
    }

    private static bool TryRead<T>(nint process, nint address, out T value)
        where T : unmanaged
    {
        fixed (T* p = &value)
            return Kernel32.ReadProcessMemory(process, address, p, (nuint)sizeof(T), out nuint count) && count == (nuint)sizeof(T);
    }

    // An image's headers are read-only: by its documentation WriteProcessMemory fails for such pages, as on Wine 10. Wine 8 writes to them.
    private static bool TryWrite<T>(nint process, nint address, T value)
        where T : unmanaged
    {
        nuint size = (nuint)sizeof(T);
        if (!Kernel32.VirtualProtectEx(process, address, size, VirtualMemory.PAGE_READWRITE, out uint protection))
            return false;
        bool isWritten = Kernel32.WriteProcessMemory(process, address, &value, size, out nuint count) && count == size;
        return Kernel32.VirtualProtectEx(process, address, size, protection, out _) && isWritten;
    }
}
