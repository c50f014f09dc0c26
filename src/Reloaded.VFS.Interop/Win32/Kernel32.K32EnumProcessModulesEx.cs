using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>K32EnumProcessModulesEx</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>64-bit modules alone.</summary>
    public const uint LIST_MODULES_64BIT = 2;

    /// <summary>The modules of another process (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-enumprocessmodulesex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool K32EnumProcessModulesEx(nint hProcess, nint* lphModule, uint cb, out uint lpcbNeeded, uint dwFilterFlag);
}
