using System.Reflection;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about modules of other processes.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Only 64-bit modules.</summary>
    public const uint LIST_MODULES_64BIT = 2;

    /// <summary>Gets the modules of another process (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-enumprocessmodulesex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool K32EnumProcessModulesEx(nint hProcess, nint* lphModule, uint cb, out uint lpcbNeeded, uint dwFilterFlag);

    /// <summary>Gets the file of another process's module. Returns the length in characters, 0 on failure (<c>psapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/psapi/nf-psapi-getmodulefilenameexw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint K32GetModuleFileNameExW(nint hProcess, nint hModule, char* lpFilename, uint nSize);
}

/// <summary>The search path by which .NET's own libraries find Windows' functions that they bind late.</summary>
public static class SystemLibraries
{
    private static int s_done;

    /// <summary>
    /// Restricts the search to the system's folder. Call before any function may be bound; thread-safe; does nothing the second time, or on
    /// other systems than Windows.
    /// </summary>
    /// <remarks>
    /// By default the image's folder comes first: a DLL in a game's or a download folder, by chance or on purpose (shell32.dll), would take
    /// precedence over Windows'.
    /// </remarks>
    /// <param name="libraries">The libraries to restrict besides the core library.</param>
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
