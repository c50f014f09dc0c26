using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtDeleteFile</c>: deletes what a name leads to (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwdeletefile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtDeleteFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
        ((Function)address)(objectAttributes);
}
