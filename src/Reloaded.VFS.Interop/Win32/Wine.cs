using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// Linux paths that a program gets under Wine: from Proton, which converts only the first word of a command line, from users, and from
/// <c>rvfs.json</c>.
/// </summary>
public static class UnixPath
{
    /// <summary>
    /// Returns the Windows path of an absolute Linux path, on any drive of the prefix. Any other path, and every path on Windows, is
    /// returned unchanged.
    /// </summary>
    /// <remarks>If no drive leads to the path, the result is <c>\\?\unix\...</c>, which Wine understands, too.</remarks>
    public static string ToWindows(string path)
    {
        if (!path.StartsWith('/') || path.StartsWith("//", StringComparison.Ordinal) || !WineFunctions.IsWine)
            return path;
        return WineFunctions.GetDosFileName(path) ?? @"\\?\unix" + path.Replace('/', '\\');
    }
}

/// <summary>
/// The functions that Wine's ntdll and kernel32 export besides Windows' own. Source: Wine's <c>dlls/ntdll/ntdll.spec</c> and
/// <c>dlls/kernel32/path.c</c>.
/// </summary>
public static unsafe class WineFunctions
{
    private const uint CP_UNIXCP = 65010;

    /// <summary>Gets a value indicating whether this program runs under Wine.</summary>
    public static bool IsWine { get; } = OperatingSystem.IsWindows() && NtFunctions.IsWine;

    /// <summary>Returns the Linux path by which Wine reaches a file, in the letter case on disk (<c>wine_get_unix_file_name</c>).</summary>
    /// <param name="path">The Windows path.</param>
    /// <returns>The path, or null if there is no such function or no such file.</returns>
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

    /// <summary>
    /// Returns the Windows path by which the prefix reaches a Linux file, which need not exist (<c>wine_get_dos_file_name</c>).
    /// </summary>
    /// <param name="path">The absolute Linux path.</param>
    /// <returns>The path, or null if there is no such function or no drive leads to the file.</returns>
    public static string? GetDosFileName(string path)
    {
        if (WineGetDosFileName.Exported.Address == 0)
            return null;
        fixed (char* text = path)
        {
            // In the character set in which Wine takes the system's names, which is the locale's.
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
/// <c>wine_get_dos_file_name</c>: the Windows path by which the prefix reaches a Linux file, in memory of the process's heap; null if no
/// drive leads to the file. Only in Wine's kernel32 (<c>dlls/kernel32/path.c</c>).
/// </summary>
public readonly unsafe partial struct WineGetDosFileName;

/// <summary>
/// <c>wine_get_unix_file_name</c>: the Linux path of a Windows path, UTF-8, in memory of the process's heap. Only in Wine's kernel32.
/// </summary>
public readonly unsafe partial struct WineGetUnixFileName;
