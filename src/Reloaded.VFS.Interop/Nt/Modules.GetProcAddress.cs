using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>GetProcAddress</c>.</content>
public static partial class Modules
{
    /// <summary>An export's address; zero where there's none (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getprocaddress"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint GetProcAddress(nint hModule, string lpProcName);
}
