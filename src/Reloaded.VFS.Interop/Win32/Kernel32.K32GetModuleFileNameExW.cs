using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>K32GetModuleFileNameExW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The file of a module of another process; its characters, 0 on failure (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-getmodulefilenameexw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint K32GetModuleFileNameExW(nint hProcess, nint hModule, char* lpFilename, uint nSize);
}
