using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>Modules and their exports (<c>libloaderapi.h</c>).</summary>
public static unsafe partial class Modules
{
    /// <summary>The base of a module that is loaded already; zero where it isn't.</summary>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint GetModuleHandleW(string? lpModuleName);

    /// <summary>An export's address; zero where there's none.</summary>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint GetProcAddress(nint hModule, string lpProcName);

    /// <summary>The full path of a module of this process: how many characters were written, without the NUL; zero where it fails.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetModuleFileNameW(nint hModule, char* lpFilename, uint nSize);
}
