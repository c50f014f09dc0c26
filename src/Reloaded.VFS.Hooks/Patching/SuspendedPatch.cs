using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>The replacement of code by other code.</summary>
/// <param name="Target">The first byte to replace.</param>
/// <param name="Expected">The bytes that must be there.</param>
/// <param name="Replacement">The new bytes, as many as <paramref name="Expected"/>.</param>
/// <param name="Moves">The moves of threads that stand inside the code.</param>
internal readonly record struct CodeReplacement(nint Target, byte[] Expected, byte[] Replacement, IpMove[] Moves);

/// <summary>A patch that replaces code while the other threads are stopped.</summary>
internal static unsafe class SuspendedPatch
{
    /// <summary>Replaces all pieces of code while the other threads are stopped once.</summary>
    /// <returns>The status of each piece; unless successful, nothing was written.</returns>
    public static NtStatus[] Write(NativeServices native, ReadOnlySpan<CodeReplacement> replacements)
    {
        if (replacements.Length == 0)
            return [];
        List<GCHandle> pins = [];
        var patches = new CodePatch[replacements.Length];
        try
        {
            for (int i = 0; i < patches.Length; i++)
            {
                CodeReplacement replacement = replacements[i];
                patches[i] = new CodePatch
                {
                    Address = (byte*)replacement.Target,
                    Expected = Pin<byte>(replacement.Expected, pins),
                    Replacement = Pin<byte>(replacement.Replacement, pins),
                    Moves = Pin<IpMove>(replacement.Moves, pins),
                    Count = (uint)replacement.Replacement.Length,
                    MoveCount = (uint)replacement.Moves.Length,
                };
            }

            fixed (CodePatch* first = patches)
                native.Patch(first, (uint)patches.Length);
        }
        finally
        {
            pins.ForEach(pin => pin.Free());
        }

        return [.. patches.Select(patch => patch.Status)];
    }

    private static T* Pin<T>(T[] array, List<GCHandle> pins)
        where T : unmanaged
    {
        GCHandle pin = GCHandle.Alloc(array, GCHandleType.Pinned);
        pins.Add(pin);
        return (T*)pin.AddrOfPinnedObject();
    }

    /// <summary>Explains a status of <see cref="Write"/>, for the start report.</summary>
    public static string Explain(NtStatus status) => status switch
    {
        NtStatus.STATUS_CONFLICTING_ADDRESSES => "the function's entry changed while it was being hooked, or can't be written",
        NtStatus.STATUS_ACCESS_DENIED => "a thread can't be stopped or moved: something in this process refuses it",
        NtStatus.STATUS_INVALID_PAGE_PROTECTION => "the function's page can't be made writable (dynamic code is forbidden in this process)",
        NtStatus.STATUS_RETRY => "a thread stood in the function's first instructions each time it was to be hooked",
        _ => $"its first bytes couldn't be replaced (status {(uint)status:X8})",
    };
}

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
