using System.Runtime.InteropServices;
using System.Text;
using static Reloaded.VFS.Cli.Injection.Win32.RemoteMemory;

namespace Reloaded.VFS.Cli.Injection;

/// <summary>
/// The import table of a suspended game, kept from Windows' loader until the VFS runs, so that a mod's DLL can be imported. The table and the
/// first TLS callback (which may use what is imported) are taken out of the process's copy of the image; <c>rvfs_import</c> puts them back.
/// Offsets: <c>winnt.h</c>, 64-bit images.
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
    private readonly uint _exportRva;

    private WithheldImports(Block block, uint exportRva)
    {
        _block = block;
        _exportRva = exportRva;
    }

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

    /// <summary>Takes the table out; null, with the process as it was, where that can't be done: <paramref name="cause"/> says why.</summary>
    /// <param name="game">Nothing of it has run.</param>
    /// <param name="dllPath">What will have to put it back.</param>
    /// <param name="cause">A sentence without its full stop.</param>
    /// <exception cref="CliException">The DLL can't do that.</exception>
    public static WithheldImports? TryTake(GameProcess game, string dllPath, out string cause)
    {
        cause = "the program's headers can't be read";
        if (!game.TryGetImageBase(out nint image) || !TryRead(game, image + 0x3C, out uint headersOffset))
            return null;
        nint headers = image + (nint)headersOffset;
        nint directories = headers + 0x88;
        if (!TryRead(game, headers + 0x18, out ushort magic) || magic != 0x20B || !TryRead(game, headers + 0x30, out ulong preferred)
            || !TryRead(game, directories + (ClrDirectory * 8), out ulong clr) || !TryRead(game, directories + (ImportDirectory * 8), out ulong imports))
            return null;
        cause = "a .NET program loads its DLLs in its own way";
        if (clr != 0)
            return null;
        cause = "it has no import table";
        if ((uint)imports == 0)
            return null;
        cause = "its TLS callbacks can't be held back";
        uint exportRva = ExportTable.FindRva(dllPath, Export);
        Block block = new() { Size = (uint)sizeof(Block), ImportRva = (uint)imports, ImportSize = (uint)(imports >> 32) };
        if (!TryFindTlsCallback(game, image, preferred, directories, out nint callback, out block.TlsCallback) || (callback != 0 && !TryWrite(game, callback, 0ul)))
            return null;
        if (TryWrite(game, directories + (ImportDirectory * 8), 0ul))
            return new(block, exportRva);
        if (callback != 0)
            TryWrite(game, callback, block.TlsCallback);
        cause = "its headers can't be written";
        return null;
    }

    /// <summary>Has the DLL import what was withheld.</summary>
    /// <param name="dll">Started.</param>
    /// <param name="error">What is the matter, unless it's <see cref="InjectionOutcome.Started"/>.</param>
    /// <param name="status">What Windows ends a program with that lacks what this one lacks (NTSTATUS); 0 where it lacks nothing.</param>
    public InjectionOutcome Import(RemoteDll dll, out string error, out uint status)
    {
        const int RVFS_ERROR_NOT_FOUND = -6;
        const uint STATUS_DLL_NOT_FOUND = 0xC0000135;
        const uint STATUS_ENTRYPOINT_NOT_FOUND = 0xC0000139;
        status = 0;
        Span<Block> block = [_block];
        InjectionOutcome outcome = dll.Call(_exportRva, MemoryMarshal.AsBytes(block), "loading the game's own DLLs", out uint result, out error);
        if (outcome != InjectionOutcome.Started || result == 0)
            return outcome;
        string name = Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Dll[0], NameChars));
        string function = block[0].Ordinal != 0 ? $"number {block[0].Ordinal}" : Text(MemoryMarshal.CreateReadOnlySpan(ref block[0].Function[0], NameChars));
        if ((int)result != RVFS_ERROR_NOT_FOUND)
        {
            error = $"the game's own DLLs weren't loaded ({Export} returned {(int)result}).";
        }
        else if (function.Length > 0)
        {
            status = STATUS_ENTRYPOINT_NOT_FOUND;
            error = $"the game needs the function {function} of {name}, which that DLL doesn't have.";
        }
        else
        {
            status = STATUS_DLL_NOT_FOUND;
            error = $"the game needs {name}, which can't be loaded: it, or a DLL that it needs itself, isn't there.";
        }
        return InjectionOutcome.Failed;
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes[..Math.Max(0, bytes.IndexOf((byte)0))]);

    /// <summary>The place of the first TLS callback and what is there; zeros where the program has none.</summary>
    private static bool TryFindTlsCallback(GameProcess game, nint image, ulong preferred, nint directories, out nint place, out ulong callback)
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

    private static bool TryRead<T>(GameProcess game, nint address, out T value)
        where T : unmanaged
    {
        fixed (T* p = &value)
            return ReadProcessMemory(game.Handle, address, p, (nuint)sizeof(T), out nuint count) && count == (nuint)sizeof(T);
    }

    // An image's headers are read-only, and WriteProcessMemory fails for such pages by its documentation; so it does on Wine 10. Wine 8 writes to them.
    private static bool TryWrite<T>(GameProcess game, nint address, T value)
        where T : unmanaged
    {
        nuint size = (nuint)sizeof(T);
        if (!VirtualProtectEx(game.Handle, address, size, PAGE_READWRITE, out uint protection))
            return false;
        bool isWritten = WriteProcessMemory(game.Handle, address, &value, size, out nuint count) && count == size;
        return VirtualProtectEx(game.Handle, address, size, protection, out _) && isWritten;
    }
}
