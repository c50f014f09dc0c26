using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>RegisterWaitForSingleObject</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The function is called once.</summary>
    public const uint WT_EXECUTEONLYONCE = 8;

    /// <summary>
    /// Has a function called on a thread of the system's pool when a handle is signalled, and whenever so much time has gone by
    /// (<c>winbase.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-registerwaitforsingleobject"/>
    [LibraryImport("kernel32")]
    public static partial int RegisterWaitForSingleObject(
        nint* phNewWaitObject, nint hObject, delegate* unmanaged<nint, byte, void> callback, nint context, uint dwMilliseconds,
        uint dwFlags);
}
