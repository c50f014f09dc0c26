using Reloaded.VFS.Interop.Kernel32;
using static Reloaded.VFS.Interop.Kernel32.Memory;

namespace Reloaded.VFS.Hooks.Engine;

/// <summary>Writes into code that may be running.</summary>
internal static unsafe class LiveCode
{
    /// <summary>
    /// Replaces bytes that lie in one aligned block of eight, in one store, if they are still what they were. False: they aren't, they
    /// cross the block, or the page can't be written.
    /// </summary>
    public static bool TryExchange(byte* address, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> replacement)
    {
        int within = (int)((ulong)address & 7);
        if (within + replacement.Length > 8)
            return false;
        long* block = (long*)(address - within);
        uint old;
        if (VirtualProtect(block, 8, PAGE_EXECUTE_READWRITE, &old) == 0)
            return false;
        bool written = false;
        while (true)
        {
            long seen = Volatile.Read(ref *block);
            long wanted = seen;
            if (!new ReadOnlySpan<byte>((byte*)&seen + within, expected.Length).SequenceEqual(expected))
                break;
            replacement.CopyTo(new Span<byte>((byte*)&wanted + within, replacement.Length));
            if (Interlocked.CompareExchange(ref *block, wanted, seen) != seen)
                continue;
            written = true;
            break;
        }

        uint ignored;
        VirtualProtect(block, 8, old, &ignored);
        FlushInstructionCache(-1, block, 8);
        return written;
    }

    /// <summary>Writes where no thread runs: padding.</summary>
    public static bool TryWriteUnused(byte* address, ReadOnlySpan<byte> bytes)
    {
        uint old;
        if (VirtualProtect(address, (nuint)bytes.Length, PAGE_EXECUTE_READWRITE, &old) == 0)
            return false;
        bytes.CopyTo(new Span<byte>(address, bytes.Length));
        uint ignored;
        VirtualProtect(address, (nuint)bytes.Length, old, &ignored);
        FlushInstructionCache(-1, address, (nuint)bytes.Length);
        return true;
    }
}
