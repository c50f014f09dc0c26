using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>Writes into code that may be running.</summary>
internal static unsafe class LiveCode
{
    /// <summary>Another engine's patch of the same page takes its protection back at its end: so often it is asked for again.</summary>
    private const int Attempts = 100;

    /// <summary>
    /// Replaces bytes that lie in one aligned block of eight, in one store, if they are still what they were. False: they aren't, they
    /// cross the block, or the page can't be written, whichever way another thread changes its protection meanwhile.
    /// </summary>
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
            // Native: a fault there is an answer. 1 where it was done.
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
    /// Writes where no thread runs: padding. False: the page can't be written, whichever way another thread changes its protection.
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
