using System.Reflection;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about modules of other processes.</content>
public static unsafe partial class Kernel32
{
    /// <summary>64-bit modules alone.</summary>
    public const uint LIST_MODULES_64BIT = 2;

    /// <summary>The modules of another process (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-enumprocessmodulesex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool K32EnumProcessModulesEx(nint hProcess, nint* lphModule, uint cb, out uint lpcbNeeded, uint dwFilterFlag);

    /// <summary>The file of a module of another process; its characters, 0 on failure (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-getmodulefilenameexw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint K32GetModuleFileNameExW(nint hProcess, nint hModule, char* lpFilename, uint nSize);
}

/// <summary>Where .NET's own libraries find Windows' functions that they bind late.</summary>
public static class SystemLibraries
{
    private static int s_done;

    /// <summary>
    /// From now on in the system's folder only. Their own rule is to look beside the image first: a DLL that lies in a game's or a download
    /// folder by chance or on purpose (shell32.dll) would come before Windows'. To be called before anything that may bind one; any thread;
    /// does nothing the second time, and nothing but on Windows.
    /// </summary>
    /// <param name="libraries">Further libraries than the core one.</param>
    public static void UseSystemFolderOnly(params ReadOnlySpan<Assembly> libraries)
    {
        if (!OperatingSystem.IsWindows() || Interlocked.Exchange(ref s_done, 1) != 0)
            return;
        NativeLibrary.SetDllImportResolver(typeof(object).Assembly, Load);
        foreach (Assembly library in libraries)
            NativeLibrary.SetDllImportResolver(library, Load);
    }

    private static nint Load(string name, Assembly library, DllImportSearchPath? path) =>
        NativeLibrary.Load(name, library, DllImportSearchPath.System32);
}
