using System.Text;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The import table of a suspended program, withheld from Windows' loader until the VFS runs, so that a mod's DLL can be imported.
/// Immutable.
/// </summary>
/// <remarks>
/// The table and the first TLS callback (which may use imports) are removed from the process's copy of the image; <c>rvfs_import</c>
/// restores them. Structures: <c>winnt.h</c>.
/// </remarks>
public sealed unsafe class WithheldImports
{
    /// <summary>The export that resolves the withheld imports.</summary>
    public const string Export = "rvfs_import";

    private const int NameChars = 260;

    private readonly SuspendedProgram _program;
    private readonly Block _block;
    private readonly nint _callback;

    private WithheldImports(SuspendedProgram program, Block block, nint callback)
    {
        _program = program;
        _block = block;
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
        if (SuspendedProgram.TryFind(process) is not { } program
            || !program.TryReadPreferredBase(out ulong preferred)
            || !program.TryRead(program.DirectoryEntry(SuspendedProgram.ClrDirectory), out ulong clr)
            || !program.TryRead(program.DirectoryEntry(SuspendedProgram.ImportDirectory), out ulong imports))
            return null;
        cause = "a .NET program loads its DLLs in its own way";
        if (clr != 0)
            return null;
        cause = "it has no import table";
        if ((uint)imports == 0)
            return null;
        cause = "its TLS callbacks can't be held back";
        Block block = new() { Size = (uint)sizeof(Block), ImportRva = (uint)imports, ImportSize = (uint)(imports >> 32) };
        if (!TryFindTlsCallback(program, preferred, out nint callback, out block.TlsCallback)
            || (callback != 0 && !program.TryWritePointer(callback, 0)))
            return null;
        WithheldImports taken = new(program, block, callback);
        if (program.TryWrite(program.DirectoryEntry(SuspendedProgram.ImportDirectory), 0ul))
            return taken;
        taken.PutBack();
        cause = "its headers can't be written";
        return null;
    }

    /// <summary>Restores the table while no code of the process has run.</summary>
    public void PutBack()
    {
        _program.TryWrite(_program.DirectoryEntry(SuspendedProgram.ImportDirectory), _block.ImportRva | ((ulong)_block.ImportSize << 32));
        if (_callback != 0)
            _program.TryWritePointer(_callback, _block.TlsCallback);
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

    /// <summary>Finds the first TLS callback and its slot; zeros if the program has none.</summary>
    private static bool TryFindTlsCallback(SuspendedProgram program, ulong preferred, out nint place, out ulong callback)
    {
        const int callbacksAt = 3; // the fourth pointer of IMAGE_TLS_DIRECTORY
        place = 0;
        callback = 0;
        if (!program.TryRead(program.DirectoryEntry(SuspendedProgram.TlsDirectory), out uint rva))
            return false;
        if (rva == 0)
            return true;
        if (!program.TryReadPointer(program.Image + (nint)rva + (callbacksAt * program.PointerSize), out ulong callbacks))
            return false;
        if (callbacks == 0)
            return true;
        // The addresses are still to be relocated: relocation would change a zero.
        if ((nuint)program.Image != preferred || !program.TryReadPointer((nint)callbacks, out callback))
            return false;
        if (callback != 0)
            place = (nint)callbacks;
        return true;
    }
}
