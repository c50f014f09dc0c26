using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>wine_get_host_version</c>: the name and release of the system that Wine runs on (only in Wine).</summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct WineGetHostVersion(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static WineGetHostVersion Exported => new(SystemExports.WineGetHostVersion);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Invoke(byte** system, byte** release) =>
        ((delegate* unmanaged<byte**, byte**, void>)address)(system, release);
}

/// <summary><c>wine_get_version</c>: Wine's version, NUL-terminated ASCII (only in Wine).</summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct WineGetVersion(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static WineGetVersion Exported => new(SystemExports.WineGetVersion);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Invoke() =>
        ((delegate* unmanaged<byte*>)address)();
}
