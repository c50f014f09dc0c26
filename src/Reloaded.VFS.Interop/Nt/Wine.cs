using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>wine_get_host_version</c>: the name and release of the system that Wine runs on (Wine alone).</summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct WineGetHostVersion(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static WineGetHostVersion Exported => new(SystemExports.WineGetHostVersion);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Invoke(byte** system, byte** release) =>
        ((delegate* unmanaged<byte**, byte**, void>)address)(system, release);
}

/// <summary><c>wine_get_version</c>: Wine's version, ASCII with a zero (Wine alone).</summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct WineGetVersion(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static WineGetVersion Exported => new(SystemExports.WineGetVersion);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Invoke() =>
        ((delegate* unmanaged<byte*>)address)();
}
