using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>The modules of another process (psapi.h, in kernel32 since Windows 7).</summary>
internal static unsafe partial class Modules
{
    public const uint LIST_MODULES_64BIT = 2;

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool K32EnumProcessModulesEx(nint hProcess, nint* lphModule, uint cb, out uint lpcbNeeded, uint dwFilterFlag);

    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint K32GetModuleFileNameExW(nint hProcess, nint hModule, char* lpFilename, uint nSize);
}
