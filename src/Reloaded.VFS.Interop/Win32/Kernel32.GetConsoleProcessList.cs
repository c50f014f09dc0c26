using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetConsoleProcessList</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The processes attached to this console; 0 without one (<c>wincon.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/getconsoleprocesslist"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetConsoleProcessList(uint* lpdwProcessList, uint dwProcessCount);
}
