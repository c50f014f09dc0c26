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
/// A 64-bit process can't make a 32-bit thread call a function, because it doesn't know the address of any 32-bit function. The import table
/// is data. The new table and all that it refers to are in memory that the caller has allocated; only two entries of the program's headers
/// are changed, in the new process's copy. Structures: <c>winnt.h</c>.
/// </remarks>
internal static unsafe class AddedImport
{
    /// <summary>The export that the import refers to; it needs no runtime.</summary>
    private const string Function = "rvfs_version";

    private const int DescriptorSize = 20, NameAt = 12, AddressTableAt = 16, MostDescriptors = 4096;

    /// <summary>
    /// Returns the path of a DLL as an import table names it, or null if it can't be named there: Windows takes such a name as text in the
    /// new process's code page, which is the program's choice, so only ASCII is the same for all.
    /// </summary>
    public static byte[]? Name(string dll)
    {
        string path = Ascii.IsValid(dll) ? dll : ShortPath.Of(dll);
        if (Ascii.IsValid(path))
            return Encoding.ASCII.GetBytes(path);
        // Wine widens each byte.
        return NtFunctions.IsWine && path.All(c => c <= byte.MaxValue) ? Encoding.Latin1.GetBytes(path) : null;
    }

    /// <summary>Returns the number of bytes that <see cref="TryWrite"/> needs, or 0 if no import can be added.</summary>
    /// <param name="process">The process, with all access.</param>
    /// <param name="name">The DLL's <see cref="Name"/>.</param>
    /// <param name="cause">The reason if the result is 0, a sentence without a full stop.</param>
    public static int Measure(nint process, byte[] name, out string cause)
    {
        cause = "the program's headers can't be read";
        if (!TryReadImage(process, out Image? image))
            return 0;
        cause = "it is a .NET program";
        return image.IsManaged ? 0 : SizeOf(image.Descriptors.Length, name);
    }

    /// <summary>Adds the import. Returns false, with the program unchanged, if that isn't possible.</summary>
    /// <param name="process">The process, with all access.</param>
    /// <param name="dll">The DLL's <see cref="Name"/>.</param>
    /// <param name="place">Writable memory in the process, aligned, of the measured size.</param>
    public static bool TryWrite(nint process, byte[] dll, nint place)
    {
        if (!TryReadImage(process, out Image? image) || image.IsManaged)
            return false;
        // The new descriptor and the program's own, with the empty one at the end; two tables of one entry; the names.
        byte[] bytes = new byte[SizeOf(image.Descriptors.Length, dll)];
        int tables = DescriptorSize + image.Descriptors.Length, function = tables + (4 * sizeof(uint)),
            name = function + sizeof(ushort) + Function.Length + 1;
        uint from = unchecked((uint)place - (uint)image.Program.Image);
        Put(0, from + (uint)tables);
        Put(NameAt, from + (uint)name);
        Put(AddressTableAt, from + (uint)tables + (2 * sizeof(uint)));
        image.Descriptors.CopyTo(bytes, DescriptorSize);
        Put(tables, from + (uint)function);
        Put(tables + (2 * sizeof(uint)), from + (uint)function);
        Encoding.ASCII.GetBytes(Function, bytes.AsSpan(function + sizeof(ushort)));
        dll.CopyTo(bytes, name);
        nuint count;
        fixed (byte* p = bytes)
        {
            if (Kernel32.WriteProcessMemory(process, place, p, (nuint)bytes.Length, &count) == 0 || count != (nuint)bytes.Length)
                return false;
        }

        ulong own = from | ((ulong)(uint)(DescriptorSize + image.Descriptors.Length) << 32);
        // Addresses that the linker has bound are those of a table without the new descriptor.
        return image.Program.TryWrite(image.Program.DirectoryEntry(SuspendedProgram.BoundImportDirectory), 0ul)
            && image.Program.TryWrite(image.Program.DirectoryEntry(SuspendedProgram.ImportDirectory), own);

        void Put(int at, uint value) => BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(at), value);
    }

    private static int SizeOf(int descriptors, byte[] dll) =>
        DescriptorSize + descriptors + (4 * sizeof(uint)) + sizeof(ushort) + Function.Length + 1 + dll.Length + 1;

    private static bool TryReadImage(nint process, [NotNullWhen(true)] out Image? image)
    {
        image = null;
        if (SuspendedProgram.TryFind(process) is not { Is64Bit: false } program
            || !program.TryRead(program.DirectoryEntry(SuspendedProgram.ClrDirectory), out ulong clr)
            || !program.TryRead(program.DirectoryEntry(SuspendedProgram.ImportDirectory), out uint imports))
            return false;
        List<byte> descriptors = [];
        byte[] one = new byte[DescriptorSize];
        nuint count;
        for (int i = 0; imports != 0 && i < MostDescriptors; i++)
        {
            nint at = program.Image + (nint)imports + (i * DescriptorSize);
            fixed (byte* p = one)
            {
                if (Kernel32.ReadProcessMemory(process, at, p, DescriptorSize, &count) == 0 || count != DescriptorSize)
                    return false;
            }

            if (BitConverter.ToUInt32(one, NameAt) == 0)
                break;
            descriptors.AddRange(one);
        }

        descriptors.AddRange(new byte[DescriptorSize]);
        image = new Image(program, clr != 0, [.. descriptors]);
        return true;
    }

    /// <summary>What is read of the program: its headers, and its import descriptors with the empty last one.</summary>
    private sealed record Image(SuspendedProgram Program, bool IsManaged, byte[] Descriptors);
}

/// <summary><see cref="EntryBlock"/> as a 32-bit process has it: the offsets of what a 64-bit process writes and reads there.</summary>
internal static class EntryBlock32
{
    public const int Size = 80, Magic = 0, MagicEnd = 8, Request = 16, Gate = 68, Returned = 72;

    /// <summary>Offsets of <see cref="EntryRequest"/>'s fields in the block.</summary>
    public const int RequestSize = 48, State = Request + 4, Status = Request + 8, Imported = Request + 12, Flags = Request + 16,
        ExitCode = Request + 20, ConfigurationSize = Request + 24, Starter = Request + 28, Configuration = Request + 32,
        Done = Request + 36, Go = Request + 40, Withheld = Request + 44;
}
