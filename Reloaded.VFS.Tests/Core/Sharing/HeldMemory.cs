using System.Runtime.InteropServices;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Tests.Core.Sharing;

/// <summary>Memory of this process in place of a section.</summary>
internal sealed unsafe class HeldMemory(long length) : SharedMemory
{
    private const int Page = 4096;

    private readonly byte* _memory = (byte*)NativeMemory.AlignedAlloc((nuint)length, Page);

    public override byte* Address => _memory;

    public override long Length => length;

    public Span<byte> Bytes => new(_memory, (int)length);

    /// <summary>Returns zeroed memory.</summary>
    public static HeldMemory Create(long length)
    {
        var memory = new HeldMemory(length);
        memory.Bytes.Clear();
        return memory;
    }

    /// <summary>Returns a copy, as another process maps it.</summary>
    public HeldMemory Copy(long? shorter = null)
    {
        var copy = new HeldMemory(shorter ?? length);
        Bytes[..(int)copy.Length].CopyTo(copy.Bytes);
        return copy;
    }

    ~HeldMemory() => NativeMemory.AlignedFree(_memory);
}
