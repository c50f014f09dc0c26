using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// The import table of a suspended game, kept from Windows' loader until the VFS runs, so that a mod's DLL can be imported. The table and
/// the first TLS callback (which may use what is imported) are taken out of the process's copy of the image; <c>rvfs_import</c> puts them
/// back. Offsets: <c>winnt.h</c>, 64-bit images.
/// </summary>
internal sealed unsafe class WithheldImports
{
    /// <summary>The export that resolves what was withheld.</summary>
    public const string Export = "rvfs_import";

    private const int ImportDirectory = 1;
    private const int TlsDirectory = 9;
    private const int ClrDirectory = 14;
    private const int NameChars = 260;

    private readonly Block _block;

    private WithheldImports(Block block) => _block = block;

    /// <summary>What the DLL is told.</summary>
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
    /// Takes the table out; null, with the process as it was, where that can't be done: <paramref name="cause"/> says why.
    /// </summary>
    /// <param name="game">Nothing of it has run.</param>
    /// <param name="cause">A sentence without its full stop.</param>
    public static WithheldImports? TryTake(LaunchedGame game, out string cause)
    {
        cause = "the program's headers can't be read";
        if (!game.TryGetImageBase(out nint image) || !TryRead(game, image + 0x3C, out uint headersOffset))
            return null;
        nint headers = image + (nint)headersOffset;
        nint directories = headers + 0x88;
        if (!TryRead(game, headers + 0x18, out ushort magic) || magic != 0x20B || !TryRead(game, headers + 0x30, out ulong preferred)
            || !TryRead(game, directories + (ClrDirectory * 8), out ulong clr)
            || !TryRead(game, directories + (ImportDirectory * 8), out ulong imports))
            return null;
        cause = "a .NET program loads its DLLs in its own way";
        if (clr != 0)
            return null;
        cause = "it has no import table";
        if ((uint)imports == 0)
            return null;
        cause = "its TLS callbacks can't be held back";
        Block block = new() { Size = (uint)sizeof(Block), ImportRva = (uint)imports, ImportSize = (uint)(imports >> 32) };
        if (!TryFindTlsCallback(game, image, preferred, directories, out nint callback, out block.TlsCallback)
            || (callback != 0 && !TryWrite(game, callback, 0ul)))
            return null;
        if (TryWrite(game, directories + (ImportDirectory * 8), 0ul))
            return new(block);
        if (callback != 0)
            TryWrite(game, callback, block.TlsCallback);
        cause = "its headers can't be written";
        return null;
    }

    /// <summary>Why the DLL couldn't import what was withheld: a sentence.</summary>
    /// <param name="entry">What started the DLL.</param>
    /// <param name="result">What its export returned; not 0.</param>
    /// <param name="status">What Windows ends a program with that lacks what this one lacks (NTSTATUS); 0 where it lacks nothing.</param>
    public string Explain(ProcessEntry entry, int result, out uint status)
    {
        const int RVFS_ERROR_NOT_FOUND = -6;
        status = 0;
        Span<Block> block = [_block];
        if (result != RVFS_ERROR_NOT_FOUND || !entry.TryReadWithheld(MemoryMarshal.AsBytes(block)))
            return $"the game's own DLLs weren't loaded ({Export} returned {result}).";
        string name = Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Dll[0], NameChars));
        string function = block[0].Ordinal != 0
            ? $"number {block[0].Ordinal}"
            : Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Function[0], NameChars));
        if (function.Length > 0)
        {
            status = unchecked((uint)NtStatus.STATUS_ENTRYPOINT_NOT_FOUND);
            return $"the game needs the function {function} of {name}, which that DLL doesn't have.";
        }

        status = unchecked((uint)NtStatus.STATUS_DLL_NOT_FOUND);
        return $"the game needs {name}, which can't be loaded: it, or a DLL that it needs itself, isn't there.";
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes[..Math.Max(0, bytes.IndexOf((byte)0))]);

    /// <summary>The place of the first TLS callback and what is there; zeros where the program has none.</summary>
    private static bool TryFindTlsCallback(LaunchedGame game, nint image, ulong preferred, nint directories, out nint place,
        out ulong callback)
    {
        place = 0;
        callback = 0;
        if (!TryRead(game, directories + (TlsDirectory * 8), out uint rva))
            return false;
        if (rva == 0)
            return true;
        if (!TryRead(game, image + (nint)rva + 0x18, out ulong callbacks))
            return false;
        if (callbacks == 0)
            return true;
        // Addresses that are still to be relocated: a zero written there would become something else.
        if ((ulong)image != preferred || !TryRead(game, (nint)callbacks, out callback))
            return false;
        if (callback != 0)
            place = (nint)callbacks;
        return true;
    }

    private static bool TryRead<T>(LaunchedGame game, nint address, out T value)
        where T : unmanaged
    {
        fixed (T* p = &value)
            return Kernel32.ReadProcessMemory(game.Handle, address, p, (nuint)sizeof(T), out nuint count) && count == (nuint)sizeof(T);
    }

    // An image's headers are read-only, and WriteProcessMemory fails for such pages by its documentation; so it does on Wine 10.
    // Wine 8 writes to them.
    private static bool TryWrite<T>(LaunchedGame game, nint address, T value)
        where T : unmanaged
    {
        nuint size = (nuint)sizeof(T);
        if (!Kernel32.VirtualProtectEx(game.Handle, address, size, VirtualMemory.PAGE_READWRITE, out uint protection))
            return false;
        bool isWritten = Kernel32.WriteProcessMemory(game.Handle, address, &value, size, out nuint count) && count == size;
        return Kernel32.VirtualProtectEx(game.Handle, address, size, protection, out _) && isWritten;
    }
}
