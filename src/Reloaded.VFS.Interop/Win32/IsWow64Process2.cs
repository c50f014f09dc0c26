using System.Runtime.CompilerServices;
using Reloaded.VFS.Interop.Nt;
using unsafe Function = delegate* unmanaged<nint, ushort*, ushort*, int>;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// <c>IsWow64Process2</c>: the processors that a process and the system are for; Windows 10 1709 and later (wow64apiset.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/wow64apiset/nf-wow64apiset-iswow64process2"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct IsWow64Process2(nint address)
{
    /// <summary>What the system exports under that name.</summary>
    public static IsWow64Process2 Exported => new(SystemExports.IsWow64Process2);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Invoke(nint hProcess, ushort* pProcessMachine, ushort* pNativeMachine) =>
        ((Function)address)(hProcess, pProcessMachine, pNativeMachine);
}
