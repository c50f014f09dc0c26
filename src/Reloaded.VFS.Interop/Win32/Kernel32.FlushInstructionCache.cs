using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>FlushInstructionCache</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes freshly written code visible to every processor (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-flushinstructioncache"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int FlushInstructionCache(nint hProcess, void* lpBaseAddress, nuint dwSize);
}
