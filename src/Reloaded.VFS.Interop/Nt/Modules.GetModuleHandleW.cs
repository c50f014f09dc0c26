using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>GetModuleHandleW</c>.</content>
public static partial class Modules
{
    /// <summary>The base of a module that is loaded already; zero where it isn't (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandlew"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint GetModuleHandleW(string? lpModuleName);
}
