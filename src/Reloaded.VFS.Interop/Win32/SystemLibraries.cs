using System.Reflection;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

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
