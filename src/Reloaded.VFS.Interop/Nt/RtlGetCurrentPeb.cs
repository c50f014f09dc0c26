using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<void*>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>RtlGetCurrentPeb</c>: the address of this process's environment block (phnt: ntrtl.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct RtlGetCurrentPeb(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static RtlGetCurrentPeb Exported => new(SystemExports.RtlGetCurrentPeb);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void* Invoke() =>
        ((Function)address)();
}
