using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>Writes to code that may be running.</summary>
internal static unsafe class LiveCode
{
    /// <summary>The number of attempts: another engine's patch of the same page restores the page's protection at its end.</summary>
    private const int Attempts = 100;

    /// <summary>Replaces bytes within one aligned block of eight in one store, if they are unchanged.</summary>
    /// <remarks>
    /// Returns false if they have changed, if they cross the block, or if the page can't be written, even if another thread changes its
    /// protection meanwhile.
    /// </remarks>
    public static bool TryExchange(NativeServices native, byte* address, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> replacement)
    {
        int within = (int)((ulong)address & 7);
        if (within + replacement.Length > 8)
            return false;
        ulong* block = (ulong*)(address - within);
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            uint old, ignored;
            ulong seen;
            if (Kernel32.VirtualProtect(block, 8, PAGE_EXECUTE_READWRITE, &old) == 0 || native.TryCopy(&seen, block, 8) == 0)
                return false;
            ulong wanted = seen;
            bool isExpected = new ReadOnlySpan<byte>((byte*)&seen + within, expected.Length).SequenceEqual(expected);
            replacement.CopyTo(new Span<byte>((byte*)&wanted + within, replacement.Length));
            // Native, because a fault there returns 0.
            ulong found = seen;
            bool written = isExpected && native.TryExchange(block, &found, wanted) != 0 && found == seen;
            Kernel32.VirtualProtect(block, 8, old, &ignored);
            Kernel32.FlushInstructionCache(-1, block, 8);
            if (written || !isExpected)
                return written;
        }

        return false;
    }

    /// <summary>
    /// Writes to padding, where no thread runs. Returns false if the page can't be written, even if another thread changes its protection
    /// meanwhile.
    /// </summary>
    public static bool TryWriteUnused(NativeServices native, byte* address, ReadOnlySpan<byte> bytes)
    {
        bool written = false;
        fixed (byte* source = bytes)
        {
            for (int attempt = 0; !written && attempt < Attempts; attempt++)
            {
                uint old, ignored;
                if (Kernel32.VirtualProtect(address, (nuint)bytes.Length, PAGE_EXECUTE_READWRITE, &old) == 0)
                    return false;
                written = native.TryCopy(address, source, (nuint)bytes.Length) != 0;
                Kernel32.VirtualProtect(address, (nuint)bytes.Length, old, &ignored);
            }
        }

        Kernel32.FlushInstructionCache(-1, address, (nuint)bytes.Length);
        return written;
    }
}
