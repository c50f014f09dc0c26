using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetACP</c>.</content>
public static partial class Kernel32
{
    /// <summary>The code page of this process (<c>winnls.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winnls/nf-winnls-getacp"/>
    [LibraryImport("kernel32")]
    public static partial uint GetACP();
}
