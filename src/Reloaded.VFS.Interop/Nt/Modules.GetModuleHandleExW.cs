using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>GetModuleHandleExW</c>.</content>
public static partial class Modules
{
    /// <summary>The module at an address, or of a name (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandleexw"/>
    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetModuleHandleExW(uint flags, nint address, out nint module);
}
