using System.Runtime.InteropServices;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// Text that ends (or begins) exactly at a page without access, so that one unit read or written too far crashes the test.
/// </summary>
internal sealed unsafe partial class BoundedText : IDisposable
{
    private const int PageSize = 4096;
    private readonly nint _memory;
    private readonly int _dataPages;

    internal BoundedText(int capacity)
    {
        _dataPages = ((capacity * sizeof(char)) + PageSize - 1) / PageSize;
        nuint bytes = (nuint)((_dataPages + 2) * PageSize);
        nint after = (_dataPages + 1) * PageSize;
        if (OperatingSystem.IsWindows())
        {
            _memory = VirtualAlloc(0, bytes, 0x3000, 0x04);
            Assert.NotEqual(0, _memory);
            Assert.True(VirtualProtect(_memory, PageSize, 0x01, out _));
            Assert.True(VirtualProtect(_memory + after, PageSize, 0x01, out _));
        }
        else
        {
            _memory = mmap(0, bytes, 3, 0x22, -1, 0);
            Assert.NotEqual(-1, _memory);
            Assert.Equal(0, mprotect(_memory, PageSize, 0));
            Assert.Equal(0, mprotect(_memory + after, PageSize, 0));
        }
    }

    /// <summary>Returns the last <paramref name="length"/> units before the page without access.</summary>
    internal Span<char> AtEnd(int length) => new((char*)(_memory + ((_dataPages + 1) * PageSize)) - length, length);

    /// <summary>Returns the first <paramref name="length"/> units after the page without access.</summary>
    internal Span<char> AtStart(int length) => new((char*)(_memory + PageSize), length);

    public void Dispose()
    {
        if (OperatingSystem.IsWindows())
            VirtualFree(_memory, 0, 0x8000);
        else
            munmap(_memory, (nuint)((_dataPages + 2) * PageSize));
    }

    [LibraryImport("libc")]
    private static partial nint mmap(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc")]
    private static partial int mprotect(nint address, nuint length, int protection);

    [LibraryImport("libc")]
    private static partial int munmap(nint address, nuint length);

    [LibraryImport("kernel32")]
    private static partial nint VirtualAlloc(nint address, nuint size, uint type, uint protection);

    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualProtect(nint address, nuint size, uint protection, out uint old);

    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualFree(nint address, nuint size, uint type);
}
