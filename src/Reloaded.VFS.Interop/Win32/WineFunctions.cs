using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// What Wine's ntdll and kernel32 export beside Windows' functions. Source: Wine's <c>dlls/ntdll/ntdll.spec</c> and
/// <c>dlls/kernel32/path.c</c>.
/// </summary>
public static unsafe partial class WineFunctions
{
    private const uint CP_UNIXCP = 65010;

    /// <summary>Whether this program runs under Wine.</summary>
    public static bool IsWine { get; } = OperatingSystem.IsWindows() && NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll"), "wine_get_version", out _);

    /// <summary><c>wine_get_dos_file_name</c>: the path of Windows by which the prefix reaches a file of Linux. It needn't exist.</summary>
    /// <param name="path">Absolute.</param>
    /// <returns>Null where there is no such function, or no drive leads to the file.</returns>
    public static string? GetDosFileName(string path)
    {
        if (!NativeLibrary.TryGetExport(NativeLibrary.Load("kernel32"), "wine_get_dos_file_name", out nint function))
            return null;
        // In the character set that Wine itself takes the system's names for, which is that of the locale.
        int size = WideCharToMultiByte(CP_UNIXCP, 0, path, path.Length + 1, null, 0, null, null);
        if (size <= 0)
            return null;
        fixed (byte* bytes = new byte[size])
        {
            if (WideCharToMultiByte(CP_UNIXCP, 0, path, path.Length + 1, bytes, size, null, null) != size)
                return null;
            char* found = ((delegate* unmanaged[Cdecl]<byte*, char*>)function)(bytes);
            if (found is null)
                return null;
            string name = new(found);
            _ = HeapFree(GetProcessHeap(), 0, found);
            return name;
        }
    }

    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int WideCharToMultiByte(
        uint codePage, uint dwFlags, string lpWideCharStr, int cchWideChar, byte* lpMultiByteStr, int cbMultiByte, byte* lpDefaultChar, int* lpUsedDefaultChar);

    [LibraryImport("kernel32")]
    private static partial nint GetProcessHeap();

    [LibraryImport("kernel32")]
    private static partial int HeapFree(nint hHeap, uint dwFlags, void* lpMem);
}
