using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

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
