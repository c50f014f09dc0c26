using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// Paths of Linux that a program is given under Wine: by Proton, which turns the first word of a line only, by people, and in
/// <c>rvfs.json</c>.
/// </summary>
public static class UnixPath
{
    /// <summary>
    /// The Windows path of an absolute path of Linux, on whatever drive the prefix has; <c>\\?\unix\...</c> where no drive leads there,
    /// which Wine understands too. Any other path, and every path on Windows, stays as it is.
    /// </summary>
    public static string ToWindows(string path)
    {
        if (!path.StartsWith('/') || path.StartsWith("//", StringComparison.Ordinal) || !WineFunctions.IsWine)
            return path;
        return WineFunctions.GetDosFileName(path) ?? @"\\?\unix" + path.Replace('/', '\\');
    }
}

/// <summary>
/// What Wine's ntdll and kernel32 export beside Windows' functions. Source: Wine's <c>dlls/ntdll/ntdll.spec</c> and
/// <c>dlls/kernel32/path.c</c>.
/// </summary>
public static unsafe class WineFunctions
{
    private const uint CP_UNIXCP = 65010;

    /// <summary>Whether this program runs under Wine.</summary>
    public static bool IsWine { get; } = OperatingSystem.IsWindows() && NtFunctions.IsWine;

    /// <summary>
    /// <c>wine_get_unix_file_name</c>: the path of Linux by which Wine reaches a file, in the letter case on disk.
    /// </summary>
    /// <param name="path">A path of Windows.</param>
    /// <returns>Null where there is no such function, or no such file.</returns>
    public static string? GetUnixFileName(string path)
    {
        if (WineGetUnixFileName.Exported.Address == 0)
            return null;
        fixed (char* text = path)
        {
            byte* found = WineGetUnixFileName.Exported.Invoke(text);
            if (found is null)
                return null;
            string name = Marshal.PtrToStringUTF8((nint)found)!;
            _ = Kernel32.HeapFree(Kernel32.GetProcessHeap(), 0, found);
            return name;
        }
    }

    /// <summary><c>wine_get_dos_file_name</c>: the path of Windows by which the prefix reaches a file of Linux. It needn't exist.</summary>
    /// <param name="path">Absolute.</param>
    /// <returns>Null where there is no such function, or no drive leads to the file.</returns>
    public static string? GetDosFileName(string path)
    {
        if (WineGetDosFileName.Exported.Address == 0)
            return null;
        fixed (char* text = path)
        {
            // In the character set that Wine itself takes the system's names for, which is that of the locale.
            int size = Kernel32.WideCharToMultiByte(CP_UNIXCP, 0, text, path.Length + 1, null, 0, null, null);
            if (size <= 0)
                return null;
            fixed (byte* bytes = new byte[size])
            {
                if (Kernel32.WideCharToMultiByte(CP_UNIXCP, 0, text, path.Length + 1, bytes, size, null, null) != size)
                    return null;
                char* found = WineGetDosFileName.Exported.Invoke(bytes);
                if (found is null)
                    return null;
                string name = new(found);
                _ = Kernel32.HeapFree(Kernel32.GetProcessHeap(), 0, found);
                return name;
            }
        }
    }
}

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
    public char* Invoke(byte* path) => ((delegate* unmanaged[Cdecl]<byte*, char*>)address)(path);
}

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
        ((delegate* unmanaged[Cdecl]<char*, byte*>)address)(path);
}
