using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>GetModuleFileNameW</c>.</content>
public static unsafe partial class Modules
{
    /// <summary>
    /// The full path of a module of this process: how many characters were written, without the NUL; zero where it fails
    /// (<c>libloaderapi.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulefilenamew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetModuleFileNameW(nint hModule, char* lpFilename, uint nSize);
}
