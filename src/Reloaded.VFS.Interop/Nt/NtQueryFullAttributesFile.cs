using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: tells the times, sizes and attributes of a name (<c>FILE_NETWORK_OPEN_INFORMATION</c>)
/// (ntddk.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/nf-wdm-zwqueryfullattributesfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryFullAttributesFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryFullAttributesFile Exported => new(SystemExports.NtQueryFullAttributesFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation) =>
        ((Function)address)(objectAttributes, fileInformation);
}
