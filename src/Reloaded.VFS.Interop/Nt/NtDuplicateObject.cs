using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, nint, nint, nint*, Reloaded.VFS.Interop.Nt.AccessMask, uint, Reloaded.VFS.Interop.Nt.DuplicateOptions,
    Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtDuplicateObject</c>: copies a handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwduplicateobject"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtDuplicateObject(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint sourceProcess, nint source, nint targetProcess, nint* target, AccessMask desiredAccess, uint handleAttributes,
        DuplicateOptions options) =>
        ((Function)address)(sourceProcess, source, targetProcess, target, desiredAccess, handleAttributes, options);
}
