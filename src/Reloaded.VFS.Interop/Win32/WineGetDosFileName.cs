using System.Runtime.CompilerServices;
using Reloaded.VFS.Interop.Nt;
using unsafe Function = delegate* unmanaged[Cdecl]<byte*, char*>;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// <c>wine_get_dos_file_name</c>: the path of Windows by which the prefix reaches a file of Linux, in memory of the process's heap; null
/// where no drive leads to it (kernel32 of Wine alone: <c>dlls/kernel32/path.c</c>).
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct WineGetDosFileName(nint address)
{
    /// <summary>What the system exports under that name.</summary>
    public static WineGetDosFileName Exported => new(SystemExports.WineGetDosFileName);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public char* Invoke(byte* path) => ((Function)address)(path);
}
