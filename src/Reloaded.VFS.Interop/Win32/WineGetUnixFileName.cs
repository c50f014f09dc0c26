using System.Runtime.CompilerServices;
using Reloaded.VFS.Interop.Nt;
using unsafe Function = delegate* unmanaged[Cdecl]<char*, byte*>;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// <c>wine_get_unix_file_name</c>: the Linux path of a Windows path, UTF-8, in memory of the process's heap (kernel32 of Wine alone).
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct WineGetUnixFileName(nint address)
{
    /// <summary>What the system exports under that name.</summary>
    public static WineGetUnixFileName Exported => new(SystemExports.WineGetUnixFileName);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Invoke(char* path) =>
        ((Function)address)(path);
}
