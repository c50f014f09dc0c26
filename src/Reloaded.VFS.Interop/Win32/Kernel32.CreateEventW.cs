using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CreateEventW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>An event; zero on failure (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-createeventw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateEventW(void* lpEventAttributes, int bManualReset, int bInitialState, char* lpName);
}
