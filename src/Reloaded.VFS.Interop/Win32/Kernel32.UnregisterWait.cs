using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>UnregisterWait</c>.</content>
public static partial class Kernel32
{
    /// <summary>Ends that, without waiting for a call that runs (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-unregisterwait"/>
    [LibraryImport("kernel32")]
    public static partial int UnregisterWait(nint waitHandle);
}
